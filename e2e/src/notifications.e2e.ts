import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey, useBrowser } from './journey.ts'
import type { Fixture } from './journey.ts'
import type { LenderApi } from './lender-api.ts'
import { Mailbox } from './mailbox.ts'
import type { Lender, Loan } from './operator.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import { expectPath, expectText, logIn } from './screens.ts'

useBrowser()

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Notifikasi' })
const centre = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Notifikasi' })
const row = (page: Page, text: string) => centre(page).getByRole('listitem').filter({ hasText: text })

/** Ends the lender's funding of this loan: the operator cancels the loan. */
async function cancelFunding({ operator }: Fixture, api: LenderApi, loan: Loan): Promise<void> {
  const { loanId = 0 } = (await api.offered(loan)) ?? {}
  await api.prepareAgreement(loan.loanNumber, loan.minimum)
  await api.fund({ loanId, amount: loan.minimum, loanNumber: loan.loanNumber }, `notice-${loanId}`)
  await operator.run(['loans', 'cancel', loan.loanNumber])
}

async function changeAccount({ operator }: Fixture, { phone, name }: Lender, number: string): Promise<void> {
  const bank = ['--code', '009', '--bank', 'BNI', '--branch', 'Jakarta', '--method', '1']
  await operator.run([
    'lenders',
    'bank-account',
    ...['--phone', phone, '--number', number, '--holder', name, ...bank],
  ])
}

journey(
  'NTF-01 NTF-02 NTF-06 a notification appears in two open tabs without a reload, links to its loan, and its SMS can be turned on',
  async (fixture) => {
    const lender = await fixture.makeLender()
    const loans = await fixture.operator.makeLoans([{}, {}])
    const [first, second] = loans as [Loan, Loan]
    await changeAccount(fixture, lender, '0123456789')
    const api = await fixture.apiOf(lender)
    const { page, context } = await fixture.openWindow()
    await logIn(page, lender)
    const other = await context.newPage()
    await other.goto('/lender/marketplace/list')
    // The top-up, the first bank account, and the login in this browser, which is not the first, cause notices themselves.
    for (const tab of [page, other])
      await expect.poll(() => bell(tab).innerText(), { timeout: 30_000 }).toContain('3')
    const asking = new Set<Page>()
    for (const tab of [page, other])
      tab.on('request', (request) => {
        if (request.url().endsWith('/notices/state')) asking.add(tab)
      })
    await cancelFunding(fixture, api, first)
    for (const tab of [page, other])
      await expect.poll(() => bell(tab).innerText(), { timeout: 30_000 }).toContain('4')
    expect(asking.size).toBe(1)
    await expectText(page.getByRole('region', { name: 'Notifikasi' }), first.loanNumber)

    await bell(page).focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog', { name: 'Notifikasi' })
    await expectText(panel, first.loanNumber)
    await checkAllScreens(page, 'notice-panel')
    await panel.getByRole('link', { name: 'Pinjaman ditarik dari marketplace' }).press('Enter')
    await expectPath(page, '/dashboard/transaction-history')
    await panel.waitFor({ state: 'hidden' })
    await expectText(page.getByRole('table'), first.loanNumber)
    for (const tab of [page, other]) await expect.poll(() => bell(tab).innerText()).toContain('3')

    await cancelFunding(fixture, api, second)
    await changeAccount(fixture, lender, '9876543210')
    await bell(page).click()
    await panel.getByRole('link', { name: 'Lihat semua' }).click()
    await expectPath(page, '/notifications')
    await expectText(centre(page), 'berakhiran')
    await expectText(row(page, second.loanNumber), 'belum dibaca')
    await expect.poll(() => row(page, first.loanNumber).innerText()).not.toContain('belum dibaca')
    await checkAllScreens(page, 'notifications')
    await expectFitsNarrow(page, 'notifications')

    await page.getByRole('combobox', { name: 'Jenis notifikasi' }).click()
    await page.getByRole('option', { name: 'Keamanan akun' }).click()
    await expectText(row(page, 'Rekening terdaftar diubah'), 'berakhiran')
    await expect.poll(() => centre(page).getByRole('listitem').count()).toBe(3)
    await row(page, 'Rekening terdaftar diubah')
      .getByRole('button', { name: 'Rekening terdaftar diubah', exact: true })
      .press('Enter')
    await page.getByRole('dialog', { name: 'Profil' }).waitFor()
    await page.keyboard.press('Escape')
    await page.goto('/lender/notifications?unread=true')
    await expectText(row(page, second.loanNumber), 'belum dibaca')
    await page.getByRole('button', { name: 'Tandai semua dibaca' }).press('Enter')
    await expectText(page.getByRole('main'), 'Semua notifikasi di sini sudah Anda baca.')
    await page.reload()
    await expectText(page.getByRole('main'), 'Semua notifikasi di sini sudah Anda baca.')

    await page.getByRole('link', { name: 'Pengaturan' }).press('Enter')
    await expectPath(page, '/notifications/settings')
    const form = page.getByRole('form', { name: 'Lewat email dan SMS' })
    const bySms = form.getByRole('checkbox', { name: 'Pendanaan lewat SMS' })
    const security = form.getByRole('checkbox', { name: /^Keamanan akun lewat/ })
    const states = () =>
      security.evaluateAll((boxes) => boxes.map((box) => [box.matches(':checked'), box.matches(':disabled')]))
    await expect.poll(states).toEqual([
      [true, true],
      [true, true],
    ])
    const wasChosen = await bySms.isChecked()
    await bySms.press('Space')
    await expectText(form, 'Perubahan belum disimpan.')
    await checkAllScreens(page, 'notice-settings')
    await expectFitsNarrow(page, 'notice settings')
    await form.getByRole('button', { name: 'Simpan' }).press('Enter')
    await expectText(page.locator('[data-toast]'), 'tersimpan')
    await page.reload()
    await expect.poll(() => bySms.isChecked()).toBe(!wasChosen)

    // The same events are sent by e-mail: that of the first funding after a minute, security events at once.
    const mailbox = new Mailbox(fixture.product, lender.email)
    const mail = await mailbox.mailWith(first.loanNumber)
    expect(mail.subject).toMatch(/^Pinjaman ditarik dari marketplace/)
    await mailbox.read((await fixture.openWindow()).page, mail, [
      `Pinjaman ${first.loanNumber} tidak jadi dicairkan.`,
      'sudah kembali ke cash balance Anda',
    ])
    const ofSecurity = await mailbox.mailWith('berakhiran 3210')
    expect(ofSecurity.subject).toMatch(/^Rekening terdaftar/)
  },
)
