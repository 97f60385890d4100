import path from 'node:path'
import type { Page } from 'playwright-core'
import { expectAccessible } from './accessibility.ts'
import { artifacts } from './artifacts.ts'
import { corners } from './browser.ts'
import { journey, useBrowser } from './journey.ts'
import { expectNothingSideways } from './looks.ts'
import {
  agreementBox,
  amountField,
  enterAmount,
  expectPath,
  expectSigningPage,
  expectSentenceUnder,
  expectText,
  logIn,
  openDashboard,
  openMarketplace,
  openTerms,
  openTransactions,
  pickLoan,
  phoneField,
  portfolioRow,
  sign,
  transactionRow,
  tryLogIn,
} from './screens.ts'
import { expectIndonesian } from './wording.ts'

useBrowser()

for (const { variant, screen } of corners) {
  journey(`FMT-01 every screen in Indonesian and without a finding of axe: ${variant}`, async (world) => {
    const lender = await world.makeLender({ cash: 20_000_000 })
    const loan = await world.makeLoan({ total: 10_000_000, purpose: 'Menambah stok barang', grade: 'B2' })
    const { page, watch } = await world.openWindow(screen)
    watch.expect(/^answer 400: POST .*\/auth\/login$/)
    const look = async (what: string, at: Page = page) => {
      const name = `look-${what}-${variant}`.replaceAll(' ', '-')
      await at.screenshot({ path: path.join(artifacts, `${name}.png`) })
      await expectIndonesian(at, `${what}, ${variant}`)
      await expectNothingSideways(at, `${what}, ${variant}`)
      await expectAccessible(at, `${what}, ${variant}`)
    }

    await page.goto('/lender/')
    await tryLogIn(page, '8199900012', 'Pematang2026')
    await expectSentenceUnder(phoneField(page), 'tidak terdaftar')
    await look('login')
    await logIn(page, lender)
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
    await page.getByText('Sisa Pendanaan').first().waitFor()
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
    await terms.keyboard.press('End')
    await terms.getByText('Sudah dibaca sampai akhir').waitFor()
    await terms.close()
    await agreementBox(preview).check()
    await look('agreed')
    await preview.getByRole('button', { name: 'Danai', exact: true }).click()
    await expectPath(page, '/privy')
    await expectSigningPage(page)
    await look('signing')

    await openDashboard(page)
    await expectText(portfolioRow(page, loan), 'Rp1.000.000')
    await look('waiting portfolio')
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
  })
}
