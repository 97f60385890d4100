import { expect } from 'vitest'
import { journey, useBrowser } from './journey.ts'
import {
  appStarted,
  expectPath,
  expectSentenceUnder,
  fontLoaded,
  loanCards,
  logInByForm,
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
  'LOG-01 a login stores the session user in localStorage under `user` and opens the portfolio',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page } = await fixture.openWindow()
    await page.goto('/lender/login')
    await page.getByText('+62').waitFor()
    await page.getByRole('link', { name: 'Lupa Kata Sandi?' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await logInByForm(page, lender)
    const user: unknown = JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? 'null')
    expect(user).toMatchObject({
      token: expect.stringMatching(/^[\w-]{40,}$/),
      userName: lender.name,
      email: expect.stringContaining('***@'),
      phoneNumber: expect.stringMatching(/^\*+\d{4}$/),
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
  'LOG-02 a login shows an unknown number under the phone field and a wrong password under its own field',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page, watch } = await fixture.openWindow()
    watch.expect(/^answer 400: POST .*\/auth\/login$/)
    await page.goto('/lender/login')
    await appStarted(page)
    await fontLoaded(page)
    const top = async () => (await phoneField(page).boundingBox())?.y
    const before = await top()

    await tryLogIn(page, unregistered, 'Pematang2026')
    await expectSentenceUnder(phoneField(page), 'tidak terdaftar')
    // The field must not move while the lender types.
    await expect.poll(top).toBe(before)
    await expect.poll(() => sentenceUnder(passwordField(page))).toBe('')
    await expect.poll(() => phoneField(page).getAttribute('aria-invalid')).toBe('true')

    // The error stays while the lender types, and disappears with the next attempt.
    await phoneField(page).fill(lender.phone)
    await expectSentenceUnder(phoneField(page), 'tidak terdaftar')
    await tryLogIn(page, lender.phone, 'Salah2026')
    await expectSentenceUnder(passwordField(page), 'Kata sandi salah')
    await expect.poll(() => sentenceUnder(phoneField(page))).toBe('')
    expect(pathOf(page)).toBe('/lender/login')
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()

    await tryLogIn(page, lender.phone, lender.password)
    await expectPath(page, '/dashboard/porto')
  },
)

journey(
  'LOG-03 a login refuses a phone number outside 8 to 20 digits without sending a request',
  async (fixture) => {
    const { page } = await fixture.openWindow()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/login')) asked.push(request.url())
    })
    await page.goto('/lender/login')
    for (const wrong of ['', '1234567', '81234abc890', '+1 202 555 0100', '8'.repeat(21)]) {
      await page.reload()
      await appStarted(page)
      await phoneField(page).pressSequentially(wrong)
      const kept = await phoneField(page).inputValue()
      // The field does not accept this input at all, so it needs no error sentence.
      if (/^[0-9]{8,20}$/.test(kept)) continue
      await passwordField(page).fill('Pematang2026')
      await page.getByRole('button', { name: 'Masuk' }).click()
      await expectSentenceUnder(phoneField(page), 'Format Nomor Handphone salah')
    }
    expect(asked).toEqual([])
  },
)

journey('ERR-01 a login without a network shows an error message and can be retried', async (fixture) => {
  const lender = await fixture.makeLender({ cash: 0 })
  const { page, watch } = await fixture.openWindow()
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
  'ERR-01 a marketplace that cannot be loaded shows an error and reloads with the retry button',
  async (fixture) => {
    const { page, watch } = await fixture.openWindow()
    await logInByForm(page, await fixture.makeLender({ cash: 0 }))
    watch.expect(/^request failed: GET .*\/marketplace\?/)
    await page.route('**/api/v1/marketplace?**', (route) => route.abort('internetdisconnected'))
    await page.goto('/lender/marketplace/list')
    await page.getByText(noNetwork).first().waitFor()
    await page.unroute('**/api/v1/marketplace?**')
    await page.getByRole('button', { name: 'Coba lagi' }).click()
    await loanCards(page).first().waitFor()
  },
)

for (const field of ['message', 'error_description']) {
  journey(
    `ERR-02 the screen shows the error message of a 400 response from the field ${field}`,
    async (fixture) => {
      const { page, watch } = await fixture.openWindow()
      watch.expect(/^answer 400: POST .*\/auth\/login$/)
      const sentence = `Akun ditutup sementara (${field})`
      await page.route('**/api/v1/auth/login', (route) =>
        route.fulfill({ status: 400, json: { [field]: sentence } }),
      )
      await page.goto('/lender/login')
      await tryLogIn(page, unregistered, 'Pematang2026')
      await expectSentenceUnder(passwordField(page), sentence)
    },
  )
}
