import { expect } from 'vitest'
import { journey, useBrowser } from './journey.ts'
import {
  expectPath,
  expectSentenceUnder,
  logIn,
  passwordField,
  pathOf,
  phoneField,
  sentenceUnder,
  toast,
  tryLogIn,
} from './screens.ts'

useBrowser()

const unregistered = '8199900011'
const noNetwork = 'Tidak ada koneksi internet, harap periksa jaringan Anda dan coba lagi.'

journey(
  'LOG-01 the session user is stored under the local key user, and the portfolio opens',
  async (world) => {
    const lender = await world.makeLender({ cash: 0 })
    const { page } = await world.openWindow()
    await page.goto('/lender/login')
    await page.getByText('+62').waitFor()
    await page.getByRole('link', { name: 'Lupa Kata Sandi?' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await logIn(page, lender)
    const user: unknown = JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? 'null')
    expect(user).toMatchObject({
      token: expect.stringMatching(/^[\w-]{40,}$/),
      userName: lender.name,
      email: lender.email,
      phoneNumber: lender.phone,
      userTypeId: 1,
      userTypeName: expect.any(String),
      userId: expect.any(Number),
      digiSignId: expect.any(String),
    })
    expect(Object.keys(Object(user))).toContain('bankInformation')
    await page.reload()
    await expectPath(page, '/dashboard/porto')
  },
)

journey(
  'LOG-02 an unknown number is told on the phone field, a wrong password on its own, until the next try',
  async (world) => {
    const lender = await world.makeLender({ cash: 0 })
    const { page, watch } = await world.openWindow()
    watch.expect(/^answer 400: POST .*\/auth\/login$/)
    await page.goto('/lender/login')
    const top = async () => (await phoneField(page).boundingBox())?.y
    const before = await top()

    await tryLogIn(page, unregistered, 'Pematang2026')
    await expectSentenceUnder(phoneField(page), 'tidak terdaftar')
    // The field stays where the lender types.
    expect(await top()).toBe(before)
    expect(await sentenceUnder(passwordField(page))).toBe('')
    expect(await phoneField(page).getAttribute('aria-invalid')).toBe('true')

    // It stays while the lender types, and goes with the next try.
    await phoneField(page).fill(lender.phone)
    expect(await sentenceUnder(phoneField(page))).toContain('tidak terdaftar')
    await tryLogIn(page, lender.phone, 'Salah2026')
    await expectSentenceUnder(passwordField(page), 'Kata sandi salah')
    expect(await sentenceUnder(phoneField(page))).toBe('')
    expect(pathOf(page)).toBe('/lender/login')
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()

    await tryLogIn(page, lender.phone, lender.password)
    await expectPath(page, '/dashboard/porto')
  },
)

journey(
  'LOG-03 a phone number is 8 to 20 digits; anything else is told without asking the server',
  async (world) => {
    const { page } = await world.openWindow()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/login')) asked.push(request.url())
    })
    await page.goto('/lender/login')
    for (const wrong of ['', '1234567', '81234abc890', '8123 4567 890', '+6281234567890', '8'.repeat(21)]) {
      await page.reload()
      await phoneField(page).pressSequentially(wrong)
      const kept = await phoneField(page).inputValue()
      // What cannot even be typed needs no sentence.
      if (/^[0-9]{8,20}$/.test(kept)) continue
      await passwordField(page).fill('Pematang2026')
      await page.getByRole('button', { name: 'Masuk' }).click()
      await expectSentenceUnder(phoneField(page), 'Format Nomor Handphone salah')
    }
    expect(asked).toEqual([])
  },
)

journey('ERR-01 without a network the sentence is shown and the login can be tried again', async (world) => {
  const lender = await world.makeLender({ cash: 0 })
  const { page, watch } = await world.openWindow()
  watch.expect(/^request failed: POST .*\/auth\/login/)
  await page.goto('/lender/login')
  await page.route('**/api/v1/auth/login', (route) => route.abort('internetdisconnected'))
  await tryLogIn(page, lender.phone, lender.password)
  await expect.poll(() => toast(page).innerText()).toContain(noNetwork)
  expect(pathOf(page)).toBe('/lender/login')
  await page.unroute('**/api/v1/auth/login')
  await page.getByRole('button', { name: 'Masuk' }).click()
  await expectPath(page, '/dashboard/porto')
})

journey(
  'ERR-01 a list that cannot be reached says so on its screen and comes back with Coba lagi',
  async (world) => {
    const { page, watch } = await world.openWindow()
    await logIn(page, await world.makeLender({ cash: 0 }))
    watch.expect(/^request failed: GET .*\/marketplace\?/)
    await page.route('**/api/v1/marketplace?**', (route) => route.abort('internetdisconnected'))
    await page.goto('/lender/marketplace/list')
    await page.getByText(noNetwork).first().waitFor()
    await page.unroute('**/api/v1/marketplace?**')
    await page.getByRole('button', { name: 'Coba lagi' }).click()
    await page.getByText('Sisa Pendanaan').first().waitFor()
  },
)

for (const field of ['message', 'error_description']) {
  journey(`ERR-02 the sentence of a 400 is taken from ${field}`, async (world) => {
    const { page, watch } = await world.openWindow()
    watch.expect(/^answer 400: POST .*\/auth\/login$/)
    const sentence = `Akun ditutup sementara (${field})`
    await page.route('**/api/v1/auth/login', (route) =>
      route.fulfill({ status: 400, json: { [field]: sentence } }),
    )
    await page.goto('/lender/login')
    await tryLogIn(page, unregistered, 'Pematang2026')
    await expectSentenceUnder(passwordField(page), sentence)
  })
}
