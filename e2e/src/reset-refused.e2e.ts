import { expect } from 'vitest'
import { askForCode, confirmationField, matchCode, newPasswordField, resetButton } from './account-screens.ts'
import { journey, useBrowser } from './journey.ts'
import { expectPath, expectSentenceUnder, expectText, toast } from './screens.ts'
import { Handset } from './sms.ts'

useBrowser()

journey(
  'PWD-02 a password that the server refuses disables the button until it is changed, while a server overload does not',
  async (fixture) => {
    const lender = await fixture.makeLender({ cash: 0 })
    const { page, watch } = await fixture.openWindow()
    watch.expect(/^answer 400: POST .*\/auth\/password\/reset$/)
    watch.expect(/^answer 503: POST .*\/auth\/password\/reset$/)
    await askForCode(page, lender.phone)
    await matchCode(page, await new Handset(fixture.product, lender.phone).nextCode())
    const choose = async (password: string) => {
      await newPasswordField(page).fill(password)
      await confirmationField(page).fill(password)
    }
    const answerWith = (status: number, message: string) =>
      page.route('**/api/v1/auth/password/reset', (route) => route.fulfill({ status, json: { message } }), {
        times: 1,
      })

    await answerWith(400, 'Kata sandi ini pernah dipakai')
    await choose('Terasering2027')
    await resetButton(page).click()
    await expectSentenceUnder(newPasswordField(page), 'Kata sandi ini pernah dipakai')
    await expect.poll(() => resetButton(page).isDisabled()).toBe(true)
    await choose('LumbungPadi2028')
    await expect.poll(() => resetButton(page).isDisabled()).toBe(false)

    await answerWith(503, 'Layanan sedang sibuk. Coba beberapa saat lagi.')
    await resetButton(page).click()
    await expectText(toast(page), 'Layanan sedang sibuk. Coba beberapa saat lagi.')
    await resetButton(page).click()
    await expectPath(page, '/login')
  },
)
