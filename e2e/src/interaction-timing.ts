import type { Page } from 'playwright-core'

type Noted = { noted?: number[] }

/** Notes from now on how long each interaction of this page takes until the next paint; milliseconds in steps of 8. */
export const collectInteractions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const noted: number[] = []
    Object.assign(window, { noted })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) noted.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })

/**
 * The longest noted interaction, in milliseconds; 16 for one below the browser's threshold.
 * @throws Error when the browser noted none
 */
export async function readInteractions(page: Page): Promise<number> {
  // The browser reports an interaction some time after its paint.
  await page.waitForTimeout(500)
  return page.evaluate(() => Math.max(16, ...((window as Noted).noted ?? [])))
}
