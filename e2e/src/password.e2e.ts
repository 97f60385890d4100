import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import {
  askForCode,
  chooseByKeyboard,
  chooseMenu,
  confirmationField,
  expectFocused,
  matchCode,
  newPasswordField,
  oldPasswordField,
  openChangePassword,
  resetButton,
  tabTo,
} from './account-screens.ts'
import { corners } from './browser.ts'
import { journey, useBrowser } from './journey.ts'
import { LenderApi } from './lender-api.ts'
import { takePicture } from './picture.ts'
import {
  dashboardShown,
  expectSentenceUnder,
  expectText,
  logIn,
  pathOf,
  sentenceUnder,
  toast,
} from './screens.ts'
import { Handset } from './sms.ts'
import { expectIndonesian } from './wording.ts'

useBrowser()

const fresh = 'Terasering2027'
const rule = 'Kata Sandi harus terdiri dari min 8 karakter, huruf besar, huruf kecil dan angka.'
const different = 'Kata Sandi harus sama dengan Kata Sandi Baru'
const failed = 'Gagal mengubah kata sandi. Silahkan coba lagi.'
const plain = [
  'Pendek1',
  'tanpabesar2027',
  'TANPAKECIL2027',
  'TanpaAngka',
  `Panjang2027${'x'.repeat(89)}`,
] as const

const expectUsable = (button: Locator, usable: boolean) => expect.poll(() => button.isEnabled()).toBe(usable)

const sendButton = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Ubah Kata Sandi', exact: true })

async function fillChange(page: Page, old: string, password: string, confirmation = password): Promise<void> {
  await oldPasswordField(page).fill(old)
  await newPasswordField(page).fill(password)
  await confirmationField(page).fill(confirmation)
}

journey(
  'PWD-03 a password change ends the other sessions of the lender and keeps the current one',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const elsewhere = await fixture.apiOf(lender)
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    const dialog = await openChangePassword(page)
    await fillChange(page, lender.password, fresh)
    await sendButton(page).click()
    await expectText(toast(page), 'Berhasil mengubah kata sandi')
    await dialog.waitFor({ state: 'detached' })
    await expect(elsewhere.summary()).rejects.toThrow('401 SESSION_ENDED')
    await expect(LenderApi.logIn(fixture.product, lender)).rejects.toThrow('PASSWORD_WRONG')
    await LenderApi.logIn(fixture.product, { ...lender, password: fresh })
    await page.reload()
    await dashboardShown(page)
    expect(pathOf(page)).toBe('/lender/dashboard/porto')
    // The fields must be empty when the dialog opens again.
    await openChangePassword(page)
    expect(await oldPasswordField(page).inputValue()).toBe('')
  },
)

journey(
  'DOOR-04 a password change in one tab keeps the other tab logged in with the new token',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { context, page, watch } = await fixture.openWindow()
    watch.expect(/^answer 401: /)
    await logIn(page, lender)
    const second = await context.newPage()
    await second.goto('/lender/marketplace/list')
    await second.getByRole('banner').waitFor()
    const tokenOf = (at: Page) =>
      at.evaluate(() => (JSON.parse(localStorage.getItem('user') ?? '{}') as { token: string }).token)
    const before = await tokenOf(page)
    // The server has changed the token, but its answer is delayed; meanwhile the other tab uses the old token.
    const changed = Promise.withResolvers<void>()
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/api/v1/auth/password', async (route) => {
      const answer = await route.fetch()
      changed.resolve()
      await held
      await route.fulfill({ response: answer })
    })
    await openChangePassword(page)
    await fillChange(page, lender.password, fresh)
    await sendButton(page).click()
    await changed.promise
    const refused = second.waitForResponse((response) => response.status() === 401)
    await second.getByRole('link', { name: 'Dashboard' }).first().click()
    await refused
    letGo()
    await expectText(toast(page), 'Berhasil mengubah kata sandi')
    await second.getByText('Belum ada pinjaman yang Anda danai').waitFor()
    expect(await toast(second).count()).toBe(0)
    await expect.poll(() => tokenOf(page)).not.toBe(before)
    await page.reload()
    await dashboardShown(page)
  },
)

journey('PWD-03 a wrong old password shows a toast and the reason under its field', async (fixture) => {
  const lender = await fixture.makeLender({ cash: 0 })
  const { page, watch } = await fixture.openWindow()
  watch.expect(/^answer 400: PUT .*\/auth\/password$/)
  await logIn(page, lender)
  await openChangePassword(page)
  await fillChange(page, 'Salah2026', fresh)
  await sendButton(page).click()
  await expectText(toast(page), failed)
  await expectSentenceUnder(oldPasswordField(page), 'Kata sandi salah')
  await expectFocused(oldPasswordField(page))
  await expectUsable(sendButton(page), false)
  await oldPasswordField(page).fill(lender.password)
  await expect.poll(() => sentenceUnder(oldPasswordField(page))).toBe('')
  await sendButton(page).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

journey(
  'PWD-01 PWD-02 the password dialog shows the password rules and disables its button while a field is empty or wrong',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    await openChangePassword(page)
    await expectRules(page, sendButton(page))
    await fillChange(page, '', fresh)
    await expectUsable(sendButton(page), false)
    await oldPasswordField(page).fill('x')
    await expectUsable(sendButton(page), true)
    await fillChange(page, lender.password, '', '')
    await expectUsable(sendButton(page), false)
  },
)

journey(
  'PWD-01 PWD-02 a password reset enforces the same password rules as a password change',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page } = await fixture.openWindow()
    await askForCode(page, lender.phone)
    await matchCode(page, await new Handset(fixture.product, lender.phone).nextCode())
    await expectUsable(resetButton(page), false)
    await expectRules(page, resetButton(page))
  },
)

/** Checks the password rules that both forms share. */
async function expectRules(page: Page, button: Locator): Promise<void> {
  for (const wrong of plain) {
    await newPasswordField(page).fill(wrong)
    await confirmationField(page).fill(wrong)
    await expectSentenceUnder(newPasswordField(page), rule)
    await expectUsable(button, false)
  }
  await newPasswordField(page).fill(fresh)
  await confirmationField(page).fill(`${fresh}x`)
  await expectSentenceUnder(confirmationField(page), different)
  await expect.poll(() => newPasswordField(page).getAttribute('aria-invalid')).toBe('false')
  await expectUsable(button, false)
  await confirmationField(page).fill(fresh)
  await expect.poll(() => sentenceUnder(confirmationField(page))).toBe('')
  // The new password is changed after its confirmation was typed.
  await newPasswordField(page).fill(`${fresh}9`)
  await expectSentenceUnder(confirmationField(page), different)
}

journey('PWD-01 the server enforces the password rule without the checks of the browser', async (fixture) => {
  const lender = await fixture.makeLender({ cash: 0 })
  const { page } = await fixture.openWindow()
  await logIn(page, lender)
  const stored = await page.evaluate(() => localStorage.getItem('user'))
  const { token }: { token: string } = JSON.parse(stored ?? '{}')
  for (const newPassword of plain) {
    const answer = await fetch(`${fixture.product.origin}/api/v1/auth/password`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        oldPassword: lender.password,
        newPassword,
        confirmNewPassword: newPassword,
      }),
    })
    expect({ newPassword, status: answer.status, said: await answer.json() }).toMatchObject({
      newPassword,
      status: 400,
      said: { message: rule },
    })
  }
  await fixture.apiOf(lender)
})

for (const [status, sentence] of [
  [429, 'Terlalu banyak percobaan. Coba beberapa saat lagi.'],
  [503, 'Layanan sedang sibuk. Coba beberapa saat lagi.'],
  [502, 'Mohon maaf terjadi kesalahan. Coba beberapa saat lagi.'],
] as const) {
  journey(
    `ERR-04 a ${status} response shows the error message of the server without a reload`,
    async (fixture) => {
      const { page, watch } = await fixture.openWindow()
      watch.expect(new RegExp(`^answer ${status}: PUT .*/auth/password$`))
      const lender = await fixture.makeLender({ cash: 0 })
      await logIn(page, lender)
      await page.route('**/api/v1/auth/password', (route) =>
        route.fulfill({ status, json: { message: sentence, code: 'X', requestId: 'x' } }),
      )
      let loads = 0
      page.on('load', () => {
        loads += 1
      })
      await openChangePassword(page)
      await fillChange(page, lender.password, fresh)
      await sendButton(page).click()
      await expectText(toast(page), sentence)
      await toast(page).waitFor({ state: 'detached' })
      expect(loads).toBe(0)
      // The input was not wrong, so it can be sent again unchanged.
      await page.unroute('**/api/v1/auth/password')
      await sendButton(page).click()
      await expectText(toast(page), 'Berhasil mengubah kata sandi')
    },
  )
}

journey(
  'ERR-01 ERR-03 ERR-04 the password dialog shows a missing network, a failing server and an ended session',
  async (fixture) => {
    const { page, watch } = await fixture.openWindow()
    watch.expect(/^request failed: PUT .*\/auth\/password/)
    watch.expect(/^answer 500: PUT .*\/auth\/password$/)
    const lender = await fixture.makeLender({ cash: 0 })
    await logIn(page, lender)
    await page.route('**/api/v1/auth/password', (route) => route.abort('internetdisconnected'))
    await openChangePassword(page)
    await fillChange(page, lender.password, fresh)
    await sendButton(page).click()
    await expectText(toast(page), 'Tidak ada koneksi internet, harap periksa jaringan Anda dan coba lagi.')
    await page.unroute('**/api/v1/auth/password')
    await page.route('**/api/v1/auth/password', (route) =>
      route.fulfill({ status: 500, json: { message: 'x' } }),
    )
    const loaded = page.waitForEvent('load')
    await sendButton(page).click()
    await expectText(toast(page), 'Mohon maaf terjadi kesalahan. Coba beberapa saat lagi.')
    await loaded
    await page.unroute('**/api/v1/auth/password')

    // A password change in another browser ends this session. That is reported once, instead of a refusal in the
    // dialog. The page's own polling must not learn of it before the dialog does, so its answers are held back.
    await dashboardShown(page)
    await page.route('**/api/v1/notices/state', () => undefined)
    await openChangePassword(page)
    await fillChange(page, fresh, 'LumbungPadi2028')
    watch.expect(/^answer 401: /)
    const elsewhere = await fixture.openWindow()
    await logIn(elsewhere.page, lender)
    await openChangePassword(elsewhere.page)
    await fillChange(elsewhere.page, lender.password, fresh)
    await sendButton(elsewhere.page).click()
    await expectText(toast(elsewhere.page), 'Berhasil mengubah kata sandi')
    await sendButton(page).click()
    await expectText(toast(page), 'Sesi anda telah berakhir. Silakan login kembali untuk akses dashboard.')
    await page.waitForURL((url) => url.pathname === '/lender/login')
  },
)

journey(
  'PWD-03 the password dialog works by keyboard alone and returns focus to the menu',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page } = await fixture.openWindow()
    await logIn(page, lender)
    await dashboardShown(page)
    const menu = page.getByRole('banner').getByRole('button', { name: /^Akun/ })
    await tabTo(page, menu)
    await chooseByKeyboard(page, 'Ubah Kata Sandi')
    await expectFocused(oldPasswordField(page))
    await page.keyboard.type(lender.password)
    await tabTo(page, newPasswordField(page))
    await page.keyboard.type(fresh)
    await tabTo(page, confirmationField(page))
    await page.keyboard.type(fresh)
    await page.keyboard.press('Enter')
    await expectText(toast(page), 'Berhasil mengubah kata sandi')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expectFocused(menu)
  },
)

for (const { variant, screen } of corners) {
  journey(`PWD-03 the password dialog passes the axe accessibility check: ${variant}`, async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page, watch } = await fixture.openWindow(screen)
    watch.expect(/^answer 400: PUT .*\/auth\/password$/)
    const look = async (what: string) => {
      const name = `password-${what}-${variant}`.replaceAll(' ', '-')
      await takePicture(page, name)
      await expectIndonesian(page, `${what}, ${variant}`)
      await expectAccessible(page, `${what}, ${variant}`)
    }
    await logIn(page, lender)
    await chooseMenu(page, 'Ubah Kata Sandi')
    await oldPasswordField(page).waitFor()
    await look('empty')
    await fillChange(page, 'x', 'pematang', 'y')
    await expectSentenceUnder(newPasswordField(page), rule)
    await look('wrong')
    await fillChange(page, 'Salah2026', fresh)
    await sendButton(page).click()
    await expectText(toast(page), failed)
    await look('refused')
  })
}
