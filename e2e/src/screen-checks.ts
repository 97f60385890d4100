import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectLargeTargets } from './accessibility.ts'
import { desktop, phone } from './browser.ts'
import { picturesWanted, takePicture } from './picture.ts'
import { expectLoneTexts } from './translator.ts'
import { expectIndonesian } from './wording.ts'

/**
 * Checks the page on a dark phone and a light desktop: Indonesian text, no horizontal scrolling, axe. Leaves the page
 * there. Where pictures are wanted, it saves one of each size in both schemes.
 * @param what names the screenshots, e.g. bulk-detail
 */
export async function checkAllScreens(page: Page, what: string): Promise<void> {
  for (const [width, { width: wide = 0, height = 0 }, checked] of [
    ['390', phone, 'dark'],
    ['1440', desktop, 'light'],
  ] as const) {
    await page.setViewportSize({ width: wide, height })
    for (const colorScheme of picturesWanted ? (['dark', 'light'] as const) : [checked]) {
      await page.emulateMedia({ colorScheme })
      const name = `${what}-${width}-${colorScheme}`
      await takePicture(page, `look-${name}`)
      if (colorScheme === checked) await expectAccessible(page, name)
    }
    await expectNoSidewaysScroll(page, `${what}, ${width}`)
    await expectIndonesian(page, `${what}, ${width}`)
    await expectLoneTexts(page, `${what}, ${width}`)
  }
}

/**
 * Checks the narrowest screen, which equals a desktop at 400% zoom (WCAG 1.4.10): no horizontal scrolling, and controls
 * that are large enough. The size of the page is then restored.
 */
export async function expectFitsNarrow(page: Page, where: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  await takePicture(page, `look-${where.replaceAll(/[^a-z0-9]+/gi, '-')}-320`)
  await expectNoSidewaysScroll(page, `${where}, 320`)
  await expectLargeTargets(page, `${where}, 320`)
  if (before) await page.setViewportSize(before)
}

/** Checks that the place of the page's scrollbar, at the right edge, is as dark as what an open dialog has behind it. */
export async function expectDimmedWhole(page: Page): Promise<void> {
  const picture = (await page.screenshot()).toString('base64')
  const [behind = [], beside = []] = await page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (one) => one.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    return [3, innerWidth - 3].map((x) => [...(context?.getImageData(x, 3, 1, 1).data ?? [])])
  }, picture)
  // The top bar is a shade lighter than the page.
  const differences = behind.map((value, channel) => Math.abs(value - (beside[channel] ?? 0)))
  expect(Math.max(...differences), `${behind.join()} and ${beside.join()}`).toBeLessThan(12)
}

/**
 * Checks that the page scrolls vertically only, that no part of it has a scrollbar for a few pixels, and that no date of a
 * table is torn; one within a sentence may be.
 */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const measure = () => {
    const { scrollWidth, clientWidth } = document.documentElement
    const all = [...document.querySelectorAll<HTMLElement>('body *')]
    const name = (one: HTMLElement) => `${one.tagName} ${one.className} ${one.textContent}`.slice(0, 120)
    const reaches = (one: Element) => one.getBoundingClientRect().right + scrollX > clientWidth + 0.5
    const parts = scrollWidth > clientWidth ? all.filter(reaches) : []
    const needless = all.filter((one) => {
      const beyond = one.scrollHeight - one.clientHeight
      if (beyond <= 0 || beyond >= 5) return false
      const { overflowY, borderLeftWidth, borderRightWidth } = getComputedStyle(one)
      const borders = Number.parseFloat(borderLeftWidth) + Number.parseFloat(borderRightWidth)
      return (
        one.offsetWidth - one.clientWidth - borders > 5 && (overflowY === 'auto' || overflowY === 'scroll')
      )
    })
    const isTorn = (cell: HTMLElement) => {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        const date = /^\d{1,2} [A-Z][a-z]+ \d{4}(?=$| \d\d\.\d\d)/.exec(text.data)
        if (date === null || !cell.checkVisibility()) continue
        const range = document.createRange()
        range.setStart(text, 0)
        range.setEnd(text, date[0].length)
        const [first, ...others] = [...range.getClientRects()]
        if (first && others.some(({ top }) => top >= first.bottom)) return true
      }
      return false
    }
    const cells = all.filter((one) => ['TD', 'TH', 'DD'].includes(one.tagName))
    // Below 0 while an open dialog keeps the place of the scrollbar free.
    return {
      beyond: Math.max(0, scrollWidth - clientWidth),
      parts: parts.map(name).slice(-5),
      scrollbars: needless.map(name).slice(0, 5),
      torn: cells.filter(isTorn).map(name).slice(0, 5),
    }
  }
  // Loading content may take more space for a moment.
  await expect
    .poll(async () => ({ where, ...(await page.evaluate(measure)) }))
    .toEqual({ where, beyond: 0, parts: [], scrollbars: [], torn: [] })
}
