import { formatRupiah } from '@pematang/contract/format/rupiah'
import { randomInt } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { tabTo } from './account-screens.ts'
import { desktop, phone } from './browser.ts'
import { agreeToAll, askToFund, confirmFunding, openProduct, passCheck } from './bulk-screens.ts'
import {
  acceptInvitation,
  expectState,
  invitationLink,
  invite,
  joinCompany,
  memberRow,
  openCompany,
  openPart,
  openProposal,
  proposalNumber,
  registerAccount,
  setRules,
} from './company-screens.ts'
import { journey, useBrowser } from './journey.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import {
  agreementBox,
  expectCount,
  expectEnabled,
  expectPath,
  expectPreview,
  expectText,
  findLoan,
  logIn,
  mainMenu,
  openDashboard,
  openMarketplace,
  passwordField,
  press,
  readTerms,
  summaryFigure,
} from './screens.ts'
import { amountField, askFor, openForm, passwordDialog, resultOf } from './withdraw-screens.ts'

useBrowser()

const amount = 2_000_000
const cash = 50_000_000

journey(
  'COM-05 COM-04 a company from the invitation to a bulk product that one proposes and another reads, agrees to and funds',
  async (fixture) => {
    const { company, first } = await openCompany(fixture, { cash })
    await fixture.operator.offerProducts(company)
    const product = await fixture.operator.makeProduct(
      Array.from({ length: 3 }, (_, index) => ({
        total: amount,
        borrowerName: `Warung ${index + 1}`,
        tenor: 6,
      })),
    )
    await openPart(first.page)
    await expectText(memberRow(first.page, '(Anda)'), 'Administrator')
    await checkAllScreens(first.page, 'company-alone')
    const maker = await joinCompany(fixture, first, 'Budi Santoso', ['Pengusul'])
    await setRules(first, ['Pendanaan Product', 'Penarikan dana'])
    await checkAllScreens(first.page, 'company-rules')
    await expectFitsNarrow(first.page, 'company-rules')
    await openPart(first.page)
    await expectText(memberRow(first.page, maker.name), 'Pengusul')
    await checkAllScreens(first.page, 'company-people')
    await expectFitsNarrow(first.page, 'company-people')

    // The maker has no button for people, and proposes where a lender who is alone funds.
    await openPart(maker.page)
    await memberRow(maker.page, maker.name).waitFor()
    await expectCount(maker.page.getByRole('button', { name: 'Undang anggota' }), 0)
    await maker.page.reload()
    await openProduct(maker.page, product)
    const detail = await askToFund(maker.page)
    await expectText(detail, `Total Pinjaman ${formatRupiah(3 * amount)}`)
    await press(detail.getByRole('button', { name: 'Ajukan' }))
    const number = await proposalNumber(maker.page)
    await expectState(maker.page, 'Menunggu')
    await expectCount(maker.page.getByRole('button', { name: 'Baca dan setujui' }), 0)
    await openDashboard(maker.page)
    await expect.poll(() => summaryFigure(maker.page, 'Cash Balance')).toBe(formatRupiah(cash))

    await first.page.reload()
    await expectText(mainMenu(first.page).getByRole('link', { name: /^Persetujuan/ }), '1')
    await openProposal(first.page, number)
    await expectText(first.page.getByRole('main'), formatRupiah(3 * amount))
    await checkAllScreens(first.page, 'company-proposal')
    await expectFitsNarrow(first.page, 'company-proposal')
    await press(first.page.getByRole('button', { name: 'Baca dan setujui' }))
    await first.page.getByRole('dialog', { name: 'Detail' }).waitFor()
    const preview = await confirmFunding(first.page)
    const password = await agreeToAll(first.page, preview, 'Setujui dan Danai')
    await passCheck(password, first)
    await first.page.getByRole('dialog', { name: 'Pendanaan Diproses' }).waitFor()
    await first.page.getByRole('button', { name: 'Lihat Progress Pendanaan' }).click()
    await expectPath(first.page, '/dashboard/transaction-history')

    await maker.page.goto(`/lender/persetujuan/${number}`)
    await expectState(maker.page, 'Disetujui')
    await expectText(maker.page.getByRole('main'), 'Setuju')
    await openDashboard(maker.page)
    await expect.poll(() => summaryFigure(maker.page, 'Cash Balance')).toBe(formatRupiah(cash - 3 * amount))

    await openPart(first.page, 'Aktivitas')
    await expectText(first.page.getByRole('table', { name: 'Aktivitas' }), maker.name)
    await expectText(first.page.getByRole('table', { name: 'Aktivitas' }), `usulan ${number}`)
    await checkAllScreens(first.page, 'company-activity')
    await first.page.getByRole('button', { name: 'Unduh Aktivitas' }).click()
    const saving = first.page.waitForEvent('download')
    await first.page.getByRole('menuitem', { name: 'CSV' }).click()
    expect((await saving).suggestedFilename()).toMatch(/^Aktivitas - \d{14}\.csv$/)
  },
)

journey(
  'COM-05 COM-03 a withdrawal is refused with a reason that its maker reads, withdrawn, and a third one is decided by keyboard alone on a phone',
  async (fixture) => {
    const { company, first } = await openCompany(fixture, { cash: 10_000_000 })
    await registerAccount(fixture, company)
    const maker = await joinCompany(fixture, first, 'Rina Wulandari', ['Pengusul'])
    await setRules(first, ['Penarikan dana'])
    await maker.page.reload()

    const ask = async (sum: number) => {
      await openDashboard(maker.page)
      await openForm(maker.page)
      await askFor(maker.page, sum)
      await passwordField(maker.page).fill(maker.password)
      await press(passwordDialog(maker.page).getByRole('button', { name: 'Ajukan' }))
      return proposalNumber(maker.page)
    }
    const refused = await ask(2_000_000)
    await openProposal(first.page, refused)
    await expectText(first.page.getByRole('main'), 'Rp2.000.000')
    await first.page.getByRole('button', { name: 'Tolak' }).click()
    const dialog = first.page.getByRole('dialog', { name: `Tolak usulan ${refused}?` })
    await dialog.getByRole('button', { name: 'Tolak usulan' }).click()
    await expectText(dialog, 'Tuliskan alasannya')
    await checkAllScreens(first.page, 'company-refuse')
    await dialog.getByLabel('Alasan penolakan').fill('Tunggu pencairan bulan depan')
    await dialog.getByRole('button', { name: 'Tolak usulan' }).click()
    await expectState(first.page, 'Ditolak')
    await expectText(first.page.getByRole('main'), 'Tunggu pencairan bulan depan')

    await maker.page.goto('/lender/notifications')
    const notice = maker.page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'Tunggu pencairan bulan depan' })
    await press(notice.getByRole('link').first())
    await maker.page.waitForURL(new RegExp(`/persetujuan/${refused}$`))
    await expectState(maker.page, 'Ditolak')
    await expectText(maker.page.getByRole('main'), 'Tunggu pencairan bulan depan')

    const withdrawn = await ask(3_000_000)
    await maker.page.getByRole('button', { name: 'Tarik usulan' }).click()
    const end = maker.page.getByRole('dialog', { name: `Tarik usulan ${withdrawn}?` })
    await end.getByRole('button', { name: 'Tarik usulan' }).click()
    await expectState(maker.page, 'Ditarik')

    const decided = await ask(1_000_000)
    const { page } = first
    await page.setViewportSize({ width: phone.width ?? 0, height: phone.height ?? 0 })
    await page.goto('/lender/')
    await decideByKeyboard(page, decided, first.password)
    await expectText(resultOf(page), 'Rp1.000.000')
    await page.setViewportSize({ width: desktop.width ?? 0, height: desktop.height ?? 0 })
    await maker.page.goto(`/lender/persetujuan/${decided}`)
    await expectState(maker.page, 'Disetujui')
  },
)

/** From the dashboard to the withdrawal that is done, without the pointer. */
async function decideByKeyboard(page: Page, number: string, password: string): Promise<void> {
  const enter = async (control: Locator) => {
    await control.waitFor()
    await tabTo(page, control)
    await page.keyboard.press('Enter')
  }
  await enter(mainMenu(page).getByRole('link', { name: /^Persetujuan/ }))
  await enter(page.getByRole('link', { name: new RegExp(`^${number} `) }))
  await page.waitForURL(new RegExp(`/persetujuan/${number}$`))
  await checkAllScreens(page, 'company-withdrawal')
  await page.setViewportSize({ width: phone.width ?? 0, height: phone.height ?? 0 })
  await enter(page.getByRole('button', { name: 'Baca dan setujui' }))
  const form = page.getByRole('dialog', { name: 'Tarik Dana' })
  await expect.poll(() => amountField(page).isEditable()).toBe(false)
  await expectText(form, 'Rp1.000.000')
  await expectEnabled(form.getByRole('button', { name: 'Selanjutnya' }))
  await enter(form.getByRole('button', { name: 'Selanjutnya' }))
  await passwordDialog(page).waitFor()
  await tabTo(page, passwordField(page))
  await page.keyboard.insertText(password)
  await enter(passwordDialog(page).getByRole('button', { name: 'Setujui dan Tarik Dana' }))
  await expectPath(page, '/withdrawStatus')
}

journey(
  'COM-04 COM-01 a maker proposes one loan of the marketplace, the approver opens its agreements and consents; a viewer has no button for it, and a link that was used says so',
  async (fixture) => {
    const { first } = await openCompany(fixture, { cash })
    const maker = await joinCompany(fixture, first, 'Budi Santoso', ['Pengusul'])
    const viewer = { name: 'Joko Susilo', phone: `8${randomInt(10 ** 9, 10 ** 10 - 1)}`, email: '' }
    viewer.email = `m${viewer.phone}@contoh.example`
    await invite(first, viewer, ['Pelihat'])
    const { page: seen, watch } = await fixture.openWindow()
    watch.expect(/^answer 4\d\d: POST .*\/company\/invitation\//)
    const link = await invitationLink(fixture, viewer.email)
    await seen.goto(link)
    await expectText(seen.getByRole('main'), viewer.name)
    await checkAllScreens(seen, 'company-invitation')
    await expectFitsNarrow(seen, 'company-invitation')
    await acceptInvitation(seen, link, 'SawahHijau2027')
    await seen.goto('about:blank')
    await seen.goto(link)
    await expectText(seen.getByRole('alert'), 'Tautan ini sudah dipakai atau lewat waktu')
    await setRules(first, ['Pendanaan dan pemungutan suara'])

    const loan = await fixture.makeLoan({ total: amount, minimum: 500_000 })
    await logIn(seen, { ...viewer, password: 'SawahHijau2027' }, '/marketplace/list')
    await findLoan(seen, loan)
    await expectCount(seen.getByRole('main').getByRole('button', { name: 'Danai' }), 0)

    await maker.page.reload()
    await openMarketplace(maker.page)
    const card = await findLoan(maker.page, loan)
    await card.getByRole('button', { name: 'Danai' }).click()
    const dialog = maker.page.getByRole('dialog', { name: 'Jumlah Funding' })
    await press(dialog.getByRole('button', { name: 'Ajukan' }))
    const number = await proposalNumber(maker.page)
    await expectText(maker.page.getByRole('main'), loan.loanNumber)

    await openProposal(first.page, number)
    await press(first.page.getByRole('button', { name: 'Baca dan setujui' }))
    const preview = await expectPreview(first.page)
    await expectText(preview, loan.loanNumber)
    await readTerms(first.page, preview)
    await agreementBox(preview).check()
    await press(preview.getByRole('button', { name: 'Setujui dan Danai' }))
    await first.page.waitForURL(/\/lender\/marketplace\/selection\//)
    await expectText(first.page.getByRole('main'), '1 perjanjian menunggu tanda tangan')
  },
)
