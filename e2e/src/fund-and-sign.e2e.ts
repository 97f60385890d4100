import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { desktop, phone, type Screen } from './browser.ts'
import { journey, useBrowser, type Fixture } from './journey.ts'
import { takePicture } from './picture.ts'
import {
  agreementBox,
  amountField,
  closeRead,
  enterAmount,
  expectPath,
  expectSigningPage,
  expectText,
  loanCards,
  logInByForm,
  openAgreement,
  openDashboard,
  openMarketplace,
  openTerms,
  openTransactions,
  pickLoan,
  portfolioRow,
  sign,
  summaryFigure,
  transactionRow,
} from './screens.ts'
import { judgePdf } from './signed-pdf.ts'

useBrowser(async () => ({ viewsPdf: true }))

const amount = 2_500_000

/** Runs the complete funding of a loan in one window, with a screenshot of each screen for review. */
async function walkTheRoad(fixture: Fixture, screen: Screen, name: string): Promise<void> {
  const lender = await fixture.makeLender({ cash: 20_000_000 })
  const loan = await fixture.makeLoan({ total: 10_000_000, purpose: 'Menambah stok barang', grade: 'B2' })
  const { page } = await fixture.openWindow(screen)
  let step = 0
  const picture = async (what: string, of: Page = page) => {
    step += 1
    await takePicture(of, `fund-and-sign-${name}-${String(step).padStart(2, '0')}-${what}`)
  }

  await page.goto('/lender/')
  await expectPath(page, '/login')
  await picture('login')
  await logInByForm(page, lender)
  await expect.poll(() => summaryFigure(page, 'Cash Balance')).toBe('Rp20.000.000')
  await picture('empty-portfolio')

  await openMarketplace(page)
  await loanCards(page).first().waitFor()
  await picture('marketplace')
  const dialog = await pickLoan(page, loan)
  await amountField(dialog).focus()
  await picture('amount')
  const preview = await enterAmount(page, amount)
  await picture('preview')
  const terms = await openTerms(page, preview)
  await picture('terms', terms)
  await closeRead(terms, preview)
  await agreementBox(preview).check()
  await preview.getByRole('button', { name: 'Danai', exact: true }).click()

  await expectPath(page, '/privy')
  await expectSigningPage(page)
  await picture('signing')
  await sign(page)
  await expectPath(page, '/fundingStatus')
  await expectText(page.getByRole('main'), 'Pendanaan Berhasil')
  await expectText(page.getByRole('main'), loan.loanNumber)
  await expectText(page.getByRole('main'), formatRupiah(amount))
  await picture('result')

  await page.getByRole('button', { name: 'Lihat Dashboard' }).click()
  await expectPath(page, '/dashboard/porto')
  await expect.poll(() => summaryFigure(page, 'Cash Balance')).toBe('Rp17.500.000')
  const row = portfolioRow(page, loan)
  await expectText(row, formatRupiah(amount))
  await picture('portfolio')
  await openTransactions(page)
  await expectText(transactionRow(page, loan), '-Rp2.500.000')
  await picture('transactions')

  await openDashboard(page)
  for (const name of ['Perjanjian Pendanaan', 'Perjanjian Fasilitas Pendanaan'] as const) {
    const report = judgePdf(await openAgreement(page, loan, name))
    expect(report.signatures, name).toContain('Signature is Valid')
    expect(report.text, name).toContain(loan.loanNumber)
    expect(report.text, name).toContain('2.500.000')
  }
}

journey(
  'FND-05 FND-07 FIX-03 a lender funds a loan and signs both agreements on a desktop, starting at the login',
  (fixture) => walkTheRoad(fixture, desktop, '1440'),
)
journey(
  'FND-05 FND-07 FIX-03 a lender funds a loan and signs both agreements on a phone, starting at the login',
  (fixture) => walkTheRoad(fixture, phone, '390'),
)
