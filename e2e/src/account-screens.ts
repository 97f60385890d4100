import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectPath, phoneField } from './screens.ts'

// What a lender does with their account, one function per action.

export const codeDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Masukkan Kode SMS' })
export const codeField = (page: Page): Locator => page.getByRole('textbox', { name: 'Kode verifikasi' })
export const newPasswordField = (page: Page): Locator => page.getByLabel('Kata Sandi Baru', { exact: true })
export const confirmationField = (page: Page): Locator =>
  page.getByLabel('Konfirmasi Kata Sandi Baru', { exact: true })
export const oldPasswordField = (page: Page): Locator => page.getByLabel('Kata Sandi Lama', { exact: true })
export const resetButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Atur Ulang Kata Sandi' })

/** Opens the code dialog from the login. */
export async function askForCode(page: Page, phone: string): Promise<void> {
  await page.goto('/lender/login')
  await page.getByRole('link', { name: 'Lupa Kata Sandi?' }).click()
  await expectPath(page, '/reset-password')
  // The URL changes first; the login disappears only when this mode is rendered, so the test waits for its button.
  const next = page.getByRole('button', { name: 'Selanjutnya' })
  await next.waitFor()
  await phoneField(page).fill(phone)
  await next.click()
  await codeDialog(page).waitFor()
}

/** Types a code key by key; the last digit submits it. */
export async function typeCode(page: Page, code: string): Promise<void> {
  await codeField(page).pressSequentially(code)
}

/** Goes from the code dialog to new-password mode. */
export async function matchCode(page: Page, code: string): Promise<void> {
  await typeCode(page, code)
  await codeDialog(page).waitFor({ state: 'detached' })
  await resetButton(page).waitFor()
}

export async function chooseMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: /^Akun/ }).click()
  const item = page.getByRole('menuitem', { name: entry })
  await item.waitFor()
  await item.click()
}

/**
 * Opens Ubah Kata Sandi from the menu.
 * @returns its dialog
 */
export async function openChangePassword(page: Page): Promise<Locator> {
  await chooseMenu(page, 'Ubah Kata Sandi')
  const dialog = page.getByRole('dialog', { name: 'Ubah Kata Sandi' })
  await dialog.waitFor()
  return dialog
}

/** Opens the focused menu and chooses one of its entries, by keyboard alone. */
export async function chooseByKeyboard(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Enter')
  const entry = page.getByRole('menuitem', { name })
  await entry.waitFor()
  await expectFocusWithin(page.getByRole('menu').filter({ has: entry }))
  for (let pressed = 0; pressed < 6; pressed += 1) {
    if (await entry.evaluate((element) => element === document.activeElement)) break
    const before = await focusedText(page)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focusedText(page)).not.toBe(before)
  }
  await expectFocused(entry)
  await page.keyboard.press('Enter')
}
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** Presses Tab until a control has the focus, which is not behind the bars at the edges of the screen. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // A dialog that opens takes the focus a little later than it is shown.
  await expect
    .poll(() =>
      control.evaluate((element) => {
        const dialog = element.closest('[role=dialog]')
        return dialog === null || dialog.contains(document.activeElement)
      }),
    )
    .toBe(true)
  const isThere = () => control.evaluate((element) => element === document.activeElement)
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await isThere()) return expectClearOfBars(control)
    await page.keyboard.press(key)
  }
  throw new Error(`the ${key} key does not reach ${String(control)}`)
}

const expectClearOfBars = (control: Locator): Promise<void> =>
  expect
    .poll(() =>
      control.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        const above = document.elementFromPoint(left + width / 2, top + height / 2)
        const bar = above?.closest('header, nav[aria-label="Menu utama"], [data-sticky]')
        return !bar || bar.contains(element)
      }),
    )
    .toBe(true)

/** Waits until a list or menu that opened has the focus, without which it would not receive keys. */
export async function expectFocusWithin(list: Locator): Promise<void> {
  await expect.poll(() => list.evaluate((one) => one.contains(document.activeElement))).toBe(true)
}

export async function expectFocused(control: Locator): Promise<void> {
  await expect.poll(() => control.evaluate((element) => element === document.activeElement)).toBe(true)
}
