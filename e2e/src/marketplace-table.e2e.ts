import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { expectFocused } from './account-screens.ts'
import { phone } from './browser.ts'
import { demoLender } from './dashboard.ts'
import { journey, useBrowser } from './journey.ts'
import type { Loan } from './operator.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import {
  expectCount,
  expectPath,
  expectText,
  filterByTenor,
  loanCards,
  logIn,
  openDashboard,
  openMarketplace,
  scrollUntilDrawn,
  pathOf,
  press,
} from './screens.ts'
import { takePicture } from './picture.ts'
import { until } from './waiting.ts'

useBrowser()

const addressOf = ({ loanNumber }: Pick<Loan, 'loanNumber'>) => `/marketplace/loan/${loanNumber}`
const panel = (page: Page) => page.getByRole('dialog', { name: 'Pinjaman', exact: true })
const heading = (page: Page, { borrowerName }: Loan) =>
  page.getByRole('heading', { level: 1, name: borrowerName })
const link = (page: Page, { loanNumber }: Loan) => page.locator(`[data-loan="${loanNumber}"]`)
const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

/** All nodes of the page, texts among them. */
const nodes = (page: Page) =>
  page.evaluate(() => {
    const all = document.createTreeWalker(document)
    let count = 0
    while (all.nextNode()) count += 1
    return count
  })

/** Scrolls to the end of the list screen by screen, and returns the most nodes that the page held on the way. */
async function scrollToEnd(page: Page): Promise<number> {
  let most = 0
  await until('the end of the list', async () => {
    await page.evaluate(() => window.scrollBy({ top: 5_000, behavior: 'instant' }))
    most = Math.max(most, await nodes(page))
    const isAtEnd = await page.evaluate(
      () => window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1,
    )
    return isAtEnd && (await page.locator('[data-skeleton]').count()) === 0 ? true : null
  })
  return Math.max(most, await nodes(page))
}

/** Makes a long list of two pages: the first as it is, the second with copies of it. */
async function showMany(page: Page, total: number): Promise<void> {
  await page.route(/\/marketplace\?/, async (route) => {
    const url = route.request().url()
    const first = await route.fetch({ url: url.replace('page=2', 'page=1') })
    const answer = (await first.json()) as {
      list: { loanId: number; loanNumber: string }[]
      pagination: object
    }
    const { length } = answer.list
    const copies = Array.from({ length: total - length }, (_, place) => {
      const loan = answer.list[place % length]
      return { ...loan, loanId: 900_000_000 + place, loanNumber: `PMT-2026-${900_000 + place}` }
    })
    const list = url.includes('page=2') ? copies : answer.list
    const pagination = { ...answer.pagination, totalData: total, totalPage: 2 }
    await route.fulfill({ json: { ...answer, list, pagination } })
  })
}

/**
 * Scrolls a loan to the middle of the window until it stays there: the rows around it are measured once they are drawn,
 * and a row at the edge of the window would be moved away from it when its loan opens.
 * @returns where the page is scrolled to
 */
async function bringToMiddle(page: Page, loan: Loan): Promise<number> {
  const move = () =>
    link(page, loan).evaluate(async (row) => {
      const { top } = row.getBoundingClientRect()
      row.scrollIntoView({ block: 'center', behavior: 'instant' })
      for (const _ of [1, 2]) await new Promise((resolve) => requestAnimationFrame(resolve))
      return Math.abs(row.getBoundingClientRect().top - top)
    })
  await expect.poll(move).toBeLessThan(1)
  return scrolled(page)
}

/** Lets a minute pass for the page, after which what it has loaded is no longer new. */
const readForAMinute = (page: Page) =>
  page.evaluate(() => {
    const device = Date.now.bind(Date)
    Date.now = () => device() + 60_000
  })

/** The loans of a tenor of their own, in the order of the list, of which the first ends first. */
const inOrder = (tenor: number, count: number) =>
  Array.from({ length: count }, (_, place) => ({ tenor, days: 2 + place }))

journey(
  'SCN-14 a desktop shows 15 loans on its first screen as a table with headings and counts, and 1,200 loans scrolled to the end hold below 3,000 nodes',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    await logIn(page, demoLender(fixture.product))
    await showMany(page, 1_200)
    await openMarketplace(page)
    const table = page.getByRole('table', { name: 'Pinjaman yang dapat didanai' })
    const whole = () =>
      loanCards(page).evaluateAll(
        (rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
      )
    await expect.poll(whole).toBeGreaterThanOrEqual(15)
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual([
      'Penerima Dana',
      'Rating',
      'Bunga',
      'Tenor',
      'Sisa Pendanaan',
      'Berakhir',
      'Pilih',
      'Danai',
    ])
    const first = loanCards(page).first()
    expect(await first.getAttribute('aria-rowindex')).toBe('2')
    await first.getByRole('rowheader').waitFor()
    await checkAllScreens(page, 'market-table')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, 'market table, 1440, dark')
    await page.emulateMedia({ colorScheme: 'light' })

    expect(await table.getAttribute('aria-rowcount')).toBe('1201')
    expect(await scrollToEnd(page)).toBeLessThan(3_000)
    await expect.poll(() => loanCards(page).last().getAttribute('aria-rowindex')).toBe('1201')

    await page.evaluate(() => window.scrollTo(0, 0))
    await page.getByRole('button', { name: 'Tampilkan sebagai kartu' }).click()
    await expectCount(table, 0)
    expect(await scrollToEnd(page)).toBeLessThan(3_000)
  },
)

journey(
  'SCN-15 on a desktop a loan opens in a panel over the list, with the next and the previous, and closing it returns to the row of the loan',
  async (fixture) => {
    const tenor = fixture.ownTenor()
    const loans = await fixture.operator.makeLoans(inOrder(tenor, 35))
    const { page } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender({ cash: 0 }), '/marketplace/list')
    await filterByTenor(page, { tenor })
    const [before, opened, after] = loans.slice(30) as [Loan, Loan, Loan]
    await scrollUntilDrawn(page, link(page, opened), opened)
    const place = await bringToMiddle(page, opened)
    expect(place).toBeGreaterThan(300)
    const asked: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/marketplace')) asked.push(url.search)
    })
    await readForAMinute(page)
    await press(link(page, opened))
    await expectPath(page, addressOf(opened))
    await heading(page, opened).waitFor()
    await expectText(panel(page), '32 dari 35')
    expect(await scrolled(page)).toBe(place)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await takePicture(page, `look-market-panel-1440-${colorScheme}`)
      await expectAccessible(page, `market panel, 1440, ${colorScheme}`)
    }

    await press(panel(page).getByRole('button', { name: 'Pinjaman berikutnya' }))
    await expectPath(page, addressOf(after))
    await heading(page, after).waitFor()
    // Twice before the first loan is drawn.
    await panel(page)
      .getByRole('button', { name: 'Pinjaman sebelumnya' })
      .evaluate((button: HTMLElement) => {
        button.click()
        button.click()
      })
    await expectPath(page, addressOf(before))
    await heading(page, before).waitFor()
    await page.keyboard.press('Escape')
    await expectPath(page, '/marketplace/list')
    await expectCount(panel(page), 0)
    await expectFocused(link(page, before))
    expect(Math.abs((await scrolled(page)) - place)).toBeLessThan(100)
    expect(asked).toEqual([])

    // Back closes the panel too; a reload shows the page of the loan.
    await press(link(page, opened))
    await heading(page, opened).waitFor()
    await page.goBack()
    await expectPath(page, '/marketplace/list')
    await expectFocused(link(page, opened))
    await press(link(page, opened))
    await panel(page).waitFor()
    await page.reload()
    await heading(page, opened).waitFor()
    await expectCount(panel(page), 0)
    expect(pathOf(page)).toBe(`/lender${addressOf(opened)}`)
    await page.getByRole('main').getByRole('link', { name: 'Daftar pinjaman' }).click()
    await expectText(page.getByRole('main'), '35 pinjaman')
  },
)

journey(
  'SCN-15 SCN-18 on a phone Back from the page of a loan, which keeps Danai in reach, returns to its place in the list, and another screen clears the list',
  async (fixture) => {
    const tenor = fixture.ownTenor()
    const loans = await fixture.operator.makeLoans(inOrder(tenor, 25))
    const { page } = await fixture.openWindow(phone)
    await logIn(page, await fixture.makeLender({ cash: 5_000_000 }), '/marketplace/list')
    await filterByTenor(page, { tenor })
    const far = loans[20] as Loan
    await scrollUntilDrawn(page, link(page, far), far)
    const place = await bringToMiddle(page, far)
    for (const back of ['Back', 'link'] as const) {
      await press(link(page, far))
      await heading(page, far).waitFor()
      await expect.poll(() => scrolled(page)).toBe(0)
      // The link is gone, and the focus is where the page of the loan begins.
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
      const bar = page.getByRole('region', { name: 'Danai pinjaman ini' })
      const isInReach = () =>
        bar.getByRole('button', { name: 'Danai' }).evaluate((button) => {
          const { top, bottom } = button.getBoundingClientRect()
          return top > 0 && bottom < window.innerHeight
        })
      await page.getByRole('region', { name: 'Ketentuan pinjaman' }).waitFor()
      await expect.poll(isInReach).toBe(true)
      await expectCount(page.getByRole('button', { name: 'Danai', exact: true }), 1)
      await page.mouse.wheel(0, 600)
      await expect.poll(() => scrolled(page)).toBeGreaterThan(300)
      await expect.poll(isInReach).toBe(true)
      if (back === 'Back') {
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme })
          await takePicture(page, `look-loan-bar-390-${colorScheme}`)
        }
        await expectFitsNarrow(page, 'loan bar')
        await press(bar.getByRole('button', { name: 'Danai' }))
        await page.getByRole('dialog', { name: 'Jumlah Funding' }).waitFor()
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
        await page.goBack()
      } else {
        await page.getByRole('link', { name: 'Daftar pinjaman' }).press('Enter')
      }
      await expectPath(page, '/marketplace/list')
      await expectFocused(link(page, far))
      await expect.poll(() => scrolled(page)).toBe(place)
    }

    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/marketplace')) asked.push(searchParams.get('page') ?? '')
    })
    await openDashboard(page)
    await openMarketplace(page)
    await loanCards(page).first().waitFor()
    await expect.poll(() => asked[0]).toBe('1')
    await expect.poll(() => scrolled(page)).toBe(0)
  },
)
