import type { Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import type { Visit } from './browser.ts'
import { journey, useBrowser, type Fixture } from './journey.ts'
import { checkAllScreens } from './screen-checks.ts'
import type { Lender, Loan } from './operator.ts'
import {
  agreeAndFund,
  agreementBox,
  amountField,
  enterAmount,
  expectPath,
  expectText,
  logIn,
  pathOf,
  pickLoan,
  readTerms,
  readText,
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

async function openPreview(fixture: Fixture, lender: Lender, loan: Loan, amount: number): Promise<Visit> {
  const visit = await fixture.openWindow()
  await logIn(visit.page, lender, '/marketplace/list')
  await pickLoan(visit.page, loan)
  const preview = await enterAmount(visit.page, amount)
  await readTerms(visit.page, preview)
  await agreementBox(preview).check()
  return visit
}

const pressFund = (page: Page): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: 'Danai', exact: true }).click()

async function expectFundedOnce(fixture: Fixture, lender: Lender): Promise<void> {
  const api = await fixture.apiOf(lender)
  expect((await api.portfolio()).map((row) => row.totalLoan)).toEqual([amount])
  const { cashBalance } = await api.summary()
  expect(cashBalance).toBe(lender.cash - amount)
}

journey('FND-05 a double click on the funding button funds once', async (fixture) => {
  const lender = await fixture.makeLender()
  const { page } = await openPreview(fixture, lender, await fixture.makeLoan(), amount)
  const keys = collectKeys(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Danai', exact: true }).dblclick()
  await expectPath(page, '/privy')
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[\w-]{16,}$/)
  await expectFundedOnce(fixture, lender)
})

const waitingDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Masih menunggu tanda tangan' })

/** Opens the amount step, and enters an amount for which a reservation already waits. */
async function askAgain(page: Page, loan: Loan): Promise<Locator> {
  const dialog = await pickLoan(page, loan)
  await amountField(dialog).fill(String(amount))
  await dialog.getByRole('button', { name: 'Selanjutnya' }).click()
  await waitingDialog(page).waitFor()
  return waitingDialog(page)
}

journey(
  'SCR-13 FND-05 after a reload during the funding call the waiting reservation is offered for signing',
  async (fixture) => {
    const lender = await fixture.makeLender()
    const loan = await fixture.makeLoan()
    const { page } = await openPreview(fixture, lender, loan, amount)
    const reached = Promise.withResolvers<void>()
    // The server processes the request, but its answer never reaches the page.
    await page.route('**/api/v1/funding', async (route) => {
      const answer = await route.fetch()
      expect(answer.status()).toBe(200)
      reached.resolve()
    })
    await pressFund(page)
    await reached.promise
    await page.reload()
    // The route is removed only now, because removing it lets pending calls continue.
    await page.unroute('**/api/v1/funding')
    await expectPath(page, '/marketplace/list')
    await expectFundedOnce(fixture, lender)

    const offered = await askAgain(page, loan)
    await expectText(offered, 'Rp2.000.000')
    await expectText(offered, 'WIB')
    await checkAllScreens(page, 'funding-waits')
    await offered.getByRole('button', { name: 'Tanda tangani yang menunggu' }).click()
    await expectPath(page, '/privy')
    await expectFundedOnce(fixture, lender)
    await sign(page)
    await expectText(page.getByRole('main'), 'Pendanaan Berhasil')
    await expectFundedOnce(fixture, lender)
  },
)

journey(
  'SCR-13 FND-08 a funding whose response was lost is looked up and continues with the signature',
  async (fixture) => {
    const lender = await fixture.makeLender()
    const loan = await fixture.makeLoan()
    const { page, watch } = await openPreview(fixture, lender, loan, amount)
    watch.expect(/^request failed: POST .*\/api\/v1\/funding /)
    await page.route('**/api/v1/funding', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await pressFund(page)
    await expectPath(page, '/privy')
    await expectFundedOnce(fixture, lender)
  },
)

journey(
  'SCR-13 a funding is shown as unknown while the server is unreachable, then continues with the signature',
  async (fixture) => {
    const lender = await fixture.makeLender()
    const { page, watch } = await openPreview(fixture, lender, await fixture.makeLoan(), amount)
    watch.expect(/^request failed: POST .*\/funding(\/outcome)? /)
    await page.route(/\/api\/v1\/funding(\/outcome)?$/, async (route) => {
      if (route.request().url().endsWith('/funding')) await route.fetch()
      await route.abort('connectionreset')
    })
    await pressFund(page)
    await expectPath(page, '/fundingStatus')
    await expectText(page.getByRole('main'), 'Pendanaan sedang dipastikan')
    expect(await readText(page.getByRole('main'))).not.toContain('Gagal')
    await checkAllScreens(page, 'funding-unknown')
    await page.reload()
    await expectText(page.getByRole('main'), 'Pendanaan sedang dipastikan')
    await page.unroute(/\/api\/v1\/funding(\/outcome)?$/)
    // The pauses between the app's attempts grow to 15 seconds.
    await page.waitForURL('**/lender/privy', { timeout: 60_000 })
    await expectFundedOnce(fixture, lender)
  },
)

journey(
  'SCR-13 a second tab offers to sign the reservation of the first tab, or another funding on request',
  async (fixture) => {
    const lender = await fixture.makeLender()
    const loan = await fixture.makeLoan()
    const first = await openPreview(fixture, lender, loan, amount)
    const second = await openPreview(fixture, lender, loan, amount)
    second.watch.expect(/^answer 409: POST .*\/api\/v1\/funding$/)
    await pressFund(first.page)
    await expectPath(first.page, '/privy')
    await pressFund(second.page)
    await waitingDialog(second.page).waitFor()
    await expectFundedOnce(fixture, lender)
    await waitingDialog(second.page).getByRole('button', { name: 'Buat pendanaan baru' }).click()
    await expectPath(second.page, '/privy')
    expect((await (await fixture.apiOf(lender)).portfolio()).map((row) => row.totalLoan)).toEqual([
      amount,
      amount,
    ])
  },
)

journey('FND-05 funding the same amount twice on purpose makes two fundings', async (fixture) => {
  const lender = await fixture.makeLender()
  const loan = await fixture.makeLoan()
  const { page } = await openPreview(fixture, lender, loan, amount)
  const keys = collectKeys(page)
  await pressFund(page)
  await sign(page)
  await page.getByRole('button', { name: 'Kembali ke marketplace' }).click()
  await pickLoan(page, loan)
  await agreeAndFund(page, await enterAmount(page, amount))
  await expectPath(page, '/privy')
  expect(new Set(keys).size).toBe(2)
  expect((await (await fixture.apiOf(lender)).portfolio()).length).toBe(2)
})

journey(
  'FND-02 SCN-19 when two browsers fund the same remainder, one succeeds and the other reads that it was just taken and may come back',
  async (fixture) => {
    const loan = await fixture.makeLoan({ total: amount, minimum: amount })
    const lenders = [await fixture.makeLender(), await fixture.makeLender()]
    const visits: Visit[] = []
    for (const lender of lenders) visits.push(await openPreview(fixture, lender, loan, amount))
    await Promise.all(visits.map(({ page }) => pressFund(page)))
    for (const { page } of visits) await page.waitForURL(/\/(privy|fundingStatus)$/)
    const winners = visits.filter(({ page }) => pathOf(page) === '/lender/privy')
    const losers = visits.filter(({ page }) => pathOf(page) === '/lender/fundingStatus')
    expect([winners.length, losers.length]).toEqual([1, 1])
    const [winner, loser] = [winners[0], losers[0]]
    if (winner === undefined || loser === undefined) throw new Error('nobody won')
    loser.watch.excuse(/^answer 400: POST .*\/api\/v1\/funding$/)
    await expectText(loser.page.getByRole('main'), 'Pendanaan Gagal')
    await expectText(
      loser.page.getByRole('main'),
      'Sisa pinjaman ini baru saja habis didanai. Jika ada pendanaan yang batal, sisanya dibuka kembali.',
    )
    await sign(winner.page)
    await expectText(winner.page.getByRole('main'), 'Pendanaan Berhasil')
    const held = await Promise.all(lenders.map(async (lender) => (await fixture.apiOf(lender)).summary()))
    expect(held.map(({ outStandingBalance }) => outStandingBalance).toSorted((a, b) => a - b)).toEqual([
      0,
      amount,
    ])
    expect(held.map(({ cashBalance }) => cashBalance).toSorted((a, b) => a - b)).toEqual([
      50_000_000 - amount,
      50_000_000,
    ])
  },
)
