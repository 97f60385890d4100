import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { Page } from 'playwright-core'
import { phone } from './browser.ts'
import { agreeToAll, askToFund, confirmFunding, openProduct, passCheck } from './bulk-screens.ts'
import {
  expectState,
  haveRules,
  joinCompany,
  type Member,
  openCompany,
  openProposal,
  proposalNumber,
} from './company-screens.ts'
import { journey, useBrowser } from './journey.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import { expectCount, expectPath, expectText, mainMenu, press } from './screens.ts'

useBrowser()

const decideButton = (page: Page) => page.getByRole('button', { name: 'Baca dan setujui' })

/** Reads and agrees to a bulk funding, up to the password. */
async function agreeToBulk(member: Member, number: string): Promise<void> {
  const { page } = member
  await openProposal(page, number)
  await press(decideButton(page))
  await page.getByRole('dialog', { name: 'Detail' }).waitFor()
  const preview = await confirmFunding(page)
  await passCheck(await agreeToAll(page, preview, 'Setujui dan Danai'), member)
}

journey(
  'COM-02 COM-04 a bulk product that two must agree to waits after the first, who decides nothing twice, and is funded by the second',
  async (fixture) => {
    const { company, first } = await openCompany(fixture, { asksPassword: false })
    await fixture.operator.offerProducts(company)
    const product = await fixture.operator.makeProduct([{ total: 2_000_000 }, { total: 1_000_000 }])
    const maker = await joinCompany(fixture, first, 'Budi Santoso', ['Pengusul'])
    const second = await joinCompany(fixture, first, 'Rina Wulandari', ['Pemutus'])
    await haveRules(fixture, first, ['BULK'], 2)
    await maker.page.reload()
    await openProduct(maker.page, product)
    const detail = await askToFund(maker.page)
    await press(detail.getByRole('button', { name: 'Ajukan' }))
    const number = await proposalNumber(maker.page)
    await expectText(maker.page.getByRole('main'), '0 dari 2 orang setuju')

    await second.page.reload()
    await agreeToBulk(second, number)
    await second.page.waitForURL(new RegExp(`/persetujuan/${number}$`))
    await expectText(second.page.getByRole('main'), '1 dari 2 orang setuju')
    await expectState(second.page, 'Menunggu')
    await expectCount(decideButton(second.page), 0)
    await checkAllScreens(second.page, 'company-one-of-two')
    await expectFitsNarrow(second.page, 'company-one-of-two')

    await first.page.reload()
    await agreeToBulk(first, number)
    await first.page.getByRole('dialog', { name: 'Pendanaan Diproses' }).waitFor()
    await maker.page.reload()
    await expectState(maker.page, 'Disetujui')
    await expectText(maker.page.getByRole('main'), '2 dari 2 orang setuju')
    await expectText(maker.page.getByRole('main'), second.name)
  },
)

journey(
  'COM-02 COM-04 a maker proposes the mandate and a strategy of automatic funding, and the approver reads the text, gives the mandate and saves the strategy on a phone',
  async (fixture) => {
    const { company, first } = await openCompany(fixture)
    await fixture.operator.run(['lenders', 'signer', '--phone', company.phone, '--provider', 'XIGNATURE'])
    const maker = await joinCompany(fixture, first, 'Budi Santoso', ['Pengusul'])
    await haveRules(fixture, first, ['STRATEGY'])
    const { page } = maker
    await page.reload()
    await mainMenu(page).getByRole('link', { name: 'Pendanaan Otomatis' }).click()
    await expectPath(page, '/auto-funding')
    const mandate = page.getByRole('region', { name: 'Kuasa pendanaan otomatis' })
    await press(mandate.getByRole('button', { name: 'Beri kuasa' }))
    const ceilings = page.getByRole('dialog', { name: 'Beri kuasa' })
    await ceilings.getByLabel('Paling banyak per pinjaman').fill('500000')
    await ceilings.getByLabel('Paling banyak seluruhnya').fill('2000000')
    await press(ceilings.getByRole('button', { name: 'Baca naskah kuasa' }))
    const text = page.getByRole('dialog', { name: 'Baca naskah kuasa' })
    await press(text.getByRole('checkbox'), 'Space')
    await press(text.getByRole('button', { name: 'Selanjutnya' }))
    await giveMandatePassword(page, maker)
    const granting = await proposalNumber(page)
    await expectState(page, 'Menunggu')

    await mainMenu(page).getByRole('link', { name: 'Pendanaan Otomatis' }).click()
    await page.getByRole('button', { name: 'Strategi baru' }).click()
    const form = page.getByRole('dialog', { name: 'Strategi baru' })
    await form.getByLabel('Nama strategi').fill('Tenor panjang')
    await form.getByLabel('Rupiah per pinjaman').fill('500000')
    await form.getByLabel('Anggaran seluruhnya').fill('1000000')
    await form.getByLabel('Tenor terpendek').fill('900')
    await press(form.getByRole('button', { name: 'Ajukan' }))
    const strategy = await proposalNumber(page)
    await expectText(page.getByRole('main'), formatRupiah(1_000_000))

    const decider = first.page
    await decider.reload()
    await openProposal(decider, granting)
    await decider.setViewportSize({ width: phone.width ?? 0, height: phone.height ?? 0 })
    await press(decideButton(decider))
    const shown = decider.getByRole('dialog', { name: 'Baca naskah kuasa' })
    await shown.getByText('Perjanjian Kuasa Pendanaan Otomatis').first().waitFor()
    await press(shown.getByRole('checkbox'), 'Space')
    await press(shown.getByRole('button', { name: 'Selanjutnya' }))
    await giveMandatePassword(decider, first)
    await expectState(decider, 'Disetujui')

    await openProposal(decider, strategy)
    await checkAllScreens(decider, 'company-strategy')
    await press(decideButton(decider))
    const given = decider.getByRole('dialog', { name: 'Strategi baru' })
    await checkAllScreens(decider, 'company-strategy-decision')
    await press(given.getByRole('button', { name: 'Setujui dan simpan' }))
    const check = decider.getByRole('dialog', { name: 'Masukan Kata Sandi' })
    await check.getByLabel('Kata Sandi', { exact: true }).fill(first.password)
    await decider.keyboard.press('Enter')
    await expectState(decider, 'Disetujui')
    await page.reload()
    await expectState(page, 'Disetujui')
    await mainMenu(page).getByRole('link', { name: 'Pendanaan Otomatis' }).click()
    await expectText(page.getByRole('list', { name: 'Strategi menurut urutan' }), 'Tenor panjang')
  },
)

async function giveMandatePassword(page: Page, { password }: Pick<Member, 'password'>): Promise<void> {
  const check = page.getByRole('dialog', { name: 'Masukkan kata sandi' })
  await check.getByLabel('Kata Sandi', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}
