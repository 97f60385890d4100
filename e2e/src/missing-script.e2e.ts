import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey, useBrowser } from './journey.ts'
import {
  dashboardShown,
  expectCount,
  expectPath,
  expectText,
  loanCards,
  logIn,
  mainMenu,
  openTransactions,
  pathOf,
  toast,
} from './screens.ts'

useBrowser()

const missing = 'Bagian ini belum dapat dimuat'
const broken = 'Mohon maaf terjadi kesalahan. Coba beberapa saat lagi.'

/**
 * Makes the file of this part missing, as after a release that removed it.
 * @returns a function that restores it
 */
async function loseCode(page: Page, part: string): Promise<() => Promise<void>> {
  const files = `**/assets/${part}-*.js`
  await page.route(files, (route) => route.fulfill({ status: 404, body: '' }))
  return () => page.unroute(files)
}

/** Simulates a new release: the server's page refers to another entry script than the running one. */
const releaseNext = (page: Page): Promise<unknown> =>
  page.route('**/lender/', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/assets\/index-[\w-]+\.js/, 'assets/index-next.js')
    await route.fulfill({ response: answer, body })
  })

const accountMenu = (page: Page) => page.getByRole('button', { name: /^Akun/ })

journey(
  'SCR-01 a menu entry whose script fails to load shows an error, or that there is a new release, and opens on the next press',
  async (fixture) => {
    const { page, watch } = await fixture.openWindow()
    const restore = await loseCode(page, 'menu-opened')
    watch.expect(/menu-opened/)
    await logIn(page, await fixture.makeLender({ cash: 0 }))
    await dashboardShown(page)
    await accountMenu(page).click()
    await expectText(toast(page), missing)
    await expectCount(mainMenu(page).getByRole('link', { name: 'Marketplace' }), 1)
    await releaseNext(page)
    await accountMenu(page).click()
    await expectText(toast(page), 'Aplikasi ini sudah diperbarui. Muat ulang halaman ini untuk melanjutkan.')
    await restore()
    await accountMenu(page).click()
    await page.getByRole('menuitem', { name: 'Keluar' }).waitFor()
  },
)

journey(
  'SCR-01 a filter whose script fails to load keeps its value and opens on the next press',
  async (fixture) => {
    const { page, watch } = await fixture.openWindow()
    const restore = await loseCode(page, 'select-opened')
    watch.expect(/select-opened/)
    await logIn(page, await fixture.makeLender({ cash: 0 }))
    // Without loans, the filters are shown only if one is set in the URL.
    await page.goto('/lender/dashboard/porto?name=Sari')
    const status = page.getByRole('combobox', { name: 'Status' })
    await status.click()
    await expectText(toast(page), missing)
    await restore()
    await status.click()
    await page.getByRole('option', { name: 'Active' }).waitFor()
  },
)

journey(
  'SCR-01 a tab whose script fails to load keeps balance and tabs visible, and loads with the retry button',
  async (fixture) => {
    const { page, watch } = await fixture.openWindow()
    watch.expect(/dashboard-transaction-history/)
    const restore = await loseCode(page, 'dashboard-transaction-history')
    await logIn(page, await fixture.makeLender({ cash: 0 }))
    await dashboardShown(page)
    await openTransactions(page)
    await expectText(page.getByRole('main'), missing)
    await page.locator('#app').getByText('Cash Balance').first().waitFor()
    await page.getByRole('link', { name: 'Portofolio', exact: true }).click()
    await expectText(page.getByRole('main'), 'Belum ada pinjaman yang Anda danai')
    await openTransactions(page)
    await expectText(page.getByRole('main'), missing)
    await restore()
    await page.getByRole('button', { name: 'Coba lagi' }).click()
    await page
      .getByText('Transaction type')
      .or(page.getByText('Tipe'))
      .or(page.getByText('Belum ada'))
      .first()
      .waitFor()
    await expectCount(page.getByText(missing), 0)
  },
)

journey(
  'SCR-01 a page of an earlier release that misses a script reloads once, and then shows an error',
  async (fixture) => {
    const { page, watch } = await fixture.openWindow()
    watch.expect(/marketplace/)
    await loseCode(page, 'marketplace')
    await logIn(page, await fixture.makeLender({ cash: 0 }))
    await dashboardShown(page)
    let loads = 0
    page.on('load', () => (loads += 1))
    await releaseNext(page)
    await mainMenu(page).getByRole('link', { name: 'Marketplace' }).click()
    await expectText(page.getByRole('main'), missing)
    expect(loads).toBe(1)
    expect(pathOf(page)).toBe('/lender/marketplace/list')
  },
)

journey(
  'SCR-02 a screen whose API call keeps failing shows the outage message after one reload',
  async (fixture) => {
    const { page, watch } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender({ cash: 0 }))
    watch.expect(/^answer 500: GET .*\/marketplace/)
    const offers = '**/api/v1/marketplace?**'
    await page.route(offers, (route) => route.fulfill({ status: 500, json: { message: 'x' } }))
    let loads = 0
    page.on('load', () => (loads += 1))
    // The page is reloaded 3 s later, so the message is awaited before the press.
    await Promise.all([
      toast(page).filter({ hasText: broken }).waitFor(),
      mainMenu(page).getByRole('link', { name: 'Marketplace' }).click(),
    ])
    await page.getByRole('heading', { name: 'Layanan sedang terganggu' }).waitFor()
    expect(loads).toBe(1)
    await expectText(page.getByRole('alert'), broken)
    await page.getByRole('link', { name: 'Ke Dashboard' }).click()
    await expectPath(page, '/dashboard/porto')
    await dashboardShown(page)
    await mainMenu(page).getByRole('link', { name: 'Marketplace' }).click()
    await page.getByRole('heading', { name: 'Layanan sedang terganggu' }).waitFor()
    await page.unroute(offers)
    await page.getByRole('button', { name: 'Coba lagi' }).click()
    await loanCards(page).first().waitFor()
  },
)

journey(
  'SCR-03 SCR-07 an unknown URL opens the portfolio, and every screen has its own page title',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    await page.goto('/lender/')
    await expect.poll(() => page.title()).toBe('Masuk · Lender Dashboard')
    await logIn(page, await fixture.makeLender({ cash: 0 }))
    for (const address of ['foo.html', '/x', '%E0%A4%A', 'dashboard/nowhere', 'MARKETPLACE/LIST']) {
      await page.goto(`/lender/${address}`)
      await expectPath(page, '/dashboard/porto')
      await expect.poll(() => page.title()).toBe('Portofolio · Lender Dashboard')
    }
  },
)
