import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './browser.ts'
import { journey, useBrowser } from './journey.ts'
import type { Loan } from './operator.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import { expectPath, expectSentenceUnder, expectText, logIn, mainMenu, press, toast } from './screens.ts'

useBrowser()

const mandateCard = (page: Page): Locator => page.getByRole('region', { name: 'Kuasa pendanaan otomatis' })
const strategies = (page: Page): Locator => page.getByRole('list', { name: 'Strategi menurut urutan' })
const names = (page: Page): Promise<string[]> =>
  strategies(page)
    .getByRole('heading')
    .evaluateAll((all) => all.map((one) => one.firstChild?.textContent ?? ''))

async function type(field: Locator, text: string): Promise<void> {
  await field.focus()
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

/** Gives a mandate: sets the ceilings, reads the text and enters the password. */
async function grant(page: Page, password: string): Promise<void> {
  await press(mandateCard(page).getByRole('button', { name: 'Beri kuasa' }))
  const ceilings = page.getByRole('dialog', { name: 'Beri kuasa' })
  const perLoan = ceilings.getByLabel('Paling banyak per pinjaman')
  await type(perLoan, '5000000')
  await type(ceilings.getByLabel('Paling banyak seluruhnya'), '2000000')
  await press(ceilings.getByRole('button', { name: 'Baca naskah kuasa' }))
  await expectSentenceUnder(perLoan, 'tidak boleh lebih besar dari batas seluruhnya')
  await type(perLoan, '500000')
  await checkAllScreens(page, 'mandate-ceilings')
  await press(ceilings.getByRole('button', { name: 'Baca naskah kuasa' }))

  const text = page.getByRole('dialog', { name: 'Baca naskah kuasa' })
  await text.getByText('Perjanjian Kuasa Pendanaan Otomatis').first().waitFor()
  await checkAllScreens(page, 'mandate-text')
  await press(text.getByRole('checkbox'), 'Space')
  await press(text.getByRole('button', { name: 'Selanjutnya' }))

  const check = page.getByRole('dialog', { name: 'Masukkan kata sandi' })
  const field = check.getByLabel('Kata Sandi', { exact: true })
  await type(field, 'SalahSekali2026')
  await page.keyboard.press('Enter')
  await expectSentenceUnder(field, 'Kata sandi salah. Kuasa belum diberikan.')
  await type(field, password)
  await page.keyboard.press('Enter')
  await expectText(mandateCard(page), 'Berlaku')
  await mandateCard(page).getByRole('button', { name: 'Cabut kuasa' }).waitFor()
}

/** Waits until the first strategy has this number of fundings that are signed without the provider's page. */
async function expectFunded(page: Page, fundings: number): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.reload()
        await strategies(page).waitFor()
        return (await strategies(page).innerText()).replaceAll(/\s+/g, ' ')
      },
      { timeout: 120_000, interval: 2_000 },
    )
    .toContain(`dalam ${fundings} pendanaan`)
}

/** Opens the newest round and reads why each of the other loans was not funded. */
async function whyNot(page: Page, funded: readonly Loan[], notFunded: string): Promise<void> {
  await press(strategies(page).getByRole('button', { name: 'Riwayat dan alasan Tenor panjang' }))
  const runs = page.getByRole('dialog', { name: 'Riwayat Tenor panjang' })
  await press(runs.getByRole('button', { name: 'Mengapa?' }).last())
  const list = runs.getByRole('region', { name: 'Per pinjaman' })
  for (const { borrowerName } of funded) {
    const loan = list.getByRole('listitem').filter({ hasText: borrowerName })
    await expectText(loan, 'urutan 1 dari 1 Pemberi Dana')
    await expectText(loan, 'didapat Rp500.000')
  }
  await expectText(list.getByRole('listitem').filter({ hasText: notFunded }), 'Tidak didanai')
  await expectText(runs, 'Mengapa tidak')
  await checkAllScreens(page, 'auto-why-not')
  await page.keyboard.press('Escape')
  await runs.waitFor({ state: 'detached' })
}

journey(
  'AUT-01 AUT-02 AUT-03 AUT-08 a lender grants a mandate, creates a strategy, and sees what it funded and why not more, by keyboard alone',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 5_000_000 })
    await fixture.operator.run(['lenders', 'signer', '--phone', lender.phone, '--provider', 'XIGNATURE'])
    // The strategies of this try must not fund other loans.
    const tenor = fixture.ownTenor()
    const offer = { total: 4_000_000, minimum: 500_000, tenor }
    // The minimum of the last is above the amount of the strategy, so it must not be funded.
    const loans = await fixture.operator.makeLoans([offer, offer, { ...offer, minimum: 600_000 }])
    const unfit = loans.pop()
    const { page, watch } = await fixture.openWindow()
    watch.expect(/^answer 4\d\d: POST .*\/mandate\/grant$/)
    // The server asks for the password.
    watch.expect(/^answer 400: POST .*\/auto-funding\/strategies$/)
    await logIn(page, lender)
    await press(mainMenu(page).getByRole('link', { name: 'Pendanaan Otomatis' }))
    await expectPath(page, '/auto-funding')
    await expectText(page.getByRole('main'), 'Belum ada strategi')
    await checkAllScreens(page, 'auto-empty')
    await grant(page, lender.password)

    await press(page.getByRole('button', { name: 'Strategi baru' }))
    const form = page.getByRole('dialog', { name: 'Strategi baru' })
    await press(form.getByRole('button', { name: 'Simpan strategi' }))
    await expectSentenceUnder(form.getByLabel('Nama strategi'), 'Beri nama')
    await type(form.getByLabel('Nama strategi'), 'Tenor panjang')
    await type(form.getByLabel('Rupiah per pinjaman'), '500000')
    await type(form.getByLabel('Anggaran seluruhnya'), '1000000')
    for (const field of ['Tenor terpendek', 'Tenor terpanjang'])
      await type(form.getByLabel(field), `${tenor}`)
    const estimate = form.getByRole('complementary', { name: 'Perkiraan' })
    await expectText(estimate, '2 pinjaman')
    await type(form.getByLabel('Bunga terendah per tahun'), '99')
    await expectText(estimate, '0 pinjaman')
    await expectText(estimate, 'unga')
    await checkAllScreens(page, 'auto-form')
    await type(form.getByLabel('Bunga terendah per tahun'), '1')
    await expectText(estimate, '2 pinjaman')
    await press(form.getByRole('button', { name: 'Simpan strategi' }))
    const password = page.getByRole('dialog', { name: 'Masukan Kata Sandi' })
    await type(password.getByLabel('Kata Sandi', { exact: true }), 'SalahSekali2026')
    await page.keyboard.press('Enter')
    await expectSentenceUnder(password.getByLabel('Kata Sandi', { exact: true }), 'Kata sandi salah')
    await checkAllScreens(page, 'auto-password')
    await type(password.getByLabel('Kata Sandi', { exact: true }), lender.password)
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'detached' })

    // A new loan starts a round at once; this one has a tenor that the strategy does not take.
    await fixture.makeLoan({ tenor: fixture.ownTenor() })
    await expectFunded(page, 2)
    await whyNot(page, loans, unfit?.borrowerName ?? '')
    await press(mainMenu(page).getByRole('link', { name: 'Dashboard' }))
    for (const { borrowerName } of loans) await expectText(page.getByRole('main'), borrowerName)
    await press(mainMenu(page).getByRole('link', { name: 'Pendanaan Otomatis' }))

    await press(page.getByRole('button', { name: 'Strategi baru' }))
    await type(form.getByLabel('Nama strategi'), 'Lebih panjang')
    await type(form.getByLabel('Tenor terpendek'), '900')
    await type(form.getByLabel('Rupiah per pinjaman'), '500000')
    await type(form.getByLabel('Anggaran seluruhnya'), '2000000')
    await press(form.getByRole('button', { name: 'Simpan strategi' }))
    await type(password.getByLabel('Kata Sandi', { exact: true }), lender.password)
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => names(page)).toEqual(['Tenor panjang', 'Lebih panjang'])
    await press(page.getByRole('button', { name: 'Naikkan Lebih panjang' }))
    await expect.poll(() => names(page)).toEqual(['Lebih panjang', 'Tenor panjang'])
    await press(strategies(page).getByRole('button', { name: 'Jeda Tenor panjang' }))
    await expectText(strategies(page), 'Dijeda')
    await checkAllScreens(page, 'auto-list')
    await expectFitsNarrow(page, 'auto list')
    await page.reload()
    await expect.poll(() => names(page)).toEqual(['Lebih panjang', 'Tenor panjang'])

    const { width = 0, height = 0 } = phone
    await page.setViewportSize({ width, height })
    await press(strategies(page).getByRole('button', { name: 'Akhiri Tenor panjang' }))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Akhiri strategi' }))
    await expect.poll(() => names(page)).toEqual(['Lebih panjang'])
    await press(mandateCard(page).getByRole('button', { name: 'Cabut kuasa' }))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Cabut kuasa' }))
    await expectText(toast(page), 'Kuasa sudah dicabut')
    await expectText(mandateCard(page), 'dicabut pada')
  },
)
