import type { TaxedInstallment } from '@pematang/contract/cash/tax/endpoints'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { operator } from '../../../testing/loan-operations.ts'
import { recordRepayment, reverseRepayment } from '../../loans/testing.ts'
import { Database, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { type TaxStatus, storeTaxStatus } from '../../lenders/testing.ts'
import { everyTaxedInstallment, taxedInstallments } from './installments.ts'
import { lenderTax } from './lender-year.ts'
import { aLentLoan, breachesOf, goTo, pay } from './testing/tax-month.ts'

let fixture: Fixture
let app: TestApp
beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
})
afterEach(async () => expect(await breachesOf(fixture)).toEqual([]))
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const become = (lenderId: number, status: TaxStatus, ratePpm?: number) =>
  perform(fixture.context, storeTaxStatus, {
    actor: operator,
    input: { lenderId, status, ...(ratePpm === undefined ? {} : { ratePpm }) },
  })
async function installmentsOf(lenderId: number, period: string): Promise<TaxedInstallment[]> {
  const list: TaxedInstallment[] = []
  for await (const item of everyTaxedInstallment(fixture.context.db, lenderId, period)) list.push(item)
  return list
}

describe('TAX-01 what was withheld', () => {
  test('TAX-01 a lender’s tax month shows gross interest, rate and tax by kind, and its installments add up to it', async () => {
    const { loanNumber, fundings } = await aLentLoan(fixture, [600_000, 600_000])
    const lenderId = fundings[0]?.lenderId ?? 0
    await pay(fixture, '2026-02-28', { loanNumber })
    await pay(fixture, '2026-03-10', { loanNumber, amount: 60_000 })
    await pay(fixture, '2026-03-31', { loanNumber, amount: 52_000 })
    const year = await lenderTax(fixture.context, lenderId, 2026)
    expect(year.months).toEqual([
      {
        ...{ period: '2026-02', isOver: true, interest: 6_000, tax: 900 },
        lines: [{ kind: 'PPH23', rate: 0.15, interest: 6_000, tax: 900, slip: null }],
      },
      {
        ...{ period: '2026-03', isOver: false, interest: 6_000, tax: 900 },
        lines: [{ kind: 'PPH23', rate: 0.15, interest: 6_000, tax: 900, slip: null }],
      },
    ])
    expect(year).toMatchObject({
      ...{ year: 2026, interest: 12_000, tax: 1_800, slips: { entered: 0, missing: 1 } },
      kinds: [{ kind: 'PPH23', interest: 12_000, tax: 1_800 }],
    })
    const parts = await installmentsOf(lenderId, '2026-03')
    expect(parts.map(({ loanNumber: of, paidOn }) => [of, paidOn])).toEqual([[loanNumber, '2026-03-10']])
    expect(parts.reduce((sum, { interest }) => sum + interest, 0)).toBe(6_000)
    expect(parts.reduce((sum, { tax }) => sum + tax, 0)).toBe(900)
  })

  test('TAX-01 the tax of a payment recorded before midnight in Jakarta belongs to the ending month, and after it to the next', async () => {
    const { loanNumber, fundings } = await aLentLoan(fixture)
    const lenderId = fundings[0]?.lenderId ?? 0
    for (const [at, reference] of [
      ['2026-04-30T23:59:00+07:00', 'MIDNIGHT-1'],
      ['2026-05-01T00:01:00+07:00', 'MIDNIGHT-2'],
    ] as const) {
      fixture.travel(`${Date.parse(at) - Date.now()} milliseconds`)
      await perform(fixture.context, recordRepayment, {
        actor: operator,
        input: { loanNumber, amount: 112_000, paidOn: '2026-04-15', reference },
      })
    }
    const { months } = await lenderTax(fixture.context, lenderId, 2026)
    expect(months.map(({ period, interest }) => [period, interest])).toEqual([
      ['2026-04', 12_000],
      ['2026-05', 12_000],
    ])
    expect(await installmentsOf(lenderId, '2026-04')).toHaveLength(1)
    expect(await installmentsOf(lenderId, '2026-05')).toHaveLength(1)
  })

  test('TAX-01 the tax of a reversed payment counts in the month of the reversal, and the earlier month stays unchanged', async () => {
    const { loanNumber, fundings } = await aLentLoan(fixture)
    const lenderId = fundings[0]?.lenderId ?? 0
    const reference = await pay(fixture, '2026-06-10', { loanNumber })
    goTo(fixture, '2026-07-03')
    await perform(fixture.context, reverseRepayment, {
      actor: operator,
      input: { reference, reason: 'misread' },
    })
    const year = await lenderTax(fixture.context, lenderId, 2026)
    expect(year.months.map(({ period, interest, tax }) => [period, interest, tax])).toEqual([
      ['2026-06', 12_000, 1_800],
      ['2026-07', -12_000, -1_800],
    ])
    expect([year.interest, year.tax]).toEqual([0, 0])
    expect(await installmentsOf(lenderId, '2026-07')).toMatchObject([
      { loanNumber, interest: -12_000, tax: -1_800, isCorrection: true },
    ])
  })

  test('TAX-01 a lender whose only interest was reversed in its month has no tax year and nothing to declare', async () => {
    goTo(fixture, '2026-06-01')
    const { loanNumber, fundings } = await aLentLoan(fixture)
    const lenderId = fundings[0]?.lenderId ?? 0
    const reference = await pay(fixture, '2026-06-10', { loanNumber })
    const input = { reference, reason: 'misread' }
    await perform(fixture.context, reverseRepayment, { actor: operator, input })
    goTo(fixture, '2027-01-10')
    expect(await lenderTax(fixture.context, lenderId, 2026)).toMatchObject({
      ...{ years: [2027], months: [], kinds: [], interest: 0, tax: 0, slips: { entered: 0, missing: 0 } },
    })
  })

  test('TAX-01 the pages of a tax month contain each installment once, in the order of recording', async () => {
    const { loanNumber, fundings } = await aLentLoan(fixture)
    const lenderId = fundings[0]?.lenderId ?? 0
    for (const reference of ['PAGE-1', 'PAGE-2', 'PAGE-3', 'PAGE-4', 'PAGE-5'])
      await pay(fixture, '2026-08-20', { loanNumber, amount: 12_000, reference })
    const all = await installmentsOf(lenderId, '2026-08')
    const paged: unknown[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page = await taxedInstallments(fixture.context.db, lenderId, {
        period: '2026-08',
        after,
        limit: 2,
      })
      paged.push(...page.list)
      after = page.next
    }
    expect(paged).toEqual(all)
    const { interest } = await one<{ interest: number }>(
      fixture.context.db,
      'test.interest',
      'select sum(interest)::bigint as interest from lender_repayment where lender_id = $1',
      [lenderId],
    )
    expect(all.reduce((sum, item) => sum + item.interest, 0)).toBe(interest)
  })
})

describe('TAX-05 a change of tax status', () => {
  test('TAX-05 a change of tax status in mid-month applies from its day, and the month has a line for each rate', async () => {
    const { loanNumber, fundings } = await aLentLoan(fixture)
    const lenderId = fundings[0]?.lenderId ?? 0
    // Interest is paid before principal, so the first half of it is taxed at 15% and the second at 30%.
    await pay(fixture, '2026-09-05', { loanNumber, amount: 6_000 })
    goTo(fixture, '2026-09-15')
    await become(lenderId, 'NO_TAX_NUMBER')
    await pay(fixture, '2026-09-20', { loanNumber, amount: 6_000 })
    goTo(fixture, '2026-09-25')
    await become(lenderId, 'TREATY', 100_000)
    await pay(fixture, '2026-09-28', { loanNumber, amount: 112_000 })
    const { months } = await lenderTax(fixture.context, lenderId, 2026)
    expect(months[0]?.lines).toEqual([
      { kind: 'PPH23', rate: 0.15, interest: 6_000, tax: 900, slip: null },
      { kind: 'PPH23', rate: 0.3, interest: 6_000, tax: 1_800, slip: null },
      { kind: 'PPH26', rate: 0.1, interest: 12_000, tax: 1_200, slip: null },
    ])
  })

  test('TAX-05 when the kind of tax changes but not the rate, the tax of each kind is computed on its own interest', async () => {
    const { loanNumber, fundings } = await aLentLoan(fixture)
    const lenderId = fundings[0]?.lenderId ?? 0
    await pay(fixture, '2026-09-05', { loanNumber, amount: 6_003 })
    await become(lenderId, 'TREATY', 150_000)
    await pay(fixture, '2026-09-20', { loanNumber, amount: 5_997 })
    const { months } = await lenderTax(fixture.context, lenderId, 2026)
    expect(months[0]?.lines).toMatchObject([
      { kind: 'PPH23', rate: 0.15, interest: 6_003, tax: 900 },
      { kind: 'PPH26', rate: 0.15, interest: 5_997, tax: 899 },
    ])
  })

  test('TAX-05 reversing a payment after a change of tax status returns the tax withheld under the old status', async () => {
    const { loanNumber, fundings } = await aLentLoan(fixture)
    const lenderId = fundings[0]?.lenderId ?? 0
    const reference = await pay(fixture, '2026-10-05', { loanNumber })
    await become(lenderId, 'FOREIGN')
    await perform(fixture.context, reverseRepayment, {
      actor: operator,
      input: { reference, reason: 'misread' },
    })
    await pay(fixture, '2026-10-06', { loanNumber, reference: 'FOREIGN-1' })
    const { months } = await lenderTax(fixture.context, lenderId, 2026)
    expect(months).toMatchObject([{ lines: [{ kind: 'PPH26', rate: 0.2, interest: 12_000, tax: 2_400 }] }])
  })

  test('TAX-05 payments recorded before the kind of tax was stored count with the tax status of their lender at that time', async () => {
    const { loanNumber, fundings } = await aLentLoan(fixture)
    const lenderId = fundings[0]?.lenderId ?? 0
    await pay(fixture, '2026-10-10', { loanNumber })
    goTo(fixture, '2026-10-12')
    await become(lenderId, 'FOREIGN')
    await pay(fixture, '2026-10-20', { loanNumber })
    const owner = new Database({ url: fixture.databaseUrl, size: 1 })
    const client = await owner.pool.connect()
    await client.query('set session_replication_role = replica')
    await client.query(
      'update lender_repayment set tax_article = null, tax_rate_ppm = null where lender_id = $1',
      [lenderId],
    )
    client.release()
    await owner.close()
    const parts = await installmentsOf(lenderId, '2026-10')
    expect(parts.map(({ kind, rate, tax }) => [kind, rate, tax])).toEqual([
      ['PPH23', 0.15, 1_800],
      ['PPH26', 0.2, 2_400],
    ])
    // The audit also recomputes months with such payments (invariant I41).
    expect(await breachesOf(fixture)).toEqual([])
  })
})

test('TAX-01 a lender sees only their own tax, and years and months that have not begun are refused', async () => {
  goTo(fixture, '2026-11-10')
  const me = await logIn(fixture, app)
  expect((await me.get('/tax?year=2026')).json).toMatchObject({
    ...{ year: 2026, years: [2026], months: [], taxNumber: null },
  })
  for (const path of [
    '/tax?year=2027',
    '/tax?year=26',
    '/tax/statement?period=2026-12',
    '/tax/statement?period=2026-13',
    '/tax/summary?year=2027',
    ...[
      'x',
      `${'T'.repeat(27)}~${'-'.repeat(36)}`,
      '2026-11-31T10:00:00.000000Z~01a215cb-b005-77bf-88be-6049059d8f66',
      '2026-11-01T24:00:00.000000Z~01a215cb-b005-77bf-88be-6049059d8f66',
      '0000-01-01T10:00:00.000000Z~01a215cb-b005-77bf-88be-6049059d8f66',
      '2026-11-01T10:00:00.000000Z~01a215cb-b005-77bf-88be6049059d8f66----',
    ].map((after) => `/tax/installments?period=2026-11&after=${after}`),
  ])
    expect([path, (await me.get(path)).status]).toEqual([path, 400])
  expect((await me.get('/tax/installments?period=2026-11')).json).toEqual({ list: [], next: null })
})
