import type { RuleSubject } from '@pematang/contract/lenders/company/rules'
import { randomInt } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { newPasswordField, confirmationField } from './account-screens.ts'
import { checkField } from './bulk-screens.ts'
import type { Fixture } from './journey.ts'
import { takePicture } from './picture.ts'
import { acceptAsMember } from './lender-api.ts'
import { Mailbox } from './mailbox.ts'
import type { Lender } from './operator.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import { expectPath, expectText, logIn, mainMenu, press } from './screens.ts'

// What the people of a company do on the screens, one function per action.

/** A person of a company at a browser of their own. */
export type Member = { page: Page; name: string; phone: string; password: string; email: string }

/** A company and its first administrator, who is logged in. */
export async function openCompany(
  fixture: Fixture,
  { cash = 50_000_000, asksPassword = true } = {},
): Promise<{ company: Lender; first: Member }> {
  const company = await fixture.makeLender({ cash, company: `PT Dana Bersama ${randomInt(1_000, 10_000)}` })
  const { page, watch } = await fixture.openWindow()
  // A refusal that asks for the password, and the numbers of proposals that ended meanwhile.
  if (asksPassword) watch.expect(/^answer 40\d: /)
  await logIn(page, company)
  return { company, first: { page, ...company } }
}

/** Opens Perusahaan, or one of its parts. */
export async function openPart(page: Page, part?: 'Aturan' | 'Aktivitas'): Promise<void> {
  await mainMenu(page).getByRole('link', { name: 'Perusahaan' }).click()
  await page.getByRole('heading', { level: 1, name: 'Perusahaan' }).waitFor()
  if (part) {
    const parts = page.getByRole('navigation', { name: 'Bagian perusahaan' })
    await parts.getByRole('link', { name: part }).click()
    await page.getByRole('heading', { name: new RegExp(`^${part}`) }).waitFor()
  }
}

/** Gives the password in the dialog that asks for it before an action. */
export async function givePassword({ page, password }: Pick<Member, 'page' | 'password'>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Masukan Kata Sandi' })
  await dialog.waitFor()
  await checkField(dialog).fill(password)
  await press(dialog.getByRole('button').last())
  await dialog.waitFor({ state: 'detached' })
}

export const memberRow = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Anggota perusahaan' }).getByRole('listitem').filter({ hasText: name })

/** An administrator invites a person by e-mail. */
export async function invite(
  by: Member,
  { name, phone, email }: Omit<Member, 'page' | 'password'>,
  roles: readonly string[],
): Promise<void> {
  const { page } = by
  await openPart(page)
  await page.getByRole('button', { name: 'Undang anggota' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undang anggota' })
  await dialog.getByLabel('Nama', { exact: true }).fill(name)
  await dialog.getByLabel('Nomor Handphone').fill(phone)
  await dialog.getByLabel('Email', { exact: true }).fill(email)
  await dialog.getByRole('checkbox', { name: /^Pelihat/ }).uncheck()
  for (const role of roles) await dialog.getByRole('checkbox', { name: new RegExp(`^${role}`) }).check()
  await dialog.getByRole('button', { name: 'Kirim undangan' }).click()
  await givePassword(by)
}

/** Opens the link of the newest invitation at this address. */
export async function invitationLink({ product }: Fixture, email: string): Promise<string> {
  const { text } = await new Mailbox(product, email).mailWith('/lender/undangan#')
  return /\S+\/lender\/undangan#[\w-]{43}/.exec(text)?.[0] ?? ''
}

/** Chooses a password on the page of an invitation; ends at the login. */
export async function acceptInvitation(page: Page, link: string, password: string): Promise<void> {
  await page.goto(link)
  await newPasswordField(page).fill(password)
  await confirmationField(page).fill(password)
  await press(page.getByRole('button', { name: 'Buat kata sandi' }))
  await expectPath(page, '/login')
}

const rolesBySign = {
  Pelihat: 'VIEWER',
  Pengusul: 'MAKER',
  Pemutus: 'APPROVER',
  Administrator: 'ADMINISTRATOR',
} as const

/**
 * A person joins by the calls of the screens, which the journeys of `company.e2e.ts` use, and logs in at a browser of their
 * own. The inviter's page is read again.
 */
export async function joinCompany(
  fixture: Fixture,
  by: Member,
  name: string,
  roles: readonly (keyof typeof rolesBySign)[],
): Promise<Member> {
  const phone = `8${randomInt(10 ** 9, 10 ** 10 - 1)}`
  const person = { name, phone, email: `m${phone}@contoh.example`, password: 'SawahHijau2027' }
  const [api, { page }] = await Promise.all([fixture.apiOf(by), fixture.openWindow()])
  await api.inviteMember({ ...person, roles: roles.map((role) => rolesBySign[role]) }, by.password)
  const token = (await invitationLink(fixture, person.email)).split('#')[1] ?? ''
  await acceptAsMember(fixture.product, token, person.password)
  await Promise.all([logIn(page, person), by.page.reload()])
  return { page, ...person }
}

/** The same rules as `setRules`, by the call of the screen. */
export const haveRules = async (
  fixture: Fixture,
  by: Member,
  subjects: readonly RuleSubject[],
  deciders = 1,
): Promise<void> => (await fixture.apiOf(by)).setRules(subjects, deciders, by.password)

/** An administrator asks for decisions on these subjects, of any sum: of one person, or of two. */
export async function setRules(by: Member, subjects: readonly string[], deciders = 1): Promise<void> {
  const { page } = by
  await openPart(page, 'Aturan')
  await page.getByRole('button', { name: 'Ubah aturan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ubah aturan' })
  for (const subject of subjects)
    await dialog
      .getByRole('group', { name: subject, exact: true })
      .getByLabel('Persetujuan')
      .selectOption(String(deciders))
  await dialog.getByRole('button', { name: 'Simpan aturan' }).click()
  await givePassword(by)
  await dialog.waitFor({ state: 'detached' })
}

/** An administrator asks each member for a second factor from a day on, YYYY-MM-DD, with the keyboard. */
export async function requireFactor(by: Member, day: string, picture?: string): Promise<void> {
  const { page } = by
  await openPart(page, 'Aturan')
  await press(page.getByRole('button', { name: 'Ubah aturan' }))
  const dialog = page.getByRole('dialog', { name: 'Ubah aturan' })
  const field = dialog.getByRole('textbox', { name: 'Verifikasi dua langkah wajib mulai' })
  await field.fill(day.split('-').reverse().join('/'))
  if (picture) {
    await checkAllScreens(page, picture)
    await expectFitsNarrow(page, picture)
  }
  await field.press('Enter')
  await givePassword(by)
  await dialog.waitFor({ state: 'detached' })
}

/** Registers the account at BNI to which the company withdraws. */
export async function registerAccount({ operator }: Fixture, company: Lender): Promise<string> {
  const number = `10${randomInt(10 ** 7, 10 ** 8)}`
  const account = ['--number', number, '--holder', company.name, '--code', '009', '--bank', 'BNI']
  const rest = ['--branch', 'Jakarta', '--method', '1']
  await operator.run(['lenders', 'bank-account', '--phone', company.phone, ...account, ...rest])
  return number
}

/** The number of the proposal that this page shows. */
export async function proposalNumber(page: Page): Promise<string> {
  await page.waitForURL(/\/lender\/persetujuan\/\d+$/)
  return page.url().split('/').at(-1) ?? ''
}

/** Opens a proposal from the list of those that wait for this person. */
export async function openProposal(page: Page, number: string): Promise<void> {
  await mainMenu(page)
    .getByRole('link', { name: /^Persetujuan/ })
    .click()
  await page.getByRole('heading', { level: 1, name: 'Persetujuan' }).waitFor()
  await takePicture(page, 'look-company-proposals')
  await page.getByRole('link', { name: new RegExp(`^${number} `) }).click()
  await page.waitForURL(new RegExp(`/persetujuan/${number}$`))
}

export const expectState = (page: Page, state: string): Promise<void> =>
  expectText(page.getByRole('main').getByRole('status').first(), state)
