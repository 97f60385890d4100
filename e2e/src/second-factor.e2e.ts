import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { formatDateLong } from '@pematang/contract/format/date'
import { Secret, TOTP } from 'otpauth'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseMenu, expectFocused } from './account-screens.ts'
import { joinCompany, memberRow, openCompany, openPart, requireFactor } from './company-screens.ts'
import { VirtualAuthenticator } from './virtual-authenticator.ts'
import { journey, useBrowser } from './journey.ts'
import { Mailbox } from './mailbox.ts'
import { makeLender, resultOf, withdraw } from './withdraw-screens.ts'
import type { Lender } from './operator.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import {
  expectCount,
  expectPath,
  expectSentenceUnder,
  expectText,
  logIn,
  openDashboard,
  passwordField,
  press,
  tryLogIn,
} from './screens.ts'

useBrowser()

const profile = (page: Page) => page.getByRole('dialog', { name: 'Profil' })
const card = (page: Page) => page.getByRole('region', { name: 'Verifikasi dua langkah' })
const codeField = (page: Page) => page.getByLabel('Kode dari aplikasi')
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

async function givePassword(page: Page, { password }: Lender): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Masukan Kata Sandi' })
  await passwordField(page).fill(password)
  await dialog.getByRole('button', { name: 'Lanjutkan' }).click()
}

/** Shows the recovery codes, takes the first and closes the dialog. */
async function keepCodes(page: Page, picture?: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: 'Simpan Kode Pemulihan' })
  const codes = dialog.getByRole('list', { name: 'Kode pemulihan' }).getByRole('listitem')
  await codes.first().waitFor()
  expect(await codes.count()).toBe(10)
  if (picture) {
    await checkAllScreens(page, picture)
    await expectFitsNarrow(page, picture)
  }
  const code = (await codes.first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Saya sudah menyimpannya' }).click()
  return code
}

/** Logs in and adds a passkey on the screen of the sessions. */
async function addPasskey(page: Page, context: BrowserContext, lender: Lender): Promise<void> {
  await VirtualAuthenticator.open(context, page)
  await logIn(page, lender, '/sessions')
  await card(page).getByRole('button', { name: 'Tambah passkey' }).click()
  await page.getByLabel('Nama passkey').fill('HP')
  await page.keyboard.press('Enter')
  await givePassword(page, lender)
  await keepCodes(page)
}

journey(
  'MFA-01 who must have a second factor by their company’s rule reads it on the dashboard, is led there from its day on, sets up an app with the keyboard, and logs in with its code and once with a recovery code',
  async (fixture) => {
    const { company: lender, first } = await openCompany(fixture, { cash: 0 })
    const { page } = first
    const maker = await joinCompany(fixture, first, 'Budi Santoso', ['Pengusul'])
    // Its calls of a timer would be refused.
    await maker.page.goto('about:blank')
    const today = businessDateOf(Date.now())
    await requireFactor(first, addDays(today, 7), 'factor-rule')
    await expectText(page.getByRole('main'), `Wajib mulai ${formatDateLong(addDays(today, 7))}`)
    await openDashboard(page)
    const missing = page.getByRole('region', { name: 'Lengkapi akun Anda' })
    await expectText(missing, 'Perusahaan Anda mewajibkan verifikasi dua langkah mulai')
    await checkAllScreens(page, 'factor-wanted')
    await press(missing.getByRole('link', { name: 'Pasang sekarang' }))
    await expectPath(page, '/sessions')
    await requireFactor(first, today)
    await expectPath(page, '/sessions')
    await expectText(card(page), 'Perusahaan Anda mewajibkan verifikasi dua langkah.')
    await checkAllScreens(page, 'factor-needed')
    await expectFitsNarrow(page, 'factor-needed')
    await chooseMenu(page, 'Profil')
    // The screen behind has the same part.
    await profile(page).waitFor()
    await expectText(card(page), 'Belum aktif')
    await press(card(page).getByRole('button', { name: 'Pasang aplikasi kode' }))
    await givePassword(page, lender)
    const dialog = page.getByRole('dialog', { name: 'Pasang Aplikasi Kode' })
    await dialog.getByRole('img', { name: 'Kode QR untuk aplikasi autentikator' }).waitFor()
    await checkAllScreens(page, 'second-factor-app')
    await expectFitsNarrow(page, 'second-factor-app')
    const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await codeField(page).fill('000000')
    await press(dialog.getByRole('button', { name: 'Pasang' }))
    await expectSentenceUnder(codeField(page), 'Kode ini salah atau sudah dipakai.')
    await expectFocused(codeField(page))
    await codeField(page).fill(codeOf(secret))
    await page.keyboard.press('Enter')
    const recoveryCode = await keepCodes(page, 'recovery-codes')
    await expectText(card(page), '10 dari 10 kode belum dipakai')
    await checkAllScreens(page, 'second-factor')
    await expectFitsNarrow(page, 'second-factor')
    await profile(page).getByRole('button', { name: 'Tutup' }).click()
    await openPart(page)
    await expectText(memberRow(page, maker.name), 'Dua langkah: belum')
    await expectCount(memberRow(page, '(Anda)').getByText('Dua langkah'), 0)
    await checkAllScreens(page, 'factor-members')
    await openPart(page, 'Aktivitas')
    await expectText(page.getByRole('table', { name: 'Aktivitas' }), 'Verifikasi dua langkah: Tidak wajib → ')
    const { page: led, watch: refused } = await fixture.openWindow()
    refused.expect(/^answer 403: /)
    await led.goto('/lender/login')
    await tryLogIn(led, maker.phone, maker.password)
    await expectPath(led, '/sessions')
    await led.goto('about:blank')

    const { page: elsewhere, watch: others } = await fixture.openWindow()
    others.expect(/^answer 400: POST .*\/auth\/login/)
    await elsewhere.goto('/lender/login')
    await tryLogIn(elsewhere, lender.phone, lender.password)
    await elsewhere.getByRole('heading', { name: 'Verifikasi Dua Langkah' }).waitFor()
    await expectFocused(codeField(elsewhere))
    await checkAllScreens(elsewhere, 'second-step')
    await expect.poll(() => elsewhere.title()).toBe('Verifikasi Dua Langkah · Lender Dashboard')
    await expectFitsNarrow(elsewhere, 'second-step')
    await codeField(elsewhere).fill('000000')
    await elsewhere.keyboard.press('Enter')
    await expectSentenceUnder(codeField(elsewhere), 'Kode ini salah atau sudah dipakai.')
    // A reload stays at this step.
    await elsewhere.reload()
    await codeField(elsewhere).fill(codeOf(secret, 1))
    await elsewhere.keyboard.press('Enter')
    await expectPath(elsewhere, '/dashboard/porto')

    const { page: third, watch: last } = await fixture.openWindow()
    last.expect(/^answer 400: POST .*\/auth\/login/)
    await third.goto('/lender/login')
    await tryLogIn(third, lender.phone, lender.password)
    await press(third.getByRole('button', { name: 'Gunakan kode pemulihan' }))
    await third.getByLabel('Kode pemulihan').fill(recoveryCode.toLowerCase())
    await third.keyboard.press('Enter')
    await expectPath(third, '/dashboard/porto')
  },
)

journey(
  'MFA-01 a lender adds a passkey, logs in with it, and revokes it after showing it again',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page, watch, context } = await fixture.openWindow()
    watch.expect(/^answer 400: POST .*\/auth\//)
    await VirtualAuthenticator.open(context, page)
    await logIn(page, lender, '/sessions')
    await card(page).getByRole('button', { name: 'Tambah passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tambah Passkey' })
    await page.getByLabel('Nama passkey').fill('Laptop rumah')
    await press(dialog.getByRole('button', { name: 'Buat passkey' }))
    await givePassword(page, lender)
    await keepCodes(page)
    await expectText(card(page), 'Laptop rumah')
    await expectText(card(page), 'Belum pernah dipakai')
    await chooseMenu(page, 'Keluar')
    await expectPath(page, '/login')
    await tryLogIn(page, lender.phone, lender.password)
    await press(page.getByRole('button', { name: 'Gunakan passkey' }))
    await expectPath(page, '/dashboard/porto')
    await page.goto('/lender/sessions')
    await expectText(card(page), 'Terakhir dipakai')
    await card(page).getByRole('button', { name: 'Cabut passkey Laptop rumah' }).click()
    const check = page.getByRole('dialog', { name: 'Verifikasi Dua Langkah' })
    await press(check.getByRole('button', { name: 'Gunakan passkey' }))
    await expectText(card(page), 'Belum aktif')
  },
)

journey('MFA-02 a recovery that staff start is stopped by the link in the e-mail', async (fixture) => {
  const lender = await fixture.makeLender({ cash: 0 })
  const { page, watch, context } = await fixture.openWindow()
  watch.expect(/^answer 400: POST .*\/auth\//)
  await addPasskey(page, context, lender)
  const call = ['--phone', lender.phone, '--reason', 'identity checked']
  await fixture.operator.run(['lenders', 'recover-factor', ...call])
  await page.reload()
  await expectText(card(page), 'Verifikasi dua langkah akan dinonaktifkan')
  await checkAllScreens(page, 'factor-recovery')
  await page.goto('about:blank')
  const mail = await new Mailbox(fixture.product, lender.email).mailWith('Pemulihan verifikasi dua langkah')
  const link = /\S+\/api\/v1\/stop\?key=[0-9a-f]{32}/.exec(mail.text)?.[0] ?? ''
  const { page: elsewhere } = await fixture.openWindow()
  await elsewhere.goto(link)
  await elsewhere.getByRole('button', { name: 'Hentikan akun saya' }).click()
  await expectText(elsewhere.getByRole('main'), 'Akun Anda dihentikan')
  await expect(fixture.operator.run(['lenders', 'stop-recovery', ...call])).rejects.toThrow(
    'Tidak ada pemulihan',
  )
})

journey('MFA-02 a lender who is logged in cancels the recovery in the profile', async (fixture) => {
  const lender = await fixture.makeLender({ cash: 0 })
  const { page, watch, context } = await fixture.openWindow()
  watch.expect(/^answer 400: POST .*\/auth\//)
  await addPasskey(page, context, lender)
  const call = ['--phone', lender.phone, '--reason', 'identity checked']
  await fixture.operator.run(['lenders', 'recover-factor', ...call])
  await page.reload()
  await press(card(page).getByRole('button', { name: 'Batalkan pemulihan' }))
  await card(page).getByRole('button', { name: 'Batalkan pemulihan' }).waitFor({ state: 'detached' })
  await expect(fixture.operator.run(['lenders', 'stop-recovery', ...call])).rejects.toThrow(
    'Tidak ada pemulihan',
  )
})

journey(
  'MFA-01 a large withdrawal asks for the second factor again after the password, and a smaller one does not',
  async (fixture) => {
    const { lender } = await makeLender(fixture, { cash: 20_000_000 })
    const { page, watch, context } = await fixture.openWindow()
    watch.expect(/^answer 400: POST .*\/(auth\/|withdrawals)/)
    await addPasskey(page, context, lender)
    await page.goto('/lender/dashboard/porto')
    await withdraw(page, 500_000, lender.password)
    await expectText(resultOf(page), 'Permintaan Tarik Dana Berhasil')
    await page.goto('/lender/dashboard/porto')
    await withdraw(page, 12_000_000, lender.password)
    const check = page.getByRole('dialog', { name: 'Verifikasi Dua Langkah' })
    await check.getByRole('button', { name: 'Gunakan passkey' }).waitFor()
    await checkAllScreens(page, 'withdraw-factor')
    await press(check.getByRole('button', { name: 'Gunakan passkey' }))
    await expectText(resultOf(page), 'Permintaan Tarik Dana Berhasil')
  },
)
