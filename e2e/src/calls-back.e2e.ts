import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { tabTo } from './account-screens.ts'
import { startReceiver } from './call-back-receiver.ts'
import { journey, useBrowser } from './journey.ts'
import { Mailbox } from './mailbox.ts'
import { checkAllScreens, expectFitsNarrow } from './screen-checks.ts'
import { expectSentenceUnder, expectText, logIn, passwordField, press, readText } from './screens.ts'
import { until } from './waiting.ts'

useBrowser()

let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

const card = (page: Page) => page.getByRole('region', { name: 'Panggilan balik' })

/** Waits until the system was called more than so often, and reads the list of tries again until it says this. */
async function triesSay(page: Page, before: number, text: string): Promise<void> {
  await until('the system is called', () => (receiver.calls.length > before ? true : null))
  await until(`the tries say ${text}`, async () => {
    await page.reload()
    await card(page).getByRole('heading', { name: 'Panggilan terakhir' }).waitFor({ timeout: 2_000 })
    return (await readText(card(page))).includes(text) ? true : null
  })
}

journey(
  'KEY-03 a lender adds an address by keyboard, sees the calls that its system refused and took, has one sent again, and reads why it was stopped',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page, watch } = await fixture.openWindow()
    watch.expect(/^answer 400: PUT .*\/calls-back$/)
    await logIn(page, lender, '/integrasi')
    await expectText(card(page), 'Belum ada alamat')
    await tabTo(page, card(page).getByRole('button', { name: 'Tambah alamat' }))
    await page.keyboard.press('Enter')
    const form = page.getByRole('dialog', { name: 'Alamat Panggilan Balik' })
    const field = form.getByLabel('Alamat https')
    await press(form.getByRole('button', { name: 'Simpan' }))
    await expectSentenceUnder(field, 'Tulis alamat https sistem Anda')
    await checkAllScreens(page, 'calls-back-address')
    await expectFitsNarrow(page, 'calls-back-address')
    await field.fill(receiver.url)
    await page.keyboard.press('Enter')
    await passwordField(page).fill(lender.password)
    await page.keyboard.press('Enter')
    const shown = page.getByRole('dialog', { name: 'Simpan Kunci Rahasia Ini' })
    receiver.expectSecret(await readText(shown.locator('code')))
    await checkAllScreens(page, 'calls-back-secret')
    await press(shown.getByRole('button', { name: 'Saya sudah menyimpannya' }))

    const topUp = () =>
      fixture.operator.run([
        ...['lenders', 'top-up', '--phone', lender.phone, '--amount', '1000000'],
        ...['--payment', `e2e-${randomUUID()}`, '--without-line', 'e2e'],
      ])
    receiver.answerWith(500)
    await topUp()
    await triesSay(page, 0, '500')
    await expectText(card(page), 'Belum dijawab sejak')
    const refused = receiver.calls.length
    receiver.answerWith(204)
    await triesSay(page, refused, '204')
    await expectText(card(page), 'Terakhir dijawab')
    await checkAllScreens(page, 'calls-back-tries')
    await expectFitsNarrow(page, 'calls-back-tries')
    const taken = receiver.calls.at(-1)
    expect(taken).toMatchObject({ isSigned: true, body: { data: { id: taken?.id } } })
    expect(receiver.calls.filter(({ id }) => id === taken?.id).length).toBeGreaterThan(1)

    const before = receiver.calls.length
    await tabTo(
      page,
      card(page)
        .getByRole('button', { name: /^Kirim ulang/ })
        .first(),
    )
    await page.keyboard.press('Enter')
    await until('it is sent again', () => (receiver.calls.length > before ? true : null))
    expect(receiver.calls.at(-1)?.id).toBe(taken?.id)

    const again = receiver.calls.length
    receiver.answerWith(410)
    await topUp()
    await triesSay(page, again, 'sudah tidak ada')
    await expect.poll(() => card(page).getByRole('button', { name: 'Uji' }).isDisabled()).toBe(true)
    const hand = card(page).getByRole('button', { name: /^Kirim ulang/ })
    for (const button of await hand.all()) expect(await button.isDisabled()).toBe(true)
    await checkAllScreens(page, 'calls-back-stopped')
    await new Mailbox(fixture.product, lender.email).mailWith('anggilan balik')
  },
)
