import { formatRupiah } from '@pematang/contract/format/rupiah'
import { expect } from 'vitest'
import { journey, useBrowser, useProduct } from './journey.ts'
import { withoutConsole } from './product.ts'
import { checkAllScreens } from './screen-checks.ts'
import {
  expectCount,
  expectSigningPage,
  expectText,
  fundLoan,
  logIn,
  openDashboard,
  portfolioRow,
  summaryFigure,
} from './screens.ts'

// Long enough to look at the screens of a reservation before it expires, also on a busy machine.
useProduct({ ...withoutConsole, SIGNATURE_SECONDS: '30', SIGNATURE_POLL_SECONDS: '2' })
useBrowser()

const amount = 4_000_000

// Runs first, while this product has no loans.
journey('MKT-06 a marketplace without open loans shows that all loans are funded', async (fixture) => {
  const { page } = await fixture.openWindow()
  await logIn(page, await fixture.makeLender({ cash: 0 }), '/marketplace/list')
  await expectText(page.getByRole('main'), 'Waah saat ini semua pinjaman sudah terdanai')
  await checkAllScreens(page, 'empty-marketplace')
})

journey(
  'FND-09 the signing page of an expired reservation shows the failure view, and the cash is released',
  async (fixture) => {
    const lender = await fixture.makeLender()
    const loan = await fixture.makeLoan()
    const { page } = await fixture.openWindow()
    await logIn(page, lender, '/marketplace/list')
    await fundLoan(page, loan, amount)
    await expectSigningPage(page)
    await page.waitForURL(/\/fundingStatus$/, { timeout: 120_000 })
    const main = page.getByRole('main')
    await expectText(main, 'Pendanaan Gagal')
    await expectText(main, formatRupiah(amount))
    const api = await fixture.apiOf(lender)
    expect(await api.summary()).toMatchObject({ cashBalance: lender.cash, reservedBalance: 0 })
    expect(await api.portfolio()).toEqual([])
  },
)

journey(
  'FND-09 the dashboard shows a notification of an expired reservation, which can be dismissed',
  async (fixture) => {
    const lender = await fixture.makeLender()
    const loan = await fixture.makeLoan()
    const { page } = await fixture.openWindow()
    await logIn(page, lender, '/marketplace/list')
    await fundLoan(page, loan, amount)
    await openDashboard(page)
    await expectText(portfolioRow(page, loan), formatRupiah(amount))
    const api = await fixture.apiOf(lender)
    await expect.poll(async () => (await api.portfolio()).length, { timeout: 120_000 }).toBe(0)
    await page.reload()
    const notice = page.getByRole('region', { name: 'Notifikasi' })
    await expectText(notice, loan.loanNumber)
    await expect.poll(() => summaryFigure(page, 'Cash Balance')).toBe(formatRupiah(lender.cash))
    await notice.getByRole('button', { name: /^Tutup notifikasi/ }).click()
    await notice.waitFor({ state: 'hidden' })
    await page.reload()
    await page.getByText('Belum ada pinjaman yang Anda danai').waitFor()
    await expectCount(notice, 0)
  },
)
