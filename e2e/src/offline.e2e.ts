import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey, useBrowser } from './journey.ts'
import {
  agreementBox,
  amountField,
  cardOf,
  dashboardShown,
  expectPath,
  expectPreview,
  expectText,
  expectValue,
  filterByTenor,
  loanCards,
  logIn,
  mainMenu,
  openMarketplace,
  pickLoan,
  readTerms,
  toast,
} from './screens.ts'
import { until } from './waiting.ts'
import * as withdrawal from './withdraw-screens.ts'

useBrowser()

const noNetwork = 'Tidak ada koneksi internet, harap periksa jaringan Anda dan coba lagi.'

journey(
  'ERR-01 an offline browser shows a message instead of the loan list, and loads the list when the network is back',
  async (fixture) => {
    const { context, page, watch } = await fixture.openWindow()
    const loan = await fixture.makeLoan({ tenor: fixture.ownTenor() })
    await logIn(page, await fixture.makeLender({ cash: 0 }), '/marketplace/list')
    await loanCards(page).first().waitFor()
    watch.expect(/^request failed: GET .*net::ERR_INTERNET_DISCONNECTED$/)
    await context.setOffline(true)
    await filterByTenor(page, loan)
    await expectText(page.getByRole('main'), noNetwork)
    await context.setOffline(false)
    await expectText(loanCards(page), loan.loanNumber)
  },
)

journey(
  'ERR-01 SCR-01 SCN-06 a screen whose script cannot be fetched offline shows the reason, and comes when the network is back',
  async (fixture) => {
    const { context, page, watch } = await fixture.openWindow()
    await logIn(page, await fixture.makeLender({ cash: 0 }))
    await dashboardShown(page)
    watch.expect(/^request failed: GET .*net::ERR_INTERNET_DISCONNECTED$/)
    await context.setOffline(true)
    await mainMenu(page).getByRole('link', { name: 'Marketplace' }).click()
    await expectText(page.getByRole('alert'), noNetwork)
    await page.getByText('Anda sedang offline').waitFor()
    // The mark stays, which shows that the page was not reloaded.
    await page.evaluate(() => void (document.body.dataset.same = ''))
    await context.setOffline(false)
    await loanCards(page).first().waitFor()
    expect(await page.locator('body[data-same]').count()).toBe(1)
    await page.getByText('Anda sedang offline').waitFor({ state: 'detached' })
  },
)

const lost = /^request failed: .*net::ERR_INTERNET_DISCONNECTED$/

/** Presses a button while offline, reads the reason, and goes online again. */
async function pressOffline(page: Page, press: () => Promise<void>): Promise<void> {
  await page.context().setOffline(true)
  await press()
  await expectText(toast(page), noNetwork)
  await page.context().setOffline(false)
  await page.getByText('Anda sedang offline').waitFor({ state: 'detached' })
}

journey(
  'SCN-06 ERR-01 a funding dialog keeps the amount and the consent while the network is away, and goes on when it is back',
  async (fixture) => {
    const loan = await fixture.makeLoan()
    const { page, watch } = await fixture.openWindow()
    watch.expect(lost)
    await logIn(page, await fixture.makeLender(), '/marketplace/list')
    const dialog = await pickLoan(page, loan)
    await amountField(dialog).fill('1000000')
    const next = dialog.getByRole('button', { name: 'Selanjutnya' })
    await pressOffline(page, () => next.click())
    await expectValue(amountField(dialog), '1.000.000')
    await next.click()
    const preview = await expectPreview(page)
    await readTerms(page, preview)
    await agreementBox(preview).check()
    const fund = preview.getByRole('button', { name: 'Danai', exact: true })
    await pressOffline(page, () => fund.click())
    expect(await agreementBox(preview).isChecked()).toBe(true)
    await fund.click()
    await expectPath(page, '/privy')
  },
)

journey(
  'SCN-06 ERR-01 a selection keeps its dialog and amounts while the network is away, and goes on when it is back',
  async (fixture) => {
    const tenor = fixture.ownTenor()
    const loans = await fixture.operator.makeLoans([{ tenor }, { tenor }])
    const { page, watch } = await fixture.openWindow()
    watch.expect(lost)
    await logIn(page, await fixture.makeLender(), '/marketplace/list')
    await filterByTenor(page, { tenor })
    for (const loan of loans) await cardOf(page, loan).getByRole('checkbox', { name: 'Pilih' }).check()
    await page.getByRole('button', { name: 'Lanjutkan' }).click()
    const amounts = page.getByRole('dialog', { name: 'Jumlah Funding' })
    const own = amounts.getByLabel(`Jumlah pendanaan ${loans[0]?.loanNumber}`)
    await own.fill('1250000')
    const next = amounts.getByRole('button', { name: 'Selanjutnya' })
    await pressOffline(page, () => next.click())
    await expectValue(own, '1.250.000')
    await next.click()
    await expectPreview(page)
  },
)

journey(
  'SCN-06 ERR-01 WDR-03 a withdrawal stays at its password while the network is away, and is sent when it is back',
  async (fixture) => {
    const { lender } = await withdrawal.makeLender(fixture)
    const { page, context, watch } = await fixture.openWindow()
    watch.expect(lost)
    await logIn(page, lender)
    await withdrawal.openForm(page)
    await withdrawal.askFor(page, 150_000)
    await context.setOffline(true)
    await withdrawal.confirm(page, lender.password)
    await expectText(withdrawal.passwordDialog(page), noNetwork)
    await context.setOffline(false)
    await withdrawal.sendButton(page).click()
    await expectPath(page, '/withdrawStatus')
    await expectText(page.getByRole('main'), 'Rp150.000')
  },
)

journey('MKT-05 a marketplace page without new loans does not end the list', async (fixture) => {
  const tenor = fixture.ownTenor()
  const loans = await fixture.operator.makeLoans(Array.from({ length: 25 }, () => ({ tenor })))
  const { page } = await fixture.openWindow()
  await logIn(page, await fixture.makeLender({ cash: 0 }))
  // Simulates as many new offers as there are loans on a page: the new page 2 equals the old page 1.
  await page.route(/marketplace\?.*page=2/, async (route) => {
    const first = await route.fetch({ url: route.request().url().replace('page=2', 'page=1') })
    const answer = (await first.json()) as { pagination: object }
    await route.fulfill({ json: { ...answer, pagination: { ...answer.pagination, page: 2 } } })
  })
  await openMarketplace(page)
  await filterByTenor(page, { tenor })
  await until('the third page is shown', async () => {
    await page.mouse.wheel(0, 3_000)
    return (await loanCards(page).count()) === loans.length - 10 ? true : null
  })
  await page.locator('[data-skeleton]').first().waitFor({ state: 'detached' })
})
