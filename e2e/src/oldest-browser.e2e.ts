import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { openTab, showFilter } from './dashboard.ts'
import { type Fixture, journey, useBrowser } from './journey.ts'
import { asOldestBrowser } from './oldest-browser.ts'
import type { Lender } from './operator.ts'
import {
  agreeAndFund,
  enterAmount,
  expectPath,
  expectText,
  logInByForm,
  openDashboard,
  openMarketplace,
  openTransactions,
  pickLoan,
  portfolioRow,
  sign,
  transactionRow,
} from './screens.ts'
import { makeLender, resultOf, withdraw } from './withdraw-screens.ts'

useBrowser()

async function openOldest(fixture: Fixture, lender: Lender): Promise<Page> {
  const { page } = await fixture.openWindow()
  await asOldestBrowser(page)
  await logInByForm(page, lender)
  expect(await page.evaluate(() => 'try' in Promise || 'requestIdleCallback' in globalThis)).toBe(false)
  return page
}

journey('FND-03 a loan is funded and found again in the oldest supported browser', async (fixture) => {
  const loan = await fixture.makeLoan({ total: 10_000_000, purpose: 'Menambah stok barang' })
  const page = await openOldest(fixture, await fixture.makeLender({ cash: 20_000_000 }))
  await openMarketplace(page)
  await pickLoan(page, loan)
  await agreeAndFund(page, await enterAmount(page, 1_000_000))
  await sign(page)
  await expectPath(page, '/fundingStatus')
  await expectText(page.getByRole('main'), 'Pendanaan Berhasil')
  await openDashboard(page)
  await expectText(portfolioRow(page, loan), 'Rp1.000.000')
  await openTransactions(page)
  await expectText(transactionRow(page, loan), '-Rp1.000.000')
})

journey('cash is withdrawn and a calendar opens in the oldest supported browser', async (fixture) => {
  const { lender } = await makeLender(fixture)
  const page = await openOldest(fixture, lender)
  await withdraw(page, 150_000, lender.password)
  await resultOf(page).waitFor()
  await openDashboard(page)
  await openTab(page, 'Transaction History')
  await showFilter(page)
  await page
    .getByRole('button', { name: /^Pilih dari kalender/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: /^Kalender/ }).waitFor()
})
