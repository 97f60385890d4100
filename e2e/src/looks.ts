import path from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { artifacts } from './artifacts.ts'
import { desktop, phone } from './browser.ts'
import { expectIndonesian } from './wording.ts'

/**
 * Looks at what the page shows now on a desktop and on a phone, light and dark: Indonesian, a picture of each kept, and
 * without a finding of axe where it is small and dark, and where it is large and light. The page is then again as large
 * and as light as a desktop's.
 *
 * @param what names the pictures, e.g. 'bulk-detail'
 */
export async function lookEverywhere(page: Page, what: string): Promise<void> {
  for (const [width, { width: wide = 0, height = 0 }, fullCheck] of [
    ['390', phone, 'dark'],
    ['1440', desktop, 'light'],
  ] as const) {
    await page.setViewportSize({ width: wide, height })
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await painted(page)
      const name = `${what}-${width}-${colorScheme}`
      await page.screenshot({ path: path.join(artifacts, `look-${name}.png`) })
      if (colorScheme === fullCheck) await expectAccessible(page, name)
    }
    await expectNothingSideways(page, `${what}, ${width}`)
    await expectIndonesian(page, `${what}, ${width}`)
  }
}

/** The page is as wide as its window: it scrolls up and down only. */
export async function expectNothingSideways(page: Page, where: string): Promise<void> {
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })
  expect({ where, beyond }).toEqual({ where, beyond: 0 })
}

/** Two frames later what was changed is on the screen. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
