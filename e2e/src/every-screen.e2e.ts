import type { Page } from 'playwright-core'
import { expectAccessible } from './accessibility.ts'
import { corners, phone, type Screen } from './browser.ts'
import { journey, useBrowser } from './journey.ts'
import { takePicture } from './picture.ts'
import { expectFitsNarrow, expectNoSidewaysScroll } from './screen-checks.ts'
import {
  agreementBox,
  amountField,
  closeRead,
  enterAmount,
  expectPath,
  expectSentenceUnder,
  expectSigningPage,
  expectText,
  loanCards,
  logInByForm,
  openDashboard,
  openMarketplace,
  openTerms,
  openTransactions,
  phoneField,
  pickLoan,
  portfolioRow,
  sign,
  transactionRow,
  tryLogIn,
} from './screens.ts'
import { expectLoneTexts } from './translator.ts'
import { expectIndonesian } from './wording.ts'

useBrowser()

/** Checks widths between the narrowest and the widest table of the portfolio, where the columns share the space. */
async function expectTableFits(page: Page, { width: before = 0, height = 0 }: Screen) {
  if (before === phone.width) return
  for (const width of [1240, 1280, 1366, 1600]) {
    await page.setViewportSize({ width, height })
    await expectNoSidewaysScroll(page, `portfolio, ${width}`)
  }
  await page.setViewportSize({ width: before, height })
}

for (const { variant, screen } of corners) {
  journey(
    `FMT-01 SCR-04 SCN-01 every screen is in Indonesian, fits 320 px and passes the axe accessibility check: ${variant}`,
    async (fixture) => {
      const lender = await fixture.makeLender({ cash: 20_000_000 })
      const loan = await fixture.makeLoan({
        total: 10_000_000,
        purpose: 'Menambah stok barang',
        grade: 'B2',
        borrowerName: 'Perusahaan Dagang Sumber Makmur Sejahtera Abadi',
      })
      const { page, watch } = await fixture.openWindow(screen)
      watch.expect(/^answer 400: POST .*\/auth\/login$/)
      const look = async (what: string, at: Page = page) => {
        const name = `look-${what}-${variant}`.replaceAll(' ', '-')
        await takePicture(at, name)
        await expectIndonesian(at, `${what}, ${variant}`)
        await expectNoSidewaysScroll(at, `${what}, ${variant}`)
        await expectLoneTexts(at, `${what}, ${variant}`)
        await expectAccessible(at, `${what}, ${variant}`)
        if (screen.width === phone.width) await expectFitsNarrow(at, what)
      }

      await page.goto('/lender/')
      await tryLogIn(page, '8199900012', 'Pematang2026')
      await expectSentenceUnder(phoneField(page), 'tidak terdaftar')
      await look('login')
      await logInByForm(page, lender)
      await page.getByText('Belum ada pinjaman yang Anda danai').waitFor()
      await look('empty portfolio')
      await page.getByRole('banner').getByRole('button', { name: lender.name }).click()
      await page.getByRole('menuitem', { name: 'Profil' }).waitFor()
      await look('profile menu')
      await page.getByRole('menuitem', { name: 'Profil' }).click()
      await page.getByRole('dialog', { name: 'Profil' }).waitFor()
      await look('profile')
      await page.keyboard.press('Escape')

      await openMarketplace(page)
      await loanCards(page).first().waitFor()
      await look('marketplace')
      const dialog = await pickLoan(page, loan)
      await amountField(dialog).fill('1')
      await expectSentenceUnder(amountField(dialog), 'Minimum jumlah pendanaan')
      await look('amount')
      await amountField(dialog).fill('')
      const preview = await enterAmount(page, 1_000_000)
      await look('preview')
      const terms = await openTerms(page, preview)
      await look('terms', terms)
      await closeRead(terms, preview)
      await agreementBox(preview).check()
      await look('agreed')
      await preview.getByRole('button', { name: 'Danai', exact: true }).click()
      await expectPath(page, '/privy')
      await expectSigningPage(page)
      await look('signing')

      await openDashboard(page)
      await expectText(portfolioRow(page, loan), 'Rp1.000.000')
      await look('waiting portfolio')
      await expectTableFits(page, screen)
      await portfolioRow(page, loan)
        .getByRole('button', { name: /^Tanda tangani/ })
        .click()
      await sign(page)
      await expectPath(page, '/fundingStatus')
      await expectText(page.getByRole('main'), 'Pendanaan Berhasil')
      await look('result')
      await page.getByRole('button', { name: 'Lihat Dashboard' }).click()
      await expectText(portfolioRow(page, loan), 'Rp1.000.000')
      await look('portfolio')
      await openTransactions(page)
      await expectText(transactionRow(page, loan), '-Rp1.000.000')
      await look('transactions')
    },
  )
}
