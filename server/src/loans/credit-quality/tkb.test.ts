import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { daysLate } from './days-late.ts'
import { figuresOf, qualities } from './buckets.ts'
import type { Paid } from './coverage.ts'
import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'
import type { Installment } from '../../books/index.ts'
import { withClient } from '../../../testing/global-setup.ts'
import { startApp } from '../../../testing/http.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { measureNow, measureOn } from './measure.ts'
import { seedLoan } from './testing.ts'
import { qualityTexts, tkbTexts } from './tkb.ts'

let fixture: Fixture
let today: BusinessDate
beforeAll(async () => {
  fixture = await makeFixture()
  today = (
    await one<{ today: BusinessDate }>(
      fixture.context.db,
      'test.tkb_today',
      'select business_day(app_now()) as today',
    )
  ).today
})
afterAll(() => fixture.close())
afterEach(async () => {
  await withClient(fixture.databaseUrl, async (client) => {
    await client.query(`set session_replication_role = replica;
      delete from installment; delete from loan_payment; delete from loan_servicing; delete from write_off`)
  })
})

const plant = (late: number, principal: number, paid = 0, borrowerNumber?: string) =>
  seedLoan(fixture, {
    disbursedOn: addDays(today, -late - 30),
    schedule: [{ no: 1, dueDate: addDays(today, -late), principal, interest: 0 }],
    payments: paid > 0 ? [{ paidOn: addDays(today, -late), principal: paid, interest: 0 }] : [],
    ...(borrowerNumber ? { borrowerNumber } : {}),
  })
const figures = async () => {
  const { TKB0, TKB30, TKB60, TKB90 } = tkbTexts(await measureNow(fixture.context.db))
  return [TKB0, TKB30, TKB60, TKB90]
}

describe('TKB-01 figures of the platform’s loans', () => {
  test('all four TKB figures (on-time repayment rates) are 100,00% when there is no loan', async () => {
    expect(await figures()).toEqual(['100,00%', '100,00%', '100,00%', '100,00%'])
  })

  test('a loan that is exactly 90 days late lowers TKB60 but not TKB90, with all its unpaid principal', async () => {
    await plant(0, 5_000)
    expect(await figures()).toEqual(['100,00%', '100,00%', '100,00%', '100,00%'])
    await plant(90, 5_000)
    expect(await figures()).toEqual(['50,00%', '50,00%', '50,00%', '100,00%'])
    await plant(91, 20_000, 10_000)
    expect(await figures()).toEqual(['25,00%', '25,00%', '25,00%', '50,00%'])
    await plant(1, 20_000)
    expect(await figures()).toEqual(['12,50%', '62,50%', '62,50%', '75,00%'])
  })

  test('TKB counts days late from the oldest unpaid installment, and includes principal that is not due yet', async () => {
    const due = (no: number, days: number) => ({
      no,
      dueDate: addDays(today, days),
      principal: 1_000,
      interest: 100,
    })
    await seedLoan(fixture, {
      disbursedOn: addDays(today, -100),
      schedule: [due(1, -70), due(2, -40), due(3, -10), due(4, 20)],
      payments: [{ paidOn: addDays(today, -69), principal: 1_000, interest: 100 }],
    })
    await plant(0, 7_000)
    expect(await measureNow(fixture.context.db)).toMatchObject({
      loans: 2,
      total: 10_000,
      LANCAR: 7_000,
      KURANG_LANCAR: 3_000,
    })
    expect(await figures()).toEqual(['70,00%', '70,00%', '100,00%', '100,00%'])
  })

  test('in the TKB figures all loans of a borrower who owes Rp2 billion or more count with the quality of the worst one', async () => {
    await plant(0, 1_500_000_000, 0, 'B-BIG')
    await plant(91, 499_999_999, 0, 'B-BIG')
    await plant(0, 2_000_000_001)
    expect(await figures()).toEqual(['87,50%', '87,50%', '87,50%', '87,50%'])
    await plant(0, 1, 0, 'B-BIG')
    expect(await figures()).toEqual(['50,00%', '50,00%', '50,00%', '50,00%'])
  })

  test('the TKB figures leave out repaid and written-off loans', async () => {
    await plant(40, 6_000, 6_000)
    const { loanId } = await plant(200, 4_000)
    await plant(10, 1_000)
    expect(await figures()).toEqual(['0,00%', '20,00%', '20,00%', '20,00%'])
    await withClient(fixture.databaseUrl, async (client) => {
      await client.query(
        `insert into write_off (loan_id, written_off_on, principal, interest, reason) values ($1, $2, 4000, 0, 'test')`,
        [loanId, addDays(today, -5)],
      )
    })
    expect(await figures()).toEqual(['0,00%', '100,00%', '100,00%', '100,00%'])
    expect(await measureOn(fixture.context.db, addDays(today, -6))).toMatchObject({
      total: 5_000,
      MACET: 4_000,
    })
    expect(await measureOn(fixture.context.db, addDays(today, -5))).toMatchObject({ total: 1_000, MACET: 0 })
  })

  test('the TKB figures and their explanation can be read without a login', async () => {
    await plant(31, 1_000)
    const app = await startApp(fixture)
    try {
      const { status, json } = await app.get('/tkb')
      expect(status).toBe(200)
      expect(json).toMatchObject({ TKB90: '100,00%', TKB60: '100,00%', TKB30: '0,00%', TKB0: '0,00%' })
      expect(json.description).toContain('90, 60, 30, atau 0 hari')
    } finally {
      await app.close()
    }
  })
})

const day = fc.integer({ min: -150, max: 0 })
const book = fc.array(
  fc.record({
    disbursed: fc.integer({ min: -200, max: -100 }),
    installments: fc.array(
      fc.record({
        gap: fc.integer({ min: 1, max: 40 }),
        principal: fc.nat(800_000_000),
        interest: fc.nat(9_000),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    paid: fc.array(fc.record({ on: day, permille: fc.nat(700) }), { maxLength: 3 }),
    borrower: fc.nat(2),
  }),
  { minLength: 1, maxLength: 6 },
)

describe('TKB-01 for random loans and days', () => {
  test('TKB figures computed in SQL equal those of the pure functions, also after backdated payments', async () => {
    await fc.assert(
      fc.asyncProperty(book, day, async (loans, back) => {
        const asOf = addDays(today, back)
        const run = fixture.context.random.uuid()
        const planted = loans.map(({ disbursed, installments, paid, borrower }) => {
          let at = disbursed
          const schedule: Installment[] = installments.map(({ gap, principal, interest }, index) => {
            at += gap
            return { no: index + 1, dueDate: addDays(today, at), principal: principal + 1, interest }
          })
          return { borrower, disbursed, schedule, payments: pour(schedule, paid) }
        })
        for (const { borrower, disbursed, schedule, payments } of planted) {
          await seedLoan(fixture, {
            disbursedOn: addDays(today, disbursed),
            schedule,
            payments,
            borrowerNumber: `${run}-${borrower}`,
          })
        }
        const expected = (on: BusinessDate) =>
          figuresOf(
            planted
              .filter(({ disbursed }) => addDays(today, disbursed) <= on)
              .map(({ borrower, schedule, payments }) => ({
                borrowerId: borrower,
                outstanding:
                  schedule.reduce((sum, row) => sum + row.principal, 0) -
                  payments.reduce((sum, row) => sum + (row.paidOn <= on ? row.principal : 0), 0),
                daysLate: daysLate(schedule, payments, on),
              })),
          )
        expect(await measureOn(fixture.context.db, asOf)).toMatchObject(expected(asOf))
        expect(await measureNow(fixture.context.db)).toMatchObject(expected(today))
        await withClient(fixture.databaseUrl, async (client) => {
          await client.query(`set session_replication_role = replica;
            delete from installment; delete from loan_payment; delete from loan_servicing`)
        })
      }),
      { numRuns: 40 },
    )
  })

  /**
   * Splits payments, in the order of recording, as the product does: oldest installment first, interest before
   * principal.
   */
  function pour(schedule: readonly Installment[], paid: readonly { on: number; permille: number }[]): Paid[] {
    const left = schedule.map(({ principal, interest }) => ({ principal, interest }))
    const whole = schedule.reduce((sum, row) => sum + row.principal + row.interest, 0)
    return paid.flatMap(({ on, permille }) => {
      let money = Math.floor((whole * permille) / 1000)
      const part = { paidOn: addDays(today, on), principal: 0, interest: 0 }
      for (const rest of left) {
        for (const key of ['interest', 'principal'] as const) {
          const taken = Math.min(money, rest[key])
          rest[key] -= taken
          part[key] += taken
          money -= taken
        }
      }
      return part.principal + part.interest > 0 ? [part] : []
    })
  }
})

describe('LIM-07 the five quality classes on the login page', () => {
  const shares = async () =>
    qualityTexts(await measureNow(fixture.context.db)).quality.map(({ share }) => share)

  test('the quality classes have no percentages while no loan is outstanding', async () => {
    expect(await shares()).toEqual([null, null, null, null, null])
  })

  test('unpaid principal is sorted into quality classes by days late, including both limits of each class', async () => {
    for (const [late, principal] of [
      [0, 50_000],
      [1, 10_000],
      [30, 10_000],
      [31, 5_000],
      [60, 5_000],
      [61, 4_000],
      [90, 4_000],
      [91, 12_000],
    ] as const)
      await plant(late, principal)
    const texts = qualityTexts(await measureNow(fixture.context.db))
    expect(texts.asOf).toBe(today)
    expect(texts.quality).toEqual([
      { name: 'LANCAR', daysFrom: 0, daysUntil: 0, share: '50,00%' },
      { name: 'DALAM_PERHATIAN_KHUSUS', daysFrom: 1, daysUntil: 30, share: '20,00%' },
      { name: 'KURANG_LANCAR', daysFrom: 31, daysUntil: 60, share: '10,00%' },
      { name: 'DIRAGUKAN', daysFrom: 61, daysUntil: 90, share: '8,00%' },
      { name: 'MACET', daysFrom: 91, daysUntil: null, share: '12,00%' },
    ])
  })

  test('the shares of the quality classes add up to 100,00% and agree with the TKB figures for any amounts', () => {
    const hundredths = (text: string | null) => Number((text ?? '').replace(/[,%]/g, ''))
    const amount = fc.nat({ max: 2 ** 45 })
    fc.assert(
      fc.property(fc.tuple(amount, amount, amount, amount, amount), (amounts) => {
        const total = amounts.reduce((sum, one) => sum + one, 0)
        fc.pre(total > 0)
        const named = Object.fromEntries(qualities.map(({ name }, place) => [name, amounts[place] ?? 0]))
        const figures = { total, ...named } as Parameters<typeof tkbTexts>[0]
        const parts = qualityTexts({ ...figures, loans: 1, asOf: today }).quality.map(({ share }) =>
          hundredths(share),
        )
        const through = (count: number) => parts.slice(0, count).reduce((sum, one) => sum + one, 0)
        const { TKB0, TKB30, TKB60, TKB90 } = tkbTexts(figures)
        expect([1, 2, 3, 4].map(through)).toEqual([TKB0, TKB30, TKB60, TKB90].map(hundredths))
        expect(through(5)).toBe(10_000)
        expect(Math.min(...parts)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  test('credit quality can be read without a login, and many concurrent visitors cause one read of the loans', async () => {
    const app = await startApp(fixture)
    try {
      await plant(0, 3_000)
      const answers = await Promise.all(Array.from({ length: 20 }, () => app.get('/credit-quality')))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(answers[0]?.json.quality[0]).toMatchObject({ name: 'LANCAR', share: '100,00%' })
      await plant(91, 3_000)
      expect((await app.get('/credit-quality')).json).toEqual(answers[0]?.json)
      expect((await app.get('/tkb')).json.TKB0).toBe('100,00%')
    } finally {
      await app.close()
    }
  })
})
