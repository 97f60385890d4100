import path from 'node:path'
import type { Page } from 'playwright-core'
import { artifacts } from './artifacts.ts'

/**
 * Waits until a change is visible: two frames, and the end of what fades or moves, whose colors are those of neither state.
 * Endless animations, e.g. of a spinner, are not waited for, and nothing longer than two seconds.
 */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    await frame()
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
    const ends = Promise.allSettled(ending.map(({ finished }) => finished))
    await Promise.race([ends, new Promise((resolve) => setTimeout(resolve, 2_000))])
    await frame()
  })

/**
 * Waits until the page is painted, and saves a screenshot of it for review. In CI nobody looks at the hundreds of them,
 * and taking one costs more than what is checked on the page.
 */
export async function takePicture(page: Page, name: string): Promise<void> {
  await painted(page)
  if (!process.env.CI) await page.screenshot({ path: path.join(artifacts, `${name}.png`) })
}
