import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey, useBrowser } from './journey.ts'
import type { LenderApi } from './lender-api.ts'
import { checkAllScreens } from './screen-checks.ts'
import type { Lender, Loan } from './operator.ts'
import {
  agreeAndFund,
  cardOf,
  enterAmount,
  expectCount,
  expectPath,
  expectSigningPage,
  expectText,
  findLoan,
  fundLoan,
  logIn,
  openAgreement,
  openDashboard,
  openMarketplace,
  openTransactions,
  pickLoan,
  portfolioRow,
  readText,
  reject,
  sign,
  signingPage,
  stopIntervals,
  summaryFigure,
  transactionRow,
} from './screens.ts'
import { judgePdf } from './signed-pdf.ts'

useBrowser(async () => ({ viewsPdf: true }))

const amount = 3_000_000

async function expectResult(page: Page, title: string, loan: Loan): Promise<void> {
  await expectPath(page, '/fundingStatus')
  const main = page.getByRole('main')
  await expectText(main, title)
  await expectText(main, loan.loanNumber)
  await expectText(main, formatRupiah(amount))
}

async function expectMoneyBack(api: LenderApi, { cash }: Lender): Promise<void> {
  expect(await api.portfolio()).toEqual([])
  expect(await api.summary()).toMatchObject({ cashBalance: cash, reservedBalance: 0, outStandingBalance: 0 })
}

journey(
  'FND-05 FND-06 FND-07 after signing a funding, cash, loan, portfolio, history and signed PDF agree',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 12_000_000 })
    const loan = await fixture.makeLoan({ total: 10_000_000 })
    const { page } = await fixture.openWindow()
    await logIn(page, lender, '/marketplace/list')
    await pickLoan(page, loan)
    const preview = await enterAmount(page, amount)
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/v1/funding'))
    await agreeAndFund(page, preview)
    const funded: unknown = await (await answer).json()
    expect(funded).toEqual({
      docToken: expect.stringMatching(/^[\w-]{20,}$/),
      digiSignId: expect.any(String),
      signCoordinatePage: expect.any(Number),
    })
    await sign(page)
    await expectResult(page, 'Pendanaan Berhasil', loan)

    await page.getByRole('button', { name: 'Lihat Dashboard' }).click()
    await expect.poll(() => summaryFigure(page, 'Cash Balance')).toBe('Rp9.000.000')
    const truth = await (await fixture.apiOf(lender)).summary()
    expect(truth).toMatchObject({ cashBalance: 9_000_000, reservedBalance: 0, outStandingBalance: amount })
    expect(truth.estTotalGet).toBe(amount + truth.estInterestGet)
    for (const [name, rupiah] of [
      ['Outstanding Balance', amount],
      ['Perkiraan Total Pendapatan', truth.estTotalGet],
      ['Perkiraan Bunga pendapatan', truth.estInterestGet],
    ] as const)
      await expect.poll(() => summaryFigure(page, name)).toBe(formatRupiah(rupiah))

    const row = portfolioRow(page, loan)
    await expectText(row, formatRupiah(amount))
    await expectText(row, loan.borrowerName)
    const bytes = await openAgreement(page, loan)
    const report = judgePdf(bytes)
    expect(report.signatures).toContain('Signature is Valid')
    expect(report.text).toContain(lender.name)
    expect(report.text).toContain(loan.loanNumber)
    // The visible signature's box starts at x 130, y 468.
    expect(bytes.toString('latin1')).toMatch(/\/Rect\s*\[\s*130(?:\.0+)?\s+468(?:\.0+)?\s/)

    await openTransactions(page)
    const line = transactionRow(page, loan)
    await expectText(line, '-Rp3.000.000')
    await expectText(line, 'Berhasil')
    await openMarketplace(page)
    const card = await findLoan(page, loan)
    await expectText(card, 'Rp7.000.000')
    await expect.poll(() => card.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30')
  },
)

journey(
  'FND-05 a lender can retry after a refused PIN, and polling completes the signature when the callback is lost',
  async (fixture) => {
    const lender = await fixture.makeLender()
    const loan = await fixture.makeLoan()
    const { page, watch } = await fixture.openWindow()
    await logIn(page, lender, '/marketplace/list')
    await fundLoan(page, loan, amount)
    watch.expect(/^answer \d+: POST .*\/esign\/sign\/[^/]+\/sign$/)
    await sign(page, '000001')
    await signingPage(page).getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    await sign(page, '000002')
    await page.waitForURL(/fundingStatus/, { timeout: 120_000 })
    await expectResult(page, 'Pendanaan Berhasil', loan)
  },
)

journey(
  'FND-09 a rejected agreement shows the failure view with one button and releases the cash',
  async (fixture) => {
    const lender = await fixture.makeLender()
    const loan = await fixture.makeLoan()
    const { page } = await fixture.openWindow()
    await logIn(page, lender, '/marketplace/list')
    await fundLoan(page, loan, amount)
    const api = await fixture.apiOf(lender)
    expect(await api.summary()).toMatchObject({ cashBalance: lender.cash - amount, reservedBalance: amount })
    await reject(page)
    await expectResult(page, 'Pendanaan Gagal', loan)
    const buttons = page.getByRole('main').getByRole('button')
    await expect.poll(() => buttons.allInnerTexts()).toEqual(['Kembali ke marketplace'])
    await expectMoneyBack(api, lender)
    await buttons.click()
    await expectPath(page, '/marketplace/list')
    await expectText(await findLoan(page, loan), formatRupiah(loan.total))
  },
)

journey(
  'FND-09 the funding success view has two buttons, and redirects to the marketplace without loan number and amount',
  async (fixture) => {
    const lender = await fixture.makeLender()
    const loan = await fixture.makeLoan()
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    for (const address of [
      '/lender/fundingStatus',
      `/lender/fundingStatus?loanNumber=${loan.loanNumber}&amount=5`,
    ]) {
      await page.goto(address)
      await expectPath(page, '/marketplace/list')
    }
    await fundLoan(page, loan, amount)
    await sign(page)
    await expectResult(page, 'Pendanaan Berhasil', loan)
    const names = page.getByRole('main').getByRole('button')
    await expect
      .poll(async () => new Set(await names.allInnerTexts()))
      .toEqual(new Set(['Lihat Dashboard', 'Kembali ke marketplace']))
    expect(page.url()).not.toMatch(/\d{6,}/)
    await page.getByRole('button', { name: 'Kembali ke marketplace' }).click()
    await expectPath(page, '/marketplace/list')
  },
)

journey('FND-08 funding a loan that was cancelled meanwhile fails with the reason', async (fixture) => {
  const lender = await fixture.makeLender()
  const loan = await fixture.makeLoan()
  const { page, watch } = await fixture.openWindow()
  await logIn(page, lender, '/marketplace/list')
  await pickLoan(page, loan)
  const preview = await enterAmount(page, amount)
  await fixture.operator.run(['loans', 'cancel', loan.loanNumber])
  watch.expect(/^answer 400: POST .*\/api\/v1\/funding$/)
  await agreeAndFund(page, preview)
  await expectResult(page, 'Pendanaan Gagal', loan)
  await expectText(page.getByRole('main'), 'Pinjaman ini sudah tidak dibuka untuk pendanaan.')
  await expectMoneyBack(await fixture.apiOf(lender), lender)
})

journey('FND-05 an unsigned funding can be signed later from the portfolio', async (fixture) => {
  const lender = await fixture.makeLender()
  const loan = await fixture.makeLoan()
  const { page } = await fixture.openWindow()
  // Only asking at once counts, not the next of the periodic requests.
  await stopIntervals(page, 5_000)
  await logIn(page, lender, '/marketplace/list')
  await fundLoan(page, loan, amount)
  await expectSigningPage(page)
  await openDashboard(page)
  const row = portfolioRow(page, loan)
  await expectText(row, formatRupiah(amount))
  await openTransactions(page)
  await expectText(transactionRow(page, loan), 'Diproses')
  await openDashboard(page)
  await row.getByRole('button', { name: /^Tanda tangani/ }).click()
  await sign(page)
  await expectResult(page, 'Pendanaan Berhasil', loan)
  await page.getByRole('button', { name: 'Lihat Dashboard' }).click()
  await row
    .getByRole('button', { name: /^Dokumen/ })
    .first()
    .waitFor()
  await expectCount(row.getByRole('button', { name: /^Tanda tangani/ }), 0)
  // The figures were shown while the agreement waited, so they must be refetched.
  await expect.poll(() => summaryFigure(page, 'Outstanding Balance')).toBe(formatRupiah(amount))
  await expectCount(page.getByText('Menunggu tanda tangan'), 0)
})

journey('FND-05 reloading the signing page opens the same agreement', async (fixture) => {
  const lender = await fixture.makeLender()
  const loan = await fixture.makeLoan()
  const { page } = await fixture.openWindow()
  await logIn(page, lender, '/marketplace/list')
  await fundLoan(page, loan, amount)
  await expectSigningPage(page)
  await page.reload()
  await sign(page)
  await expectResult(page, 'Pendanaan Berhasil', loan)
  expect((await (await fixture.apiOf(lender)).portfolio()).length).toBe(1)
})

journey('FND-07 a fully funded loan leaves the marketplace', async (fixture) => {
  const lender = await fixture.makeLender()
  const loan = await fixture.makeLoan({ total: amount })
  const { page } = await fixture.openWindow()
  await logIn(page, lender, '/marketplace/list')
  const dialog = await pickLoan(page, loan)
  await dialog.getByRole('switch', { name: 'Danai Semua' }).click()
  await dialog.getByRole('button', { name: 'Selanjutnya' }).click()
  await agreeAndFund(page, page.getByRole('dialog', { name: 'Preview Agreement' }))
  await sign(page)
  await expectResult(page, 'Pendanaan Berhasil', loan)
  await page.getByRole('button', { name: 'Kembali ke marketplace' }).click()
  // The list still has the filter by which the loan was found, so it may be empty now.
  await page
    .getByRole('main')
    .getByText(/^[\d.]+ pinjaman$/)
    .waitFor()
  expect(await (await fixture.apiOf(lender)).offered(loan)).toBeNull()
  await expectCount(cardOf(page, loan), 0)
})

journey(
  'SCR-10 when the page of the signing provider is unreachable or hangs, the screen shows the deadline and a retry button',
  async (fixture) => {
    const { page, watch } = await fixture.openWindow()
    const provider = /\/(robots\.txt|(esign\/sign|doc)\/[^/]+)(\?.*)?$/
    watch.expect(/^request failed: GET /)
    await logIn(page, await fixture.makeLender())
    const loan = await fixture.makeLoan()
    await page.route(provider, (route) => route.abort('connectionrefused'))
    await fundLoan(page, loan, amount)
    const main = page.getByRole('main')
    await expectText(main, 'tidak dapat dihubungi dari perangkat ini')
    await expect
      .poll(() => readText(main))
      .toMatch(/dapat ditandatangani sampai \d+ \w+ \d{4} \d\d\.\d\d WIB/)
    await checkAllScreens(page, 'signing-refused')

    await page.unroute(provider)
    await page.route(provider, () => undefined)
    await main.getByRole('button', { name: 'Coba lagi' }).click()
    await expectText(main, 'Membuka halaman tanda tangan')
    await expect
      .poll(() => readText(main), { timeout: 60_000 })
      .toContain('Halaman tanda tangan belum dapat dibuka')
    await expectText(main, 'dapat ditandatangani sampai')
    await checkAllScreens(page, 'signing-hangs')

    // A page that loads too late is shown nevertheless.
    await page.unroute(provider)
    await sign(page)
    await expectResult(page, 'Pendanaan Berhasil', loan)
  },
)
