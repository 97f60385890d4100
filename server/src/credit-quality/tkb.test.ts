import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { one } from '../platform/db/database.ts'
import { daysLate, figuresOf, type Paid } from '../servicing/quality/index.ts'
import { addDays, type BusinessDate, type Installment } from '../servicing/schedule/index.ts'
import { withClient } from '../testing/global-setup.ts'
import { startApp } from '../testing/http.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { measureNow, measureOn } from './measure.ts'
import { plantLoan } from './testing.ts'
import { getTkb } from './tkb.ts'

let world: World
let today: BusinessDate
beforeAll(async () => {
  world = await makeWorld()
  today = (
    await one<{ today: BusinessDate }>(
      world.context.db,
      'test.tkb_today',
      'select business_day(app_now()) as today',
    )
  ).today
})
afterAll(() => world.close())
afterEach(async () => {
  await withClient(world.databaseUrl, async (client) => {
    await client.query(`set session_replication_role = replica;
      delete from installment; delete from loan_payment; delete from loan_servicing; delete from write_off`)
  })
})

/** A loan of one installment that fell due so many days ago. */
const plant = (late: number, principal: number, paid = 0, borrowerNumber?: string) =>
  plantLoan(world, {
    disbursedOn: addDays(today, -late - 30),
    schedule: [{ no: 1, dueDate: addDays(today, -late), principal, interest: 0 }],
    payments: paid > 0 ? [{ paidOn: addDays(today, -late), principal: paid, interest: 0 }] : [],
    ...(borrowerNumber ? { borrowerNumber } : {}),
  })
const figures = async () => {
  const { TKB0, TKB30, TKB60, TKB90 } = await getTkb(world.context)
  return [TKB0, TKB30, TKB60, TKB90]
}

describe('TKB-01 from the loans of the platform', () => {
  test('no loan at all: all figures are 100,00%', async () => {
    expect(await figures()).toEqual(['100,00%', '100,00%', '100,00%', '100,00%'])
  })

  test('exactly 90 days late is not more than 90; a loan counts with all its unpaid principal', async () => {
    await plant(0, 5_000)
    expect(await figures()).toEqual(['100,00%', '100,00%', '100,00%', '100,00%'])
    await plant(90, 5_000)
    expect(await figures()).toEqual(['50,00%', '50,00%', '50,00%', '100,00%'])
    await plant(91, 20_000, 10_000)
    expect(await figures()).toEqual(['25,00%', '25,00%', '25,00%', '50,00%'])
    await plant(1, 20_000)
    expect(await figures()).toEqual(['12,50%', '62,50%', '62,50%', '75,00%'])
  })

  test('a loan is as late as its oldest open installment, and counts with what is not due yet too', async () => {
    const due = (no: number, days: number) => ({
      no,
      dueDate: addDays(today, days),
      principal: 1_000,
      interest: 100,
    })
    await plantLoan(world, {
      disbursedOn: addDays(today, -100),
      schedule: [due(1, -70), due(2, -40), due(3, -10), due(4, 20)],
      payments: [{ paidOn: addDays(today, -69), principal: 1_000, interest: 100 }],
    })
    await plant(0, 7_000)
    expect(await measureNow(world.context.db)).toMatchObject({
      loans: 2,
      total: 10_000,
      LANCAR: 7_000,
      KURANG_LANCAR: 3_000,
    })
    expect(await figures()).toEqual(['70,00%', '70,00%', '100,00%', '100,00%'])
  })

  test('a borrower of Rp2 billion or more has the worst quality of his loans', async () => {
    await plant(0, 1_500_000_000, 0, 'B-BIG')
    await plant(91, 499_999_999, 0, 'B-BIG')
    await plant(0, 2_000_000_001)
    expect(await figures()).toEqual(['87,50%', '87,50%', '87,50%', '87,50%'])
    await plant(0, 1, 0, 'B-BIG')
    expect(await figures()).toEqual(['50,00%', '50,00%', '50,00%', '50,00%'])
  })

  test('what is repaid or written off is not outstanding', async () => {
    await plant(40, 6_000, 6_000)
    const { loanId } = await plant(200, 4_000)
    await plant(10, 1_000)
    expect(await figures()).toEqual(['0,00%', '20,00%', '20,00%', '20,00%'])
    await withClient(world.databaseUrl, async (client) => {
      await client.query(
        `insert into write_off (loan_id, written_off_on, principal, interest, reason) values ($1, $2, 4000, 0, 'test')`,
        [loanId, addDays(today, -5)],
      )
    })
    expect(await figures()).toEqual(['0,00%', '100,00%', '100,00%', '100,00%'])
    expect(await measureOn(world.context.db, addDays(today, -6))).toMatchObject({
      total: 5_000,
      MACET: 4_000,
    })
    expect(await measureOn(world.context.db, addDays(today, -5))).toMatchObject({ total: 1_000, MACET: 0 })
  })

  test('anybody may ask, and is told what the figures mean', async () => {
    await plant(31, 1_000)
    const app = await startApp(world)
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

describe('TKB-01 for any book and any day', () => {
  test('the database says what the pure functions say, whatever became known later', async () => {
    await fc.assert(
      fc.asyncProperty(book, day, async (loans, back) => {
        const asOf = addDays(today, back)
        const run = world.context.random.uuid()
        const planted = loans.map(({ disbursed, installments, paid, borrower }) => {
          let at = disbursed
          const schedule: Installment[] = installments.map(({ gap, principal, interest }, index) => {
            at += gap
            return { no: index + 1, dueDate: addDays(today, at), principal: principal + 1, interest }
          })
          return { borrower, disbursed, schedule, payments: pour(schedule, paid) }
        })
        for (const { borrower, disbursed, schedule, payments } of planted) {
          await plantLoan(world, {
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
        expect(await measureOn(world.context.db, asOf)).toMatchObject(expected(asOf))
        expect(await measureNow(world.context.db)).toMatchObject(expected(today))
        await withClient(world.databaseUrl, async (client) => {
          await client.query(`set session_replication_role = replica;
            delete from installment; delete from loan_payment; delete from loan_servicing`)
        })
      }),
      { numRuns: 40 },
    )
  })

  /** Payments in the order they became known, each split as servicing splits it: oldest first, interest before principal. */
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
