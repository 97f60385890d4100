import type { Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import type { Visit } from './browser.ts'
import { journey, useBrowser, type World } from './journey.ts'
import type { Lender, Loan } from './operator.ts'
import {
  agreeAndFund,
  agreementBox,
  enterAmount,
  expectPath,
  expectText,
  logIn,
  openMarketplace,
  pathOf,
  pickLoan,
  readTerms,
  sign,
} from './screens.ts'

useBrowser()

const amount = 2_000_000

const isFunding = (request: Request): boolean =>
  request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/api/v1/funding')

/** Collects the idempotency keys that the page sends with its funding calls. */
function collectKeys(page: Page): (string | undefined)[] {
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (isFunding(request)) keys.push(request.headers()['idempotency-key'])
  })
  return keys
}

async function openPreview(world: World, lender: Lender, loan: Loan, wish: number): Promise<Visit> {
  const visit = await world.openWindow()
  await logIn(visit.page, lender)
  await openMarketplace(visit.page)
  await pickLoan(visit.page, loan)
  const preview = await enterAmount(visit.page, wish)
  await readTerms(visit.page, preview)
  await agreementBox(preview).check()
  return visit
}

const pressFund = (page: Page): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: 'Danai', exact: true }).click()

async function expectFundedOnce(world: World, lender: Lender): Promise<void> {
  const api = await world.apiOf(lender)
  expect((await api.portfolio()).map((row) => row.totalLoan)).toEqual([amount])
  const { cashBalance } = await api.summary()
  expect(cashBalance).toBe(lender.cash - amount)
}

journey('FND-05 a second click on Danai funds once', async (world) => {
  const lender = await world.makeLender()
  const { page } = await openPreview(world, lender, await world.makeLoan(), amount)
  const keys = collectKeys(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Danai', exact: true }).dblclick()
  await expectPath(page, '/privy')
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[\w-]{16,}$/)
  await expectFundedOnce(world, lender)
})

journey(
  'FND-05 a reload while the funding call is under way: the same wish again funds once',
  async (world) => {
    const lender = await world.makeLender()
    const loan = await world.makeLoan()
    const { page } = await openPreview(world, lender, loan, amount)
    const keys = collectKeys(page)
    const reached = Promise.withResolvers<void>()
    // The server does it; the answer never reaches the page.
    await page.route('**/api/v1/funding', async (route) => {
      const answer = await route.fetch()
      expect(answer.status()).toBe(200)
      reached.resolve()
    })
    await pressFund(page)
    await reached.promise
    await page.reload()
    // Only now: a browser lets the calls go on that it held when nothing is held any more.
    await page.unroute('**/api/v1/funding')
    await expectPath(page, '/marketplace/list')
    await expectFundedOnce(world, lender)

    await pickLoan(page, loan)
    await agreeAndFund(page, await enterAmount(page, amount))
    await expectPath(page, '/privy')
    expect(keys.length).toBe(2)
    expect(new Set(keys).size).toBe(1)
    await expectFundedOnce(world, lender)
    await sign(page)
    await expectText(page.getByRole('main'), 'Pendanaan Berhasil')
    await expectFundedOnce(world, lender)
  },
)

journey(
  'FND-08 an answer that is lost: the lender is told to look first, and trying again funds once',
  async (world) => {
    const lender = await world.makeLender()
    const loan = await world.makeLoan()
    const { page, watch } = await openPreview(world, lender, loan, amount)
    watch.expect(/^request failed: POST .*\/api\/v1\/funding /)
    await page.route('**/api/v1/funding', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await pressFund(page)
    await expectPath(page, '/fundingStatus')
    await expectText(page.getByRole('main'), 'Pendanaan Gagal')
    await expectText(page.getByRole('main'), 'Periksa Portofolio')
    await page.unroute('**/api/v1/funding')
    await page.getByRole('button', { name: 'Kembali ke marketplace' }).click()
    await pickLoan(page, loan)
    await agreeAndFund(page, await enterAmount(page, amount))
    await expectPath(page, '/privy')
    await expectFundedOnce(world, lender)
  },
)

journey('FND-05 the same amount twice on purpose is two fundings', async (world) => {
  const lender = await world.makeLender()
  const loan = await world.makeLoan()
  const { page } = await openPreview(world, lender, loan, amount)
  const keys = collectKeys(page)
  await pressFund(page)
  await sign(page)
  await page.getByRole('button', { name: 'Kembali ke marketplace' }).click()
  await pickLoan(page, loan)
  await agreeAndFund(page, await enterAmount(page, amount))
  await expectPath(page, '/privy')
  expect(new Set(keys).size).toBe(2)
  expect((await (await world.apiOf(lender)).portfolio()).length).toBe(2)
})

journey('FND-02 two browsers on the last slice: one gets it, the other is told', async (world) => {
  const loan = await world.makeLoan({ total: amount, minimum: amount })
  const lenders = [await world.makeLender(), await world.makeLender()]
  const visits: Visit[] = []
  for (const lender of lenders) visits.push(await openPreview(world, lender, loan, amount))
  await Promise.all(visits.map(({ page }) => pressFund(page)))
  for (const { page } of visits) await page.waitForURL(/\/(privy|fundingStatus)$/)
  const winners = visits.filter(({ page }) => pathOf(page) === '/lender/privy')
  const losers = visits.filter(({ page }) => pathOf(page) === '/lender/fundingStatus')
  expect([winners.length, losers.length]).toEqual([1, 1])
  const [winner, loser] = [winners[0], losers[0]]
  if (winner === undefined || loser === undefined) throw new Error('nobody won')
  loser.watch.excuse(/^answer 400: POST .*\/api\/v1\/funding$/)
  await expectText(loser.page.getByRole('main'), 'Pendanaan Gagal')
  await expectText(loser.page.getByRole('main'), 'Pinjaman ini sudah tidak dibuka untuk pendanaan.')
  await sign(winner.page)
  await expectText(winner.page.getByRole('main'), 'Pendanaan Berhasil')
  const held = await Promise.all(lenders.map(async (lender) => (await world.apiOf(lender)).summary()))
  expect(held.map(({ outStandingBalance }) => outStandingBalance).toSorted((a, b) => a - b)).toEqual([
    0,
    amount,
  ])
  expect(held.map(({ cashBalance }) => cashBalance).toSorted((a, b) => a - b)).toEqual([
    50_000_000 - amount,
    50_000_000,
  ])
})
