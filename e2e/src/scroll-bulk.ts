import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { desktop, launchBrowser, openWindow, phone } from './browser.ts'
import { openProduct } from './bulk-screens.ts'
import { type MainThread, watchMainThread } from './main-thread.ts'
import { Operator } from './operator.ts'
import { Product } from './product.ts'
import { logIn } from './screens.ts'

// Measures how smoothly a browser scrolls through the loans of one bulk product, on the whole product: the tasks of its
// main thread while pages load, and while the loaded list is scrolled up and down.

const { values } = parseArgs({
  options: {
    loans: { type: 'string', default: '5000' },
    /** The slowdown factor of the browser's CPU. */
    slower: { type: 'string', default: '1' },
    out: { type: 'string' },
  },
})
const loans = Number(values.loans)
const slower = Number(values.slower)
if (!(loans > 0 && slower >= 1)) throw new Error('--loans and --slower are numbers of at least 1')

/** The remaining scroll distance of the page, in pixels. */
const leftToScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollHeight - window.scrollY - window.innerHeight)

/** Scrolls down until the last loan has loaded. */
async function scrollUntilAll(page: Page): Promise<void> {
  const last = page.locator(`li[aria-posinset="${loans}"]`)
  while ((await last.count()) === 0) {
    await page.mouse.wheel(0, 3_000)
    await page.waitForTimeout(30)
  }
}

/** Scrolls in steps of `step` pixels from one end to the other. */
async function scrollThrough(page: Page, step: number): Promise<void> {
  const isAtEnd = async () =>
    step > 0 ? (await leftToScroll(page)) < 2 : (await page.evaluate(() => window.scrollY)) === 0
  while (!(await isAtEnd())) {
    await page.mouse.wheel(0, step)
    await page.waitForTimeout(16)
  }
}

const product = await Product.make({ DEMO: 'off' })
const browser = await launchBrowser()
try {
  await product.start()
  const operator = new Operator(product.address)
  const lender = await operator.makeLender({ cash: 0 })
  await operator.offerProducts(lender)
  const offered = await operator.makeProduct(
    Array.from({ length: loans }, (_, index) => ({ borrowerName: `Warung ${index + 1}`, grade: 'B1' })),
  )
  const figures: Record<string, MainThread> = {}
  for (const [name, screen] of [
    ['1440', desktop],
    ['390', phone],
  ] as const) {
    const { context, page } = await openWindow(browser, product.address.origin, screen)
    await logIn(page, lender)
    await openProduct(page, offered)
    await page.locator('li[aria-posinset="1"]').waitFor()
    if (slower > 1) {
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    }
    await page.mouse.move(300, 500)
    const works = [
      ['pages coming in', () => scrollUntilAll(page)],
      ['back to the top', () => scrollThrough(page, -1_500)],
      ['down again', () => scrollThrough(page, 1_500)],
    ] as const
    for (const [what, work] of works) {
      figures[`${name}, ${what}`] = await watchMainThread(browser, page, work)
      console.error(`${name}, ${what}: ${JSON.stringify(figures[`${name}, ${what}`])}`)
    }
    await context.close()
  }
  const report = { date: new Date().toISOString().slice(0, 10), loans, slower, figures }
  console.log(JSON.stringify(report, null, 2))
  if (values.out) writeFileSync(path.resolve(values.out), `${JSON.stringify(report, null, 2)}\n`)
} finally {
  await browser.close()
  await product.remove()
}
