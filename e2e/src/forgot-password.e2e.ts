import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import {
  askForCode,
  codeDialog,
  codeField,
  confirmationField,
  expectFocused,
  matchCode,
  newPasswordField,
  resetButton,
  tabTo,
  typeCode,
} from './account-screens.ts'
import { corners } from './browser.ts'
import { journey, useBrowser } from './journey.ts'
import { takePicture } from './picture.ts'
import {
  expectCount,
  expectPath,
  expectSentenceUnder,
  expectText,
  expectValue,
  passwordField,
  phoneField,
  sentenceUnder,
  toast,
  tryLogIn,
} from './screens.ts'
import { Handset, otherThan } from './sms.ts'
import { expectIndonesian } from './wording.ts'

useBrowser()

const fresh = 'Terasering2027'
const mismatch = 'kode verifikasi yang anda masukan salah'

/** Counts the codes that a page submits. */
function countTries(page: Page): { tried: number } {
  const count = { tried: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/auth/otp/match')) count.tried += 1
  })
  return count
}

/** The countdown to the next code in the dialog, in seconds. */
async function secondsLeft(page: Page): Promise<number> {
  const text = await codeDialog(page).getByRole('timer').innerText()
  return Number(/\d+/.exec(text)?.[0])
}

/** The page's next request for a code, and when its answer arrived by the browser's clock (milliseconds). */
async function codeAnsweredAt(page: Page): Promise<number> {
  const response = await page.waitForResponse((one) => one.url().endsWith('/api/v1/auth/otp'))
  await response.finished()
  const { startTime, responseEnd } = response.request().timing()
  return startTime + responseEnd
}

/** Checks that the countdown reaches 0 59 seconds after that time. */
async function expectCountdownFrom(page: Page, answeredAt: number): Promise<void> {
  const timer = codeDialog(page).getByRole('timer')
  // Text and clock are read in one look, so it does not matter when the test gets to it.
  await expect
    .poll(async () => {
      const { text, now } = await timer.evaluate((one) => ({ text: one.textContent, now: Date.now() }))
      return Math.abs(answeredAt + 59_000 - now - 1_000 * Number(/\d+/.exec(text)?.[0]))
    })
    .toBeLessThan(2_000)
}

journey(
  'LOG-04 LOG-06 LOG-07 a password reset by SMS code ends the old password and all sessions',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const elsewhere = await fixture.apiOf(lender)
    const handset = new Handset(fixture.product, lender.phone)
    const { page, watch } = await fixture.openWindow()
    watch.expect(/^answer 400: POST .*\/auth\/login$/)
    const count = countTries(page)

    await askForCode(page, lender.phone)
    const code = await handset.nextCode()
    await typeCode(page, otherThan(code).slice(0, 5))
    expect(count.tried).toBe(0)
    await codeField(page).press('End')
    await typeCode(page, otherThan(code).slice(5))
    await expectSentenceUnder(codeField(page), mismatch)
    expect(count.tried).toBe(1)
    await expect.poll(() => codeField(page).getAttribute('aria-invalid')).toBe('true')
    await matchCode(page, code)
    expect(count.tried).toBe(2)

    await newPasswordField(page).fill(fresh)
    await confirmationField(page).fill(fresh)
    await resetButton(page).click()
    await expectPath(page, '/login')
    await expectText(toast(page), 'Berhasil mengubah kata sandi')
    await expect(elsewhere.summary()).rejects.toThrow('401 SESSION_ENDED')

    await tryLogIn(page, lender.phone, lender.password)
    await expectSentenceUnder(passwordField(page), 'Kata sandi salah')
    await tryLogIn(page, lender.phone, fresh)
    await expectPath(page, '/dashboard/porto')
  },
)

journey(
  'LOG-05 a lender can request a second reset code after 59 seconds, which replaces the first',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const handset = new Handset(fixture.product, lender.phone)
    const { page } = await fixture.openWindow()
    const answered = codeAnsweredAt(page)
    await askForCode(page, lender.phone)
    await expectCountdownFrom(page, await answered)
    const first = await handset.nextCode()
    const again = codeDialog(page).getByRole('button', { name: 'Kirim ulang kode' })
    await expectCount(again, 0)

    await again.waitFor({ timeout: 120_000 })
    expect(Date.now() - (await answered)).toBeGreaterThan(57_000)
    const repeated = codeAnsweredAt(page)
    await again.click()
    await expectCountdownFrom(page, await repeated)
    await expectFocused(codeField(page))
    const second = await handset.nextCode()
    if (first !== second) {
      await typeCode(page, first)
      await expectSentenceUnder(codeField(page), mismatch)
    }
    await matchCode(page, second)
  },
)

journey(
  'LOG-05 the reset code field accepts at most six characters, and extracts the code from a pasted message',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page } = await fixture.openWindow()
    await askForCode(page, lender.phone)
    const code = await new Handset(fixture.product, lender.phone).nextCode()
    // The answer is held until everything is typed.
    const typed = Promise.withResolvers<void>()
    await page.route('**/api/v1/auth/otp/match', async (route) => {
      await typed.promise
      await route.continue()
    })
    const count = countTries(page)
    await typeCode(page, `${otherThan(code)}789`)
    await expectValue(codeField(page), otherThan(code))
    typed.resolve()
    await expectSentenceUnder(codeField(page), mismatch)
    expect(count.tried).toBe(1)
    await codeField(page).focus()
    await page.keyboard.insertText(`Kode verifikasi Anda ${code}. Jangan berikan kepada siapa pun.`)
    await resetButton(page).waitFor()
  },
)

journey(
  'LOG-04 the phone field of the password reset shows refusals of the browser and of the server',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page } = await fixture.openWindow()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/v1/auth/otp')) asked.push(request.url())
    })
    await page.goto('/lender/reset-password')
    for (const wrong of ['', '1234567', '8123 abc 456']) {
      await phoneField(page).fill(wrong)
      await page.getByRole('button', { name: 'Selanjutnya' }).click()
      await expectSentenceUnder(phoneField(page), 'Format Nomor Handphone salah')
      await expectFocused(phoneField(page))
    }
    expect(asked).toEqual([])
    // Loaded before the code is sent, because another one is refused only for 59 seconds.
    const other = await fixture.openWindow()
    other.watch.expect(/^answer 429: POST .*\/auth\/otp$/)
    await other.page.goto('/lender/reset-password')
    await phoneField(other.page).fill(lender.phone)
    await askForCode(page, lender.phone)
    await other.page.getByRole('button', { name: 'Selanjutnya' }).click()
    await expect
      .poll(() => sentenceUnder(phoneField(other.page)))
      .toMatch(/^Kode baru dapat diminta dalam \d+ detik\.$/)
    await expectCount(codeDialog(other.page), 0)

    await page.keyboard.press('Escape')
    await codeDialog(page).waitFor({ state: 'detached' })
    // The code sent before is still valid: its dialog opens again, and no other code is sent.
    await page.getByRole('button', { name: 'Selanjutnya' }).click()
    await codeDialog(page).waitFor()
    expect(asked).toHaveLength(1)
  },
)

journey(
  'LOG-07 the password reset returns to the phone number when the browser no longer has the cookie of its confirmed code',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { context, page, watch } = await fixture.openWindow()
    watch.expect(/^answer 400: POST .*\/auth\/password\/reset$/)
    await askForCode(page, lender.phone)
    await matchCode(page, await new Handset(fixture.product, lender.phone).nextCode())
    await context.clearCookies()
    await newPasswordField(page).fill(fresh)
    await confirmationField(page).fill(fresh)
    await resetButton(page).click()
    await expectSentenceUnder(phoneField(page), 'Verifikasi nomor handphone Anda terlebih dahulu')
    await expectValue(phoneField(page), lender.phone)
    // The old password still works.
    await fixture.apiOf(lender)
  },
)

journey(
  'LOG-08 LOG-04 LOG-07 /reset-password works when opened directly, after a reload, and by keyboard alone',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const handset = new Handset(fixture.product, lender.phone)
    const { page } = await fixture.openWindow()
    await page.goto('/lender/reset-password')
    await expectFocused(phoneField(page))
    await page.keyboard.type(lender.phone)
    await page.keyboard.press('Enter')
    await codeDialog(page).waitFor()
    await expectFocused(codeField(page))
    const code = await handset.nextCode()
    // The page may have been reloaded when a lender returns from the SMS app; the countdown continues.
    await expect.poll(() => secondsLeft(page)).toBeLessThan(57)
    await page.reload()
    await codeDialog(page).waitFor()
    expect(await secondsLeft(page)).toBeLessThan(57)
    await expectFocused(codeField(page))
    await page.keyboard.type(code)
    await resetButton(page).waitFor()
    await expectFocused(newPasswordField(page))
    await page.reload()
    await expectFocused(newPasswordField(page))
    await page.keyboard.type(fresh)
    await tabTo(page, confirmationField(page))
    await page.keyboard.type(fresh)
    await tabTo(page, resetButton(page))
    await page.keyboard.press('Enter')
    await expectPath(page, '/login')
    await expectFocused(passwordField(page))
    await expectValue(phoneField(page), lender.phone)
    await page.keyboard.type(fresh)
    await page.keyboard.press('Enter')
    await expectPath(page, '/dashboard/porto')
    // A logged-in lender uses Ubah Kata Sandi instead.
    await page.goto('/lender/reset-password')
    await expectPath(page, '/dashboard/porto')
  },
)

for (const { variant, screen } of corners) {
  journey(
    `LOG-04 LOG-05 LOG-07 each step of the password reset passes the axe accessibility check: ${variant}`,
    async (fixture) => {
      const lender = await fixture.makeLender({ cash: 0 })
      const { page } = await fixture.openWindow(screen)
      const look = async (what: string) => {
        const name = `forgot-${what}-${variant}`.replaceAll(' ', '-')
        await takePicture(page, name)
        await expectIndonesian(page, `${what}, ${variant}`)
        await expectAccessible(page, `${what}, ${variant}`)
      }
      await page.goto('/lender/reset-password')
      await page.getByRole('button', { name: 'Selanjutnya' }).click()
      await expectSentenceUnder(phoneField(page), 'Format Nomor Handphone salah')
      await look('phone')
      await askForCode(page, lender.phone)
      await look('code')
      const code = await new Handset(fixture.product, lender.phone).nextCode()
      await typeCode(page, otherThan(code))
      await expectSentenceUnder(codeField(page), mismatch)
      await look('wrong code')
      await matchCode(page, code)
      await look('new password')
      await newPasswordField(page).fill('pematang')
      await confirmationField(page).fill('x')
      await expectSentenceUnder(newPasswordField(page), 'Kata Sandi harus terdiri dari')
      await look('wrong password')
    },
  )
}
