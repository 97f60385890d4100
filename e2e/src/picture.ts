import path from 'node:path'
import type { Page } from 'playwright-core'
import { artifacts } from './artifacts.ts'

/** Two frames later a change is visible on the screen. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )

/**
 * Waits until the page is painted, and saves a screenshot of it for review. In CI nobody looks at the hundreds of them,
 * and taking one costs more than what is checked on the page.
 */
export async function takePicture(page: Page, name: string): Promise<void> {
  await painted(page)
  if (!process.env.CI) await page.screenshot({ path: path.join(artifacts, `${name}.png`) })
}
