import path from 'node:path'
import type { Page } from 'playwright-core'
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
import { artifacts } from './artifacts.ts'
import { corners } from './browser.ts'
import { journey, useBrowser } from './journey.ts'
import { LenderApi } from './lender-api.ts'
import { expectSentenceUnder, expectText, logIn, pathOf, sentenceUnder, toast } from './screens.ts'
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

const sendButton = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Ubah Kata Sandi', exact: true })

async function fillChange(page: Page, old: string, password: string, confirmation = password): Promise<void> {
  await oldPasswordField(page).fill(old)
  await newPasswordField(page).fill(password)
  await confirmationField(page).fill(confirmation)
}

journey('PWD-03 the password is changed; other sessions end, this one goes on', async (world) => {
  const lender = await world.makeLender({ cash: 0 })
  const elsewhere = await world.apiOf(lender)
  const { page } = await world.openWindow()
  await logIn(page, lender)
  const dialog = await openChangePassword(page)
  await fillChange(page, lender.password, fresh)
  await sendButton(page).click()
  await expectText(toast(page), 'Berhasil mengubah kata sandi')
  await dialog.waitFor({ state: 'detached' })
  await expect(elsewhere.summary()).rejects.toThrow('401 SESSION_ENDED')
  await expect(LenderApi.logIn(world.product, lender)).rejects.toThrow('PASSWORD_WRONG')
  await LenderApi.logIn(world.product, { ...lender, password: fresh })
  await page.reload()
  await page.getByRole('banner').waitFor()
  expect(pathOf(page)).toBe('/lender/dashboard/porto')
  // What was typed is not kept.
  await openChangePassword(page)
  expect(await oldPasswordField(page).inputValue()).toBe('')
})

journey('PWD-03 a wrong old password: the toast says that it failed, the field why', async (world) => {
  const lender = await world.makeLender({ cash: 0 })
  const { page, watch } = await world.openWindow()
  watch.expect(/^answer 400: PUT .*\/auth\/password$/)
  await logIn(page, lender)
  await openChangePassword(page)
  await fillChange(page, 'Salah2026', fresh)
  await sendButton(page).click()
  await expectText(toast(page), failed)
  await expectSentenceUnder(oldPasswordField(page), 'Kata sandi salah')
  await expectFocused(oldPasswordField(page))
  expect(await sendButton(page).isDisabled()).toBe(true)
  await oldPasswordField(page).fill(lender.password)
  expect(await sentenceUnder(oldPasswordField(page))).toBe('')
  await sendButton(page).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

journey(
  'PWD-01 PWD-02 Ubah Kata Sandi: the sentences, and no button while a field is empty or wrong',
  async (world) => {
    const lender = await world.makeLender({ cash: 0 })
    const { page } = await world.openWindow()
    await logIn(page, lender)
    await openChangePassword(page)
    await expectRules(page, () => sendButton(page).isDisabled())
    await fillChange(page, '', fresh)
    expect(await sendButton(page).isDisabled()).toBe(true)
    await oldPasswordField(page).fill('x')
    expect(await sendButton(page).isDisabled()).toBe(false)
    await fillChange(page, lender.password, '', '')
    expect(await sendButton(page).isDisabled()).toBe(true)
  },
)

journey('PWD-01 PWD-02 the same rules where a forgotten password is set anew', async (world) => {
  const lender = await world.makeLender({ cash: 0 })
  const { page } = await world.openWindow()
  await askForCode(page, lender.phone)
  await matchCode(page, await new Handset(world.product, lender.phone).nextCode())
  expect(await resetButton(page).isDisabled()).toBe(true)
  await expectRules(page, () => resetButton(page).isDisabled())
})

/** What both forms have in common. */
async function expectRules(page: Page, isDisabled: () => Promise<boolean>): Promise<void> {
  for (const wrong of plain) {
    await newPasswordField(page).fill(wrong)
    await confirmationField(page).fill(wrong)
    await expectSentenceUnder(newPasswordField(page), rule)
    expect(await isDisabled()).toBe(true)
  }
  await newPasswordField(page).fill(fresh)
  await confirmationField(page).fill(`${fresh}x`)
  await expectSentenceUnder(confirmationField(page), different)
  expect(await newPasswordField(page).getAttribute('aria-invalid')).toBe('false')
  expect(await isDisabled()).toBe(true)
  await confirmationField(page).fill(fresh)
  expect(await sentenceUnder(confirmationField(page))).toBe('')
  // The new password changes under its confirmation.
  await newPasswordField(page).fill(`${fresh}9`)
  await expectSentenceUnder(confirmationField(page), different)
}

journey('PWD-01 the server holds the rule by itself', async (world) => {
  const lender = await world.makeLender({ cash: 0 })
  const { page } = await world.openWindow()
  await logIn(page, lender)
  const stored = await page.evaluate(() => localStorage.getItem('user'))
  const { token }: { token: string } = JSON.parse(stored ?? '{}')
  for (const newPassword of plain) {
    const answer = await fetch(`${world.product.origin}/api/v1/auth/password`, {
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
  await world.apiOf(lender)
})

for (const [status, sentence] of [
  [429, 'Terlalu banyak percobaan. Coba beberapa saat lagi.'],
  [503, 'Layanan sedang sibuk. Coba beberapa saat lagi.'],
  [502, 'Mohon maaf terjadi kesalahan. Coba beberapa saat lagi.'],
] as const) {
  journey(`ERR-04 a ${status} is told in its own words, and nothing is loaded anew`, async (world) => {
    const { page, watch } = await world.openWindow()
    watch.expect(new RegExp(`^answer ${status}: PUT .*/auth/password$`))
    const lender = await world.makeLender({ cash: 0 })
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
    // Nothing was wrong with what was typed: it can be sent again as it stands.
    await page.unroute('**/api/v1/auth/password')
    await sendButton(page).click()
    await expectText(toast(page), 'Berhasil mengubah kata sandi')
  })
}

journey(
  'ERR-01 ERR-03 ERR-04 a dialog with a form: no network, then a failing server, then no session',
  async (world) => {
    const { page, watch } = await world.openWindow()
    watch.expect(/^request failed: PUT .*\/auth\/password/)
    watch.expect(/^answer 500: PUT .*\/auth\/password$/)
    const lender = await world.makeLender({ cash: 0 })
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

    // A change elsewhere ends this session: it is told once, whatever the dialog was about to say.
    await page.getByRole('banner').waitFor()
    const elsewhere = await world.openWindow()
    await logIn(elsewhere.page, lender)
    await openChangePassword(elsewhere.page)
    await fillChange(elsewhere.page, lender.password, fresh)
    await sendButton(elsewhere.page).click()
    await expectText(toast(elsewhere.page), 'Berhasil mengubah kata sandi')
    watch.expect(/^answer 401: /)
    await openChangePassword(page)
    await fillChange(page, fresh, 'Pematang2028')
    await sendButton(page).click()
    await expectText(toast(page), 'Sesi anda telah berakhir. Silakan login kembali untuk akses dashboard.')
    await page.waitForURL((url) => url.pathname === '/lender/login')
  },
)

journey('PWD-03 by keyboard alone, from the menu and back to it', async (world) => {
  const lender = await world.makeLender({ cash: 0 })
  const { page } = await world.openWindow()
  await logIn(page, lender)
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
})

for (const { variant, screen } of corners) {
  journey(`PWD-03 the modal without a finding of axe: ${variant}`, async (world) => {
    const lender = await world.makeLender({ cash: 0 })
    const { page, watch } = await world.openWindow(screen)
    watch.expect(/^answer 400: PUT .*\/auth\/password$/)
    const look = async (what: string) => {
      const name = `password-${what}-${variant}`.replaceAll(' ', '-')
      await page.screenshot({ path: path.join(artifacts, `${name}.png`) })
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
