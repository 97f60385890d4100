import { expect } from 'vitest'
import { expectFocused } from './account-screens.ts'
import {
  agreeToAll,
  askToFund,
  checkField,
  confirmFunding,
  followToEnd,
  openProduct,
  passCheck,
} from './bulk-screens.ts'
import { journey, useBrowser } from './journey.ts'
import { expectSentenceUnder, expectText, logIn, toast } from './screens.ts'

useBrowser()

journey(
  'PWD-04 NAV-10 SCR-09 the password check reports a wrong password and a failure, then continues with the bulk funding',
  async (fixture) => {
    const product = await fixture.operator.makeProduct([{ total: 1_000_000 }, { total: 2_000_000 }])
    const lender = await fixture.makeLender({ cash: 10_000_000 })
    await fixture.operator.offerProducts(lender)
    const { page, watch } = await fixture.openWindow()
    const place = '**/api/v1/auth/password/validate'
    watch.expect(/^request failed: POST .*\/auth\/password\/validate /)
    watch.expect(/^answer 429: POST .*\/auth\/password\/validate$/)
    await logIn(page, lender, '/marketplace/list')
    await openProduct(page, product)
    await askToFund(page)
    const dialog = await agreeToAll(page, await confirmFunding(page))
    // In its first frame a dialog is still transparent and drawn at 98% of its size. The body is as wide as the page
    // without its scrollbar.
    const share = () =>
      dialog.evaluate(
        (one) => one.getBoundingClientRect().width / document.body.getBoundingClientRect().width,
      )
    await expect.poll(share).toBeCloseTo(0.3, 2)

    await passCheck(dialog, { password: 'SalahSekali2026' })
    await expectSentenceUnder(checkField(dialog), 'Kata sandi salah')
    await expectFocused(checkField(dialog))

    await page.route(place, (route) => route.abort('connectionreset'))
    await passCheck(dialog, lender)
    await expectSentenceUnder(checkField(dialog), 'An error occurred')
    await page.unroute(place)
    const busy = { message: 'Terlalu banyak percobaan. Coba beberapa saat lagi.', code: 'TOO_MANY_REQUESTS' }
    await page.route(place, (route) => route.fulfill({ status: 429, json: busy }))
    await dialog.getByRole('button', { name: 'Lanjut' }).click()
    await expectText(toast(page), 'Terlalu banyak percobaan.')
    await expectSentenceUnder(checkField(dialog), 'An error occurred')
    await page.unroute(place)

    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(place, async (route) => {
      await held
      await route.continue()
    })
    await dialog.getByRole('button', { name: 'Lanjut' }).click()
    await page.locator('[data-global-loader]').waitFor()
    letGo()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('dialog', { name: 'Pendanaan Diproses' }).waitFor()
    // The bulk funding must have ended before the books are audited.
    await followToEnd(page)
  },
)
