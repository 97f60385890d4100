import { expect } from 'vitest'
import { journey, useBrowser } from './journey.ts'
import {
  dashboardShown,
  expectText,
  filterByTenor,
  loanCards,
  logIn,
  mainMenu,
  openMarketplace,
} from './screens.ts'
import { until } from './waiting.ts'

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
