import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  confirmationField,
  newPasswordField,
  oldPasswordField,
  openChangePassword,
} from './account-screens.ts'
import { followToEnd, fundProduct, openProduct } from './bulk-screens.ts'
import { type Fixture, journey, useBrowser } from './journey.ts'
import type { Lender } from './operator.ts'
import {
  expectPath,
  expectSentenceUnder,
  expectSigningPage,
  expectText,
  fundLoan,
  logIn,
  openDashboard,
  phoneField,
  portfolioRow,
  toast,
  tryLogIn,
} from './screens.ts'
import { translatePage } from './translator.ts'
import { makeLender, resultOf, withdraw } from './withdraw-screens.ts'

useBrowser()

/** A lender in a browser that translates every page. An error page fails the journey by what it logs. */
async function translated(fixture: Fixture, lender: Lender): Promise<Page> {
  const { page } = await fixture.openWindow()
  await translatePage(page)
  await logIn(page, lender)
  await expect.poll(() => page.locator('font font').count()).toBeGreaterThan(20)
  return page
}

journey('SCN-01 a translated login shows its refusals and logs in', async (fixture) => {
  const { page, watch } = await fixture.openWindow()
  watch.expect(/^answer 400: POST .*\/auth\/login$/)
  await translatePage(page)
  await page.goto('/lender/')
  await tryLogIn(page, '8199900012', 'Pematang2026')
  await expectSentenceUnder(phoneField(page), 'tidak terdaftar')
  await logIn(page, await fixture.makeLender({ cash: 0 }))
})

journey('SCN-01 a loan is funded on translated pages', async (fixture) => {
  const loan = await fixture.makeLoan({ total: 10_000_000, purpose: 'Menambah stok barang' })
  const page = await translated(fixture, await fixture.makeLender({ cash: 20_000_000 }))
  await fundLoan(page, loan, 1_000_000)
  await expectSigningPage(page)
  await openDashboard(page)
  await expectText(portfolioRow(page, loan), 'Rp1.000.000')
})

journey('SCN-01 a bulk product is funded on translated pages', async (fixture) => {
  const lender = await fixture.makeLender({ cash: 20_000_000, company: 'PT Dana Bersama' })
  await fixture.operator.offerProducts(lender)
  const product = await fixture.operator.makeProduct([{ total: 2_000_000 }, { total: 2_000_000 }])
  const page = await translated(fixture, lender)
  await openProduct(page, product)
  await fundProduct(page, lender)
  await followToEnd(page)
})

journey('SCN-01 cash is withdrawn on translated pages', async (fixture) => {
  const { lender } = await makeLender(fixture)
  const page = await translated(fixture, lender)
  await withdraw(page, 150_000, lender.password)
  await expectPath(page, '/withdrawStatus')
  await resultOf(page).waitFor()
})

journey('SCN-01 the password is changed on translated pages', async (fixture) => {
  const lender = await fixture.makeLender({ cash: 0 })
  const page = await translated(fixture, lender)
  const dialog = await openChangePassword(page)
  await oldPasswordField(page).fill(lender.password)
  await newPasswordField(page).fill('pendek')
  await confirmationField(page).fill('lain')
  await newPasswordField(page).fill('Terasering2027')
  await confirmationField(page).fill('Terasering2027')
  await dialog.getByRole('button', { name: 'Ubah Kata Sandi', exact: true }).click()
  await toast(page).waitFor()
  await dialog.waitFor({ state: 'detached' })
})
