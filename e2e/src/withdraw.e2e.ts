import { withdrawalReasons } from '@pematang/contract/cash/withdrawal/rules'
import { expect } from 'vitest'
import { chooseByKeyboard, chooseMenu, expectFocused, expectFocusWithin, tabTo } from './account-screens.ts'
import { journey, useBrowser } from './journey.ts'
import { checkAllScreens } from './screen-checks.ts'
import {
  expectCount,
  expectDisabled,
  expectEnabled,
  expectPath,
  expectSentenceUnder,
  expectText,
  expectValue,
  logIn,
  passwordField,
  readText,
  sentenceUnder,
  summaryFigure,
} from './screens.ts'
import {
  allSwitch,
  amountField,
  askFor,
  chooseReason,
  confirm,
  formDialog,
  lineOf,
  makeLender,
  nextButton,
  openForm,
  passwordDialog,
  reasonSelect,
  resultOf,
  sendButton,
  typeAmount,
  withdraw,
  withdrawalCall,
} from './withdraw-screens.ts'

useBrowser()

const above = 'Jumlah penarikan melebihi saldo yang tersedia'
const below = 'Minimum jumlah penarikan dana adalah Rp100.000'

journey(
  'WDR-01 the withdrawal form groups digits, toggles "withdraw all", and shows eight reasons, the fee and the three working days',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    await logIn(page, (await makeLender(fixture)).lender)
    await openForm(page)
    await expectText(formDialog(page), 'maksimal dalam 3 hari kerja')
    await expectText(formDialog(page), 'Danai atau tarik Rp5.000.000 paling lambat')
    await typeAmount(page, '1250000')
    await expectValue(amountField(page), '1.250.000')

    await allSwitch(page).click()
    await expectValue(amountField(page), '5.000.000')
    await expect.poll(() => amountField(page).isEditable()).toBe(false)
    await allSwitch(page).click()
    await expectValue(amountField(page), '1.250.000')
    await expect.poll(() => amountField(page).isEditable()).toBe(true)
    await typeAmount(page, '5000000')
    await expect.poll(() => allSwitch(page).isChecked()).toBe(true)
    await amountField(page).press('Backspace')
    await expectValue(amountField(page), '500.000')
    await expect.poll(() => allSwitch(page).isChecked()).toBe(false)

    await reasonSelect(page).click()
    await page.getByRole('option').first().waitFor()
    expect(withdrawalReasons).toHaveLength(8)
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual(withdrawalReasons)
    await page.keyboard.press('Escape')
  },
)

for (const [code, bank, type] of [
  ['009', 'BNI', 'IM'],
  ['014', 'BCA', 'INTERBANK'],
] as const) {
  journey(
    `WDR-01 the withdrawal form shows the fee of ${type} and the amount that arrives`,
    async (fixture) => {
      const { page } = await fixture.openWindow()
      await logIn(page, (await makeLender(fixture, { code, bank })).lender)
      await openForm(page)
      // Slow typing also requests the fee of partial amounts, so the test waits for the fee of the whole amount.
      const answering = page.waitForResponse(
        (response) =>
          response.url().endsWith('/api/v1/withdrawals/fee') &&
          response.request().postDataJSON().amount === 1_000_000,
      )
      await typeAmount(page, '1000000')
      const answer = await answering
      expect(answer.request().postDataJSON()).toEqual({
        amount: 1_000_000,
        bankCode: code,
        payment_method: 1,
      })
      const { transfer_fee: fee, transfer_type: given } = await answer.json()
      expect(given).toBe(type)
      const rupiah = (amount: number) => `Rp${amount.toLocaleString('id-ID')}`
      await expectText(lineOf(page, 'Biaya transfer'), rupiah(fee))
      await expect
        .poll(async () => (await readText(formDialog(page))).includes('Internal Transfer'))
        .toBe(type === 'INTERBANK')
      expect(await readText(formDialog(page))).not.toContain('INTERBANK')
      await expectText(lineOf(page, 'Dikirim'), 'Rp1.000.000')
      await expectText(lineOf(page, 'Dipotong dari saldo'), rupiah(1_000_000 + fee))
      // The fee is deducted when the whole balance is withdrawn.
      await allSwitch(page).click()
      await expectText(lineOf(page, 'Dipotong dari saldo'), 'Rp5.000.000')
      await expectText(lineOf(page, 'Dikirim'), rupiah(5_000_000 - fee))
      await chooseReason(page)
      await nextButton(page).click()
      await expectText(
        passwordDialog(page),
        `Dikirim ${rupiah(5_000_000 - fee)}, biaya ${rupiah(fee)}, ke ${bank}`,
      )
    },
  )
}

journey(
  'FIX-16 the withdrawal form refuses an amount that leaves no room for the fee, and names the maximum',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    await logIn(page, (await makeLender(fixture, { cash: 200_000, code: '014', bank: 'BCA' })).lender)
    await openForm(page)
    await chooseReason(page)
    await typeAmount(page, '199999')
    await expectSentenceUnder(amountField(page), 'Tarik paling banyak Rp197.500, atau pilih Tarik Semua.')
    await expectDisabled(nextButton(page))
    await typeAmount(page, '197500')
    await expectText(lineOf(page, 'Dipotong dari saldo'), 'Rp200.000')
    await nextButton(page).click()
    await expectText(passwordDialog(page), 'Dikirim Rp197.500, biaya Rp2.500, ke BCA')
  },
)

journey(
  'WDR-02 the withdrawal form shows each refusal while typing and disables its button without amount and reason',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    await logIn(page, (await makeLender(fixture, { cash: 600_000 })).lender)
    await openForm(page)
    await expectDisabled(nextButton(page))
    await typeAmount(page, '600001')
    await expectSentenceUnder(amountField(page), above)
    await typeAmount(page, '99999')
    await expectSentenceUnder(amountField(page), below)
    await chooseReason(page)
    await expectDisabled(nextButton(page))
    await typeAmount(page, '100000')
    await expectEnabled(nextButton(page))
    await expect.poll(() => sentenceUnder(amountField(page))).not.toContain('Minimum')

    await page.keyboard.press('Escape')
    await formDialog(page).waitFor({ state: 'detached' })
    await openForm(page)
    await expectValue(amountField(page), '')
    await typeAmount(page, '100000')
    await lineOf(page, 'Biaya transfer').getByText('Rp').first().waitFor()
    await expectDisabled(nextButton(page))
  },
)

journey(
  'WDR-02 "Tarik Semua" (withdraw all) shows the minimum when the balance is below it',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    await logIn(page, (await makeLender(fixture, { cash: 60_000 })).lender)
    await openForm(page)
    await allSwitch(page).click()
    await expectSentenceUnder(amountField(page), below)
    await chooseReason(page)
    await expectDisabled(nextButton(page))
  },
)

journey(
  'WDR-03 NAV-10 the password step of a withdrawal refuses a short and a wrong password, then accepts the right one',
  async (fixture) => {
    const { lender } = await makeLender(fixture)
    const { page, watch } = await fixture.openWindow()
    watch.expect(/^answer 400: POST .*\/withdrawals$/)
    await logIn(page, lender)
    await openForm(page)
    await askFor(page, 250_000)
    await expectFocused(passwordField(page))
    await expectDisabled(sendButton(page))
    await passwordField(page).fill('abc')
    await expectSentenceUnder(passwordField(page), 'Minimum password 3 karakter')
    await expectDisabled(sendButton(page))
    await confirm(page, 'Salah2026')
    await expectSentenceUnder(passwordField(page), 'Kata Sandi tidak sesuai, mohon coba lagi.')
    await expectFocused(passwordField(page))

    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(withdrawalCall, async (route) => {
      await held
      await route.continue()
    })
    await confirm(page, lender.password)
    await page.locator('[data-global-loader]').waitFor()
    letGo()
    await expectPath(page, '/withdrawStatus')
    await page.locator('[data-global-loader]').waitFor({ state: 'detached' })
  },
)

journey(
  'WDR-04 WDR-05 a successful withdrawal shows its result, debits the cash at once and links to the history',
  async (fixture) => {
    const { lender } = await makeLender(fixture)
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    await withdraw(page, 250_000, lender.password)
    await expectPath(page, '/withdrawStatus')
    await expectText(resultOf(page), 'Permintaan Tarik Dana Berhasil')
    await expectCount(page.getByRole('banner'), 0)
    await page.getByRole('button', { name: 'Lihat Transaction History' }).click()
    await expectPath(page, '/dashboard/transaction-history')
    await expectText(page.getByRole('table'), '-Rp250.000')
    await expect.poll(() => summaryFigure(page, 'Cash Balance')).toBe('Rp4.750.000')
    // The fields must be empty when the dialog opens again.
    await openForm(page)
    await expectValue(amountField(page), '')
    await expectText(reasonSelect(page), 'Pilih alasan')
  },
)

journey(
  'WDR-04 a failed withdrawal shows the error message of the server, or a default one',
  async (fixture) => {
    const { lender } = await makeLender(fixture)
    const { page, watch } = await fixture.openWindow()
    watch.expect(/^answer 400: POST .*\/withdrawals$/)
    await logIn(page, lender)
    for (const [body, message] of [
      [{ message: 'Rekening tujuan sudah ditutup.', code: 'X' }, 'Rekening tujuan sudah ditutup.'],
      [{ error_description: 'Bank sedang libur.' }, 'Bank sedang libur.'],
      [{}, 'Maaf proses permintaan tarik dana belum dapat diproses.'],
    ] as const) {
      await page.route(withdrawalCall, (route) => route.fulfill({ status: 400, json: body }))
      await withdraw(page, 250_000, lender.password)
      await expectPath(page, '/withdrawStatus')
      await expectText(resultOf(page), 'Permintaan Tarik Dana Gagal')
      await expectText(resultOf(page), message)
      await page.unroute(withdrawalCall)
      await page.getByRole('button', { name: 'Kembali ke Dashboard' }).click()
      await expectPath(page, '/dashboard/porto')
    }
  },
)

journey('WDR-01 a lender without a registered account cannot withdraw', async (fixture) => {
  const { page } = await fixture.openWindow()
  await logIn(page, await fixture.makeLender({ cash: 0 }))
  await chooseMenu(page, 'Tarik Dana')
  const dialog = page.getByRole('dialog', { name: 'Rekening bank Anda belum terdaftar' })
  await dialog.waitFor()
  await expectFocused(dialog.getByRole('button', { name: 'Mengerti' }))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
})

journey('WDR-01 WDR-03 WDR-04 all steps of a withdrawal work by keyboard alone', async (fixture) => {
  const { lender } = await makeLender(fixture)
  const { page } = await fixture.openWindow()
  await logIn(page, lender)
  const menu = page.getByRole('banner').getByRole('button', { name: /^Akun/ })
  await tabTo(page, menu)
  await chooseByKeyboard(page, 'Tarik Dana')
  await expectText(formDialog(page), 'Saldo tersedia Rp')
  await expectFocused(amountField(page))
  await page.keyboard.type('750000')
  await tabTo(page, reasonSelect(page))
  await page.keyboard.press('Enter')
  await page.getByRole('option').first().waitFor()
  await expectFocusWithin(page.getByRole('listbox'))
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expectText(reasonSelect(page), 'Lain-lain')
  await expectEnabled(nextButton(page))
  await tabTo(page, nextButton(page))
  await page.keyboard.press('Enter')
  await expectFocused(passwordField(page))
  await page.keyboard.type(lender.password)
  await page.keyboard.press('Enter')
  await expectText(resultOf(page), 'Permintaan Tarik Dana Berhasil')
  await tabTo(page, page.getByRole('button', { name: 'Lihat Transaction History' }))
  await page.keyboard.press('Enter')
  await expectPath(page, '/dashboard/transaction-history')
})

journey(
  'WDR-01 WDR-03 WDR-04 each withdrawal step passes the axe accessibility check on desktop and phone, light and dark',
  async (fixture) => {
    const { lender } = await makeLender(fixture, { code: '014', bank: 'BCA' })
    const { page, watch } = await fixture.openWindow()
    watch.expect(/^answer 400: POST .*\/withdrawals$/)
    await logIn(page, lender)
    await openForm(page)
    await typeAmount(page, '1')
    await expectSentenceUnder(amountField(page), below)
    await checkAllScreens(page, 'withdraw-below')
    await typeAmount(page, '1000000')
    await chooseReason(page)
    await expectText(lineOf(page, 'Biaya transfer'), 'Internal Transfer')
    await expectEnabled(nextButton(page))
    await checkAllScreens(page, 'withdraw-form')
    await nextButton(page).click()
    await confirm(page, 'Salah2026')
    await expectSentenceUnder(passwordField(page), 'Kata Sandi tidak sesuai')
    await checkAllScreens(page, 'withdraw-password')
    await confirm(page, lender.password)
    await expectText(resultOf(page), 'Permintaan Tarik Dana Berhasil')
    await checkAllScreens(page, 'withdraw-result')
  },
)

journey('WDR-03 the password step of a withdrawal is 30% wide on a desktop', async (fixture) => {
  const { page } = await fixture.openWindow()
  await logIn(page, (await makeLender(fixture)).lender)
  await openForm(page)
  await askFor(page, 250_000)
  await expect
    .poll(() =>
      passwordDialog(page).evaluate(
        // The body is as wide as the page without its scrollbar.
        (dialog) => dialog.getBoundingClientRect().width / document.body.getBoundingClientRect().width,
      ),
    )
    .toBeCloseTo(0.3, 2)
})
