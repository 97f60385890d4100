import path from 'node:path'
import type { Page } from 'playwright-core'
import { artifacts } from './artifacts.ts'

/**
 * Waits until a change is fully painted: two frames, and the end of running transitions, whose intermediate colors
 * would be wrong. Does not wait for endless animations such as a spinner, nor longer than two seconds.
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

/** Whether screenshots are wanted for review (`PICTURES=1`): taking one costs more than the checks of the page. */
export const picturesWanted = Boolean(process.env.PICTURES)

/** Waits until the page is painted, and saves a screenshot of it where they are wanted. */
export async function takePicture(page: Page, name: string): Promise<void> {
  await painted(page)
  if (picturesWanted) await page.screenshot({ path: path.join(artifacts, `${name}.png`) })
}
