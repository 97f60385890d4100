import { expect } from 'vitest'
import { journey, useBrowser } from './journey.ts'
import { expectText, filterByTenor, loanCards, logIn, mainMenu, openMarketplace } from './screens.ts'
import { until } from './waiting.ts'

useBrowser()

const noNetwork = 'Tidak ada koneksi internet, harap periksa jaringan Anda dan coba lagi.'

journey(
  'ERR-01 a browser that knows that it is offline says so in place of the list, which comes when the network does',
  async (world) => {
    const { context, page, watch } = await world.openWindow()
    const loan = await world.makeLoan({ tenor: 351 })
    await logIn(page, await world.makeLender({ cash: 0 }))
    await openMarketplace(page)
    await page.getByText('Sisa Pendanaan').first().waitFor()
    watch.expect(/^request failed: GET .*net::ERR_INTERNET_DISCONNECTED$/)
    await context.setOffline(true)
    await filterByTenor(page, loan)
    await expectText(page.getByRole('main'), noNetwork)
    await context.setOffline(false)
    await expectText(loanCards(page), loan.loanNumber)
  },
)

journey('ERR-01 a screen whose code cannot be fetched without a network says why', async (world) => {
  const { context, page, watch } = await world.openWindow()
  await logIn(page, await world.makeLender({ cash: 0 }))
  await page.getByText('Cash Balance').first().waitFor()
  watch.expect(/^request failed: GET .*net::ERR_INTERNET_DISCONNECTED$/)
  watch.expect(/dynamically imported module/)
  await context.setOffline(true)
  await mainMenu(page).getByRole('link', { name: 'Marketplace' }).click()
  await expectText(page.getByRole('alert'), noNetwork)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Muat ulang' }).click()
  await page.getByText('Sisa Pendanaan').first().waitFor()
})

journey('MKT-05 a page with nothing new on it does not end the list', async (world) => {
  const tenor = 352
  const loans = await world.operator.makeLoans(Array.from({ length: 25 }, () => ({ tenor })))
  const { page } = await world.openWindow()
  await logIn(page, await world.makeLender({ cash: 0 }))
  // As many new offers above as there are loans on a page: page 2 is what page 1 was.
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
  expect(await page.locator('[data-skeleton]').count()).toBe(0)
})
