import { expect } from 'vitest'
import { journey, useBrowser } from './journey.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import {
  dashboardShown,
  expectCount,
  expectText,
  findLoan,
  logIn,
  openDashboard,
  openMarketplace,
} from './screens.ts'

useBrowser()

journey(
  'SCN-07 what an account lacks stands on the dashboard and in the dialog that it bars, before any typing',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 20_000_000, hasClass: false })
    const loan = await fixture.makeLoan({ total: 10_000_000 })
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    await dashboardShown(page)
    const card = page.getByRole('region', { name: 'Lengkapi akun Anda' })
    const names = () => card.getByRole('heading', { level: 3 }).allTextContents()
    await expect.poll(names).toEqual(['Kelas Pemberi Dana', 'Rekening bank', 'Virtual account'])
    await checkAllScreens(page, 'account-requirements')
    await expectFitsNarrow(page, 'account-requirements')

    await page
      .getByRole('region', { name: 'Ringkasan saldo' })
      .getByRole('button', { name: 'Tarik Dana' })
      .click()
    const withdrawal = page.getByRole('dialog', { name: 'Rekening bank Anda belum terdaftar' })
    await expectCount(withdrawal.getByRole('textbox'), 0)
    await withdrawal.getByRole('button', { name: 'Mengerti' }).click()

    await openMarketplace(page)
    const listed = await findLoan(page, loan)
    await listed.getByRole('button', { name: /^Danai/ }).click()
    const barred = page.getByRole('dialog', { name: 'Akun Anda belum lengkap' })
    await expectText(barred, 'Kelas Pemberi Dana Anda belum tercatat')
    await expectCount(page.getByLabel('Jumlah pendanaan'), 0)
    await checkAllScreens(page, 'account-requirements-funding')
    await barred.getByRole('button', { name: 'Mengerti' }).click()

    const evidence = ['--kind', 'INDIVIDUAL', '--income', '10000000000', '--evidence', 'SPT 2025']
    await fixture.operator.run(['lenders', 'class', 'set', '--phone', lender.phone, ...evidence])
    await page.reload()
    await (await findLoan(page, loan)).getByRole('button', { name: /^Danai/ }).click()
    await page.getByLabel('Jumlah pendanaan').waitFor()
    await page.keyboard.press('Escape')
    await openDashboard(page)
    await expect.poll(names).toEqual(['Rekening bank', 'Virtual account'])
  },
)
