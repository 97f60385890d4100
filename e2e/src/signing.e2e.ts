import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey, useBrowser } from './journey.ts'
import type { LenderApi } from './lender-api.ts'
import type { Lender, Loan } from './operator.ts'
import {
  agreeAndFund,
  cardOf,
  enterAmount,
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
  reject,
  sign,
  signingPage,
  summaryFigure,
  transactionRow,
} from './screens.ts'
import { judgePdf } from './signed-pdf.ts'

useBrowser()

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
  'FND-05 FND-06 FND-07 after signing, money, loan, portfolio, history and the signed PDF agree',
  async (world) => {
    const lender = await world.makeLender({ cash: 12_000_000 })
    const loan = await world.makeLoan({ total: 10_000_000 })
    const { page } = await world.openWindow()
    await logIn(page, lender)
    await openMarketplace(page)
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
    const truth = await (await world.apiOf(lender)).summary()
    expect(truth).toMatchObject({ cashBalance: 9_000_000, reservedBalance: 0, outStandingBalance: amount })
    expect(truth.estTotalGet).toBe(amount + truth.estInterestGet)
    expect(await summaryFigure(page, 'Outstanding Balance')).toBe(formatRupiah(amount))
    expect(await summaryFigure(page, 'Perkiraan Total Pendapatan')).toBe(formatRupiah(truth.estTotalGet))
    expect(await summaryFigure(page, 'Perkiraan Bunga pendapatan')).toBe(formatRupiah(truth.estInterestGet))

    const row = portfolioRow(page, loan)
    await expectText(row, formatRupiah(amount))
    await expectText(row, loan.borrowerName)
    const bytes = await openAgreement(page, loan)
    const report = judgePdf(bytes)
    expect(report.signatures).toContain('Signature is Valid')
    expect(report.text).toContain(lender.name)
    expect(report.text).toContain(loan.loanNumber)
    // The visible signature's box begins at x 130, y 468.
    expect(bytes.toString('latin1')).toMatch(/\/Rect\s*\[\s*130(?:\.0+)?\s+468(?:\.0+)?\s/)

    await openTransactions(page)
    const line = transactionRow(page, loan)
    await expectText(line, '-Rp3.000.000')
    await expectText(line, 'Berhasil')
    await openMarketplace(page)
    const card = await findLoan(page, loan)
    await expectText(card, 'Sisa Pendanaan Rp7.000.000')
    expect(await card.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30')
  },
)

journey(
  'FND-05 a PIN that the provider refuses can be tried again; a lost callback is found out',
  async (world) => {
    const lender = await world.makeLender()
    const loan = await world.makeLoan()
    const { page, watch } = await world.openWindow()
    await logIn(page, lender)
    await fundLoan(page, loan, amount)
    watch.expect(/^answer \d+: POST .*\/esign\/sign\/[^/]+\/sign$/)
    await sign(page, '000001')
    await signingPage(page).getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    await sign(page, '000002')
    await page.waitForURL(/fundingStatus/, { timeout: 60_000 })
    await expectResult(page, 'Pendanaan Berhasil', loan)
  },
)

journey('FND-09 a rejected agreement is a failure with one button, and the money is back', async (world) => {
  const lender = await world.makeLender()
  const loan = await world.makeLoan()
  const { page } = await world.openWindow()
  await logIn(page, lender)
  await fundLoan(page, loan, amount)
  const api = await world.apiOf(lender)
  expect(await api.summary()).toMatchObject({ cashBalance: lender.cash - amount, reservedBalance: amount })
  await reject(page)
  await expectResult(page, 'Pendanaan Gagal', loan)
  const buttons = page.getByRole('main').getByRole('button')
  expect(await buttons.allInnerTexts()).toEqual(['Kembali ke marketplace'])
  await expectMoneyBack(api, lender)
  await buttons.click()
  await expectPath(page, '/marketplace/list')
  await expectText(await findLoan(page, loan), `Sisa Pendanaan ${formatRupiah(loan.total)}`)
})

journey(
  'FND-09 success has two buttons; without number and amount the page leads to the marketplace',
  async (world) => {
    const lender = await world.makeLender()
    const loan = await world.makeLoan()
    const { page } = await world.openWindow()
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
    const names = await page.getByRole('main').getByRole('button').allInnerTexts()
    expect(new Set(names)).toEqual(new Set(['Lihat Dashboard', 'Kembali ke marketplace']))
    expect(page.url()).not.toMatch(/\d{6,}/)
    await page.getByRole('button', { name: 'Kembali ke marketplace' }).click()
    await expectPath(page, '/marketplace/list')
  },
)

journey(
  'FND-08 a loan that is taken off while the lender reads: the funding fails and says why',
  async (world) => {
    const lender = await world.makeLender()
    const loan = await world.makeLoan()
    const { page, watch } = await world.openWindow()
    await logIn(page, lender)
    await openMarketplace(page)
    await pickLoan(page, loan)
    const preview = await enterAmount(page, amount)
    await world.operator.run(['loans', 'withdraw', loan.loanNumber])
    watch.expect(/^answer 400: POST .*\/api\/v1\/funding$/)
    await agreeAndFund(page, preview)
    await expectResult(page, 'Pendanaan Gagal', loan)
    await expectText(page.getByRole('main'), 'Pinjaman ini sudah tidak dibuka untuk pendanaan.')
    await expectMoneyBack(await world.apiOf(lender), lender)
  },
)

journey(
  'FND-05 who leaves without signing finds Tanda tangani in the portfolio and signs from there',
  async (world) => {
    const lender = await world.makeLender()
    const loan = await world.makeLoan()
    const { page } = await world.openWindow()
    await logIn(page, lender)
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
      .getByRole('button', { name: /^Perjanjian/ })
      .first()
      .waitFor()
    expect(await row.getByRole('button', { name: /^Tanda tangani/ }).count()).toBe(0)
    // The figures that were shown while it waited are fetched anew.
    await expect
      .poll(() => summaryFigure(page, 'Outstanding Balance'), { timeout: 5_000 })
      .toBe(formatRupiah(amount))
    await expect.poll(() => page.getByText('Menunggu tanda tangan').count()).toBe(0)
  },
)

journey('FND-05 a reload on the signing page opens the same agreement again', async (world) => {
  const lender = await world.makeLender()
  const loan = await world.makeLoan()
  const { page } = await world.openWindow()
  await logIn(page, lender)
  await fundLoan(page, loan, amount)
  await expectSigningPage(page)
  await page.reload()
  await sign(page)
  await expectResult(page, 'Pendanaan Berhasil', loan)
  expect((await (await world.apiOf(lender)).portfolio()).length).toBe(1)
})

journey('FND-07 a loan that is funded in full leaves the marketplace', async (world) => {
  const lender = await world.makeLender()
  const loan = await world.makeLoan({ total: amount })
  const { page } = await world.openWindow()
  await logIn(page, lender)
  await openMarketplace(page)
  const dialog = await pickLoan(page, loan)
  await dialog.getByRole('switch', { name: 'Danai Semua' }).click()
  await dialog.getByRole('button', { name: 'Selanjutnya' }).click()
  await agreeAndFund(page, page.getByRole('dialog', { name: 'Preview Agreement' }))
  await sign(page)
  await expectResult(page, 'Pendanaan Berhasil', loan)
  await page.getByRole('button', { name: 'Kembali ke marketplace' }).click()
  await page.getByRole('main').getByRole('listitem').first().waitFor()
  expect(await (await world.apiOf(lender)).offered(loan)).toBeNull()
  expect(await cardOf(page, loan).count()).toBe(0)
})
