import { expect } from 'vitest'
import { phone } from './browser.ts'
import { journey, useBrowser } from './journey.ts'
import { takePicture } from './picture.ts'
import {
  dashboardShown,
  expectText,
  findLoan,
  fundLoan,
  loanCards,
  logIn,
  logInByForm,
  mainMenu,
  openDashboard,
  openMarketplace,
  openTransactions,
  portfolioRow,
} from './screens.ts'

useBrowser()

journey('SCN-06 a lender whose browser denies its storage logs in and reads the lists', async (fixture) => {
  const { page } = await fixture.openWindow()
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  const loan = await fixture.makeLoan({ tenor: fixture.ownTenor() })
  await logInByForm(page, await fixture.makeLender({ cash: 0 }))
  await dashboardShown(page)
  await openMarketplace(page)
  await findLoan(page, loan)
})

for (const hours of [30, -30]) {
  journey(
    `SCN-06 days and times left are the server's where the clock of the device is off by ${hours} hours`,
    async (fixture) => {
      const loan = await fixture.makeLoan({ total: 10_000_000 })
      const { page } = await fixture.openWindow()
      const off = hours * 3_600_000
      await page.addInitScript((by) => {
        const device = Date.now.bind(Date)
        Date.now = () => device() + by
      }, off)
      await logIn(page, await fixture.makeLender({ cash: 20_000_000 }), '/marketplace/list')
      const card = await findLoan(page, loan)
      const days = (await card.innerText()).match(/\d+ hari lagi|Hari terakhir/)?.[0]
      await fundLoan(page, loan, 1_000_000)
      await openDashboard(page)
      await expectText(portfolioRow(page, loan), 'sisa ')
      const { page: right } = await fixture.openWindow()
      await logIn(right, await fixture.makeLender({ cash: 0 }), '/marketplace/list')
      await expectText(await findLoan(right, loan), days ?? 'no days')
    },
  )
}

journey('TRX-03 SCN-06 a list whose answer is malformed is empty, and the screen stays', async (fixture) => {
  const { page } = await fixture.openWindow()
  await page.route(/\/api\/v1\/(transactions|portfolio|user-portfolio|marketplace)(\?|$)/, (route) =>
    route.fulfill({ json: { list: null } }),
  )
  await logIn(page, await fixture.makeLender({ cash: 0 }))
  const main = page.getByRole('main')
  await expectText(main, 'belum dapat dimuat')
  await openTransactions(page)
  await expectText(main, 'Daftar transaksi belum dapat dimuat')
  await mainMenu(page).getByRole('link', { name: 'Marketplace' }).click()
  await expectText(main, 'Daftar pinjaman belum dapat dimuat')
  await page.unroute(/\/api\/v1\/(transactions|portfolio|user-portfolio|marketplace)(\?|$)/)
  await page.getByRole('button', { name: 'Coba lagi' }).click()
  await loanCards(page).first().waitFor()
})

journey(
  'SCN-06 a bar on a phone says that the browser is offline, and what failed comes when the network is back',
  async (fixture) => {
    const { context, page, watch } = await fixture.openWindow(phone)
    watch.expect(/^request failed: GET .*net::ERR_INTERNET_DISCONNECTED$/)
    await logIn(page, await fixture.makeLender({ cash: 0 }))
    await dashboardShown(page)
    await context.setOffline(true)
    const bar = page.getByText('Anda sedang offline')
    await bar.waitFor()
    expect((await bar.boundingBox())?.height).toBeLessThan(40)
    await takePicture(page, 'look-offline-bar')
    await mainMenu(page).getByRole('link', { name: 'Marketplace' }).click()
    await expectText(page.getByRole('main'), 'Tidak ada koneksi internet')
    await context.setOffline(false)
    await bar.waitFor({ state: 'detached' })
    await loanCards(page).first().waitFor()
  },
)
