import type { Locator, Page } from 'playwright-core'
import type { StaffMember } from './staff-member.ts'
import { expectText, press } from './screens.ts'

// What staff do in the console, by keyboard: each step focuses a control and presses a key, or types.

/** Looks for a text with Ctrl K and opens the thing that was found. */
export async function find({ page }: StaffMember, text: string, thing: RegExp): Promise<void> {
  await mainMenu(page).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Cari' })
  await field.waitFor()
  await page.keyboard.type(text)
  const found = page.getByRole('option', { name: thing })
  await found.waitFor()
  while ((await found.first().getAttribute('aria-selected')) !== 'true') await field.press('ArrowDown')
  await field.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Opens the form of an action of the page. */
export async function openAction({ page }: StaffMember, title: string): Promise<void> {
  await press(page.getByRole('link', { name: title, exact: true }).first())
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

/** Fills fields of a form by their labels, a date as YYYY-MM-DD. */
export async function fill({ page }: StaffMember, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(label)
    if ((await field.evaluate((one) => one.tagName)) === 'SELECT') await field.selectOption({ label: value })
    else await field.fill(value)
  }
}

/** Tries what was filled, and confirms the dialog that says what it changes. */
export async function propose({ page }: StaffMember, ...says: string[]): Promise<string> {
  await press(page.getByRole('button', { name: 'Periksa' }))
  const dialog = page.getByRole('dialog')
  for (const text of says) await expectText(dialog, text)
  await press(dialog.getByRole('button', { name: 'Ajukan usulan' }))
  await page.waitForURL(/\/persetujuan\/\d+$/)
  return page.url().split('/').at(-1) ?? ''
}

/** Opens what waits for this person, and the proposal of this number there. */
export async function openProposal({ page }: StaffMember, number: string): Promise<void> {
  await press(mainMenu(page).getByRole('link', { name: /^Persetujuan/ }))
  await press(page.getByRole('link', { name: new RegExp(`^${number}\\b`) }))
  await page.waitForURL(new RegExp(`/persetujuan/${number}$`))
}

/** Agrees with a passkey, after the dialog has said what is done now. */
export async function agree({ page }: StaffMember, ...says: string[]): Promise<void> {
  await press(page.getByRole('button', { name: 'Setujui', exact: true }))
  const dialog = page.getByRole('dialog')
  for (const text of says) await expectText(dialog, text)
  await press(dialog.getByRole('button', { name: 'Setujui dengan passkey' }))
  await dialog.waitFor({ state: 'detached' })
}

export const mainMenu = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Menu utama' }).filter({ visible: true })

/** The state of a proposal on its page. */
export async function expectState({ page }: StaffMember, state: string): Promise<void> {
  await expectText(page.locator('main > header'), state)
}
