import { randomInt } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { chooseMenu } from './account-screens.ts'
import type { Fixture } from './journey.ts'
import type { Lender } from './operator.ts'
import { expectText, passwordField } from './screens.ts'

// Functions for Tarik Dana (withdrawal), one per action of a lender.

/** A lender with cash and a registered account: at BNI, or at another bank that BNI sends to. */
export async function makeLender(
  fixture: Fixture,
  { cash = 5_000_000, code = '009', bank = 'BNI' } = {},
): Promise<{ lender: Lender; account: string }> {
  const lender = await fixture.makeLender({ cash })
  const number = `10${String(randomInt(10 ** 8)).padStart(8, '0')}`
  const facts = ['--number', number, '--holder', lender.name, '--code', code, '--bank', bank]
  const rest = ['--branch', 'Jakarta', '--method', '1']
  await fixture.operator.run(['lenders', 'bank-account', '--phone', lender.phone, ...facts, ...rest])
  return { lender, account: number }
}

/** The URL pattern of the withdrawal call. */
export const withdrawalCall = '**/api/v1/withdrawals'

export const formDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Tarik Dana' })
export const passwordDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Masukan Kata Sandi' })
export const amountField = (page: Page): Locator => page.getByLabel('Jumlah penarikan')
export const allSwitch = (page: Page): Locator => page.getByRole('switch', { name: 'Tarik Semua' })
export const reasonSelect = (page: Page): Locator =>
  formDialog(page).getByRole('combobox', { name: 'Alasan penarikan' })
export const nextButton = (page: Page): Locator =>
  formDialog(page).getByRole('button', { name: 'Selanjutnya' })
export const sendButton = (page: Page): Locator =>
  passwordDialog(page).getByRole('button', { name: 'Tarik Dana', exact: true })
/** The value beside a name in the form. */
export const lineOf = (page: Page, name: string): Locator =>
  formDialog(page).locator('dt').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]')

export async function openForm(page: Page): Promise<void> {
  await chooseMenu(page, 'Tarik Dana')
  await formDialog(page).waitFor()
  await expectText(formDialog(page), 'Saldo tersedia Rp')
}

export async function typeAmount(page: Page, text: string): Promise<void> {
  await amountField(page).focus()
  await amountField(page).press('ControlOrMeta+a')
  await amountField(page).pressSequentially(text)
}

export async function chooseReason(page: Page, reason = 'Kebutuhan pribadi'): Promise<void> {
  await reasonSelect(page).click()
  await page.getByRole('option', { name: reason }).click()
}

/** Goes from the form to the password step. */
export async function askFor(page: Page, amount: number): Promise<void> {
  await typeAmount(page, String(amount))
  await chooseReason(page)
  await nextButton(page).click()
  await passwordDialog(page).waitFor()
}

export async function confirm(page: Page, password: string): Promise<void> {
  await passwordField(page).fill(password)
  await sendButton(page).click()
}

/** Completes both steps, starting from the menu. */
export async function withdraw(page: Page, amount: number, password: string): Promise<void> {
  await openForm(page)
  await askFor(page, amount)
  await confirm(page, password)
}

export const resultOf = (page: Page): Locator => page.locator('[data-outcome]')
