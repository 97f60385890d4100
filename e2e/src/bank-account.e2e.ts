import { randomInt } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseMenu } from './account-screens.ts'
import { phone } from './browser.ts'
import { agree, expectState, find, openAction, openProposal, propose } from './console-screens.ts'
import { twoPeople } from './console-stage.ts'
import { journey, restartProduct, useBrowser, useProduct } from './journey.ts'
import { Mailbox } from './mailbox.ts'
import type { Lender } from './operator.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import { expectSentenceUnder, expectText, logIn, passwordField, press } from './screens.ts'
import { until } from './waiting.ts'
import { askFor, confirm, formDialog, makeLender, openForm, resultOf } from './withdraw-screens.ts'

// Its rules are of no other journey, and it starts again.
useProduct({})
useBrowser()

const card = (page: Page) => page.getByRole('region', { name: 'Rekening tujuan' })
const form = (page: Page) => page.getByRole('dialog', { name: 'Ganti Rekening Tujuan' })
const numberField = (page: Page) => form(page).getByLabel('Nomor rekening')
const newNumber = () => `88${String(randomInt(10 ** 8)).padStart(8, '0')}`

/** Fills the form by keyboard, from the open profile, and gives the password. */
async function ask(page: Page, lender: Lender, number: string): Promise<void> {
  await press(card(page).getByRole('button', { name: 'Ganti rekening tujuan' }))
  const bank = form(page).getByRole('combobox', { name: 'Bank' })
  await bank.focus()
  await bank.press('ArrowDown')
  const option = page.getByRole('option', { name: 'BCA (014)' })
  await option.waitFor()
  await page.keyboard.type('BCA (014')
  await expect.poll(() => option.getAttribute('data-highlighted')).not.toBeNull()
  await page.keyboard.press('Enter')
  // As messengers copy it, with marks of direction.
  await numberField(page).fill(`\u202a${number.slice(0, 4)} ${number.slice(4)}\u202c`)
  await form(page).getByLabel('Nama pemilik rekening').fill(lender.name)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Masukan Kata Sandi' })
  await passwordField(page).fill(lender.password)
  await press(dialog.getByRole('button', { name: 'Lanjutkan' }))
  await expectText(card(page), 'Menunggu pemeriksaan kami')
}

/** Reloads until the profile says this of the request. */
async function profileSays(page: Page, text: string): Promise<void> {
  await until(`the profile says ${text}`, async () => {
    await page.reload()
    await chooseMenu(page, 'Profil')
    await expectText(card(page), 'Rekening tujuan')
    await page.getByRole('button', { name: /^(Ganti rekening tujuan|Batalkan permintaan)$/ }).waitFor()
    return (await card(page).innerText()).includes(text) ? true : null
  })
}

// Before the other journey, after which only staff may use the command line.
journey('MFA-03 a refused lender reads why, asks again, and withdraws the request', async (fixture) => {
  const { lender } = await makeLender(fixture, { cash: 0 })
  const { page, watch } = await fixture.openWindow()
  watch.expect(/^answer 400: POST .*\/lender\/bank-account/)
  await logIn(page, lender)
  await chooseMenu(page, 'Profil')
  await ask(page, lender, newNumber())
  const refusal = ['--phone', lender.phone, '--reason', 'buku tabungan tidak terbaca']
  await fixture.operator.run(['lenders', 'refuse-bank-account', ...refusal])
  await profileSays(page, 'buku tabungan tidak terbaca')
  await checkAllScreens(page, 'bank-account-refused')
  await ask(page, lender, newNumber())
  await press(card(page).getByRole('button', { name: 'Batalkan permintaan' }))
  await card(page).getByRole('button', { name: 'Ganti rekening tujuan' }).waitFor()
  expect(await fixture.operator.run(['lenders', 'bank-account-requests'])).toMatchObject({ requests: [] })
})

journey(
  'MFA-03 a lender asks for another account from the withdrawal, two people of the staff read what the bank says and accept it, and after the waiting time the first withdrawal goes there',
  async (fixture) => {
    const { lender } = await makeLender(fixture)
    const number = newNumber()
    const { page, watch } = await fixture.openWindow(phone)
    watch.expect(/^answer 400: POST .*\/lender\/bank-account/)
    await logIn(page, lender)
    await openForm(page)
    await press(formDialog(page).getByRole('button', { name: 'Ganti rekening tujuan' }))
    await press(card(page).getByRole('button', { name: 'Ganti rekening tujuan' }))
    await press(form(page).getByRole('button', { name: 'Kirim permintaan' }))
    await expectSentenceUnder(numberField(page), 'Tulis nomor rekening, 5 sampai 20 angka.')
    await checkAllScreens(page, 'bank-account-form')
    await expectFitsNarrow(page, 'bank-account-form')
    await press(form(page).getByRole('button', { name: 'Batal' }))
    await ask(page, lender, number)
    await profileSays(page, 'nama pemilik rekening sesuai')
    await checkAllScreens(page, 'bank-account-asked')
    await expectFitsNarrow(page, 'bank-account-asked')
    const mail = await new Mailbox(fixture.product, lender.email).mailWith('Rekening tujuan baru diminta')
    expect(mail.text).toMatch(/\/api\/v1\/stop\?key=[0-9a-f]{32}/)

    const [maker, decider] = await twoPeople(fixture, 'storeBankAccount')
    await maker.goto('/')
    await expectText(maker.page.locator('main'), 'Permintaan rekening tujuan yang menunggu keputusan')
    await find(maker, lender.phone, new RegExp(lender.name))
    await expectText(maker.page.locator('main'), 'Permintaan rekening tujuan: BCA')
    await expectText(maker.page.locator('main'), `menurut bank: ${lender.name}`)
    await openAction(maker, 'Terima permintaan rekening tujuan')
    const proposal = await propose(
      maker,
      number,
      `menurut bank: ${lender.name}`,
      'rekening penarikannya berubah',
    )
    await decider.goto('/')
    await openProposal(decider, proposal)
    await checkAllScreens(decider.page, 'console-bank-account')
    await agree(decider, number)
    await expectState(decider, 'Dilakukan')

    await profileSays(page, 'diterima')
    await page.keyboard.press('Escape')
    await chooseMenu(page, 'Tarik Dana')
    const paused = page.getByRole('dialog', { name: 'Penarikan dana dijeda sementara' })
    await expectText(paused, 'dapat dilakukan lagi mulai')
    // No window calls while the server is away.
    for (const tab of [page, maker.page, decider.page]) await tab.goto('about:blank')
    // In place of a day that passes.
    await restartProduct({ WITHDRAWAL_WAIT_HOURS: '0' })
    await page.goto('/lender/dashboard/porto')
    await openForm(page)
    await expectText(formDialog(page), number)
    await askFor(page, 150_000)
    await confirm(page, lender.password)
    await expectText(resultOf(page), 'Permintaan Tarik Dana Berhasil')
  },
)
