import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, type BusinessDate } from '@pematang/contract/format/business-date'
import { type Installment, scheduleFundings, taxOn } from '../../books/index.ts'
import { many, one as queryOne } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { operator, servicingOf } from '../../../testing/loan-operations.ts'
import { loanStateOf } from '../../../testing/loan-state.ts'
import { aDisbursedLoan, type LentLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { reverseRepayment } from '../reversals/reverse-repayment.ts'
import type { Repayment } from './decide.ts'
import { importRepayments } from './import-file.ts'

let fixture: Fixture
const { cash, repay, statusOf } = servicingOf(() => fixture)
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const reverse = (reference: string, right: { paidOn?: string; amount?: number } = {}) =>
  perform(fixture.context, reverseRepayment, {
    actor: operator,
    input: { reference, reason: 'recorded wrongly', ...right },
  })

type Payment = Omit<Repayment, 'loanNumber' | 'again'>

const importFile = (payments: readonly (Payment & { loanNumber: string })[], dryRun = false) => {
  const lines = payments.map(({ loanNumber, paidOn, amount, reference, penalty, fee }) =>
    [loanNumber, paidOn, amount, reference, penalty ?? '', fee ?? ''].join(),
  )
  const file = ['loan_number,paid_on,amount,reference,penalty,fee', ...lines, ''].join('\n')
  return importRepayments(fixture.context, operator, Readable.from([file]), { dryRun })
}

/** FLAT 12,000,000 at 12% over 4 months: 3,120,000 each, due on 5 July to 5 October 2026. */
const fourMonths = { interestType: 'FLAT', interest: '0.12', tenor: 4, tenorPeriod: 'MONTH' } as const
const aLoanOfFour = () =>
  aDisbursedLoan(fixture.context, [7_000_000, 3_000_000, 2_000_000], {
    ...fourMonths,
    disbursedOn: '2026-06-05',
  })
const onTime = ({ loanNumber }: LentLoan) =>
  ['2026-07-05', '2026-08-05', '2026-09-05', '2026-10-05'].map((paidOn, place) => ({
    ...{ loanNumber, paidOn, amount: 3_120_000, reference: `${loanNumber}-${place}` },
  }))

const noticesOf = ({ fundings }: LentLoan) =>
  many<{ lenderId: number; data: { amount: number; owed: number; gained: number } }>(
    fixture.context.db,
    'test.corrections',
    `select lender_id as "lenderId", data from notice where kind = 'REPAYMENT_CORRECTED' and lender_id = any($1) order by id`,
    [fundings.map(({ lenderId }) => lenderId)],
  )

describe('VAL-01 payments by value date', () => {
  test('VAL-01 a file of payments on time leaves no penalty and a repaid loan in any order of its lines, and its dry run says so', async () => {
    const sums = { taken: 4, principal: 12_000_000, interest: 480_000, penalty: 0, excess: 80_000, repaid: 1 }
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 0, 3, 1],
    ]) {
      const loan = await aLoanOfFour()
      const all = onTime(loan).map((one, place) => (place === 3 ? { ...one, amount: 3_200_000 } : one))
      const lines = order.flatMap((place) => all[place] ?? [])
      const checked = await importFile(lines, true)
      expect(checked).toMatchObject(sums)
      expect(await importFile(lines)).toEqual(checked)
      expect(await statusOf(loan.loanId)).toBe('REPAID')
      expect(await importFile(lines)).toMatchObject({ taken: 0, known: 4 })
    }
  })

  test('VAL-01 payments recorded one by one from the newest end as those from the oldest, and lenders without a net change are told nothing', async () => {
    const [loan, twin] = [await aLoanOfFour(), await aLoanOfFour()]
    for (const payment of onTime(twin)) await repay(payment)
    const [first, ...later] = onTime(loan)
    for (const payment of later.toReversed()) await repay(payment)
    const names = later.map(({ reference }) => reference)
    expect(await repay({ ...first, loanNumber: loan.loanNumber, amount: 3_120_000 })).toMatchObject({
      principal: 3_000_000,
      moved: names,
    })
    expect(await loanStateOf(fixture, loan)).toEqual(await loanStateOf(fixture, twin))
    expect(await statusOf(loan.loanId)).toBe('REPAID')
    // All got the same from other installments.
    expect(await noticesOf(loan)).toEqual([])
  })

  test('VAL-01 a payment that changes no later allocation reverses nothing and tells nobody of a correction', async () => {
    const loan = await aLoanOfFour()
    const [first, second] = onTime(loan)
    await repay({ ...first, loanNumber: loan.loanNumber, amount: 3_120_000 })
    await repay({ ...second, loanNumber: loan.loanNumber, amount: 3_120_000 })
    // On the day of the second, behind it by its reference.
    const { moved } = await repay({
      loanNumber: loan.loanNumber,
      amount: 1_000_000,
      paidOn: '2026-08-05',
      reference: `${loan.loanNumber}-9`,
    })
    expect(moved).toEqual([])
    expect(await noticesOf(loan)).toEqual([])
  })

  test('VAL-01 a payment recorded on a wrong day is put right at once, and its lenders are told of the penalty alone', async () => {
    const [loan, twin] = [await aLoanOfFour(), await aLoanOfFour()]
    for (const payment of onTime(twin)) await repay(payment)
    const [first, ...later] = onTime(loan)
    await repay({ ...first, loanNumber: loan.loanNumber, amount: 3_120_000, paidOn: '2026-07-25' })
    for (const payment of later) await repay(payment)
    const reference = first?.reference ?? ''
    const had = await Promise.all(loan.fundings.map(({ lenderId }) => cash(lenderId)))
    const done = await reverse(reference, { paidOn: '2026-07-05' })
    expect(done).toMatchObject({ amount: 3_120_000, corrected: { principal: 3_000_000, penalty: 0 } })
    expect(await loanStateOf(fixture, loan)).toEqual(await loanStateOf(fixture, twin))
    const has = await Promise.all(loan.fundings.map(({ lenderId }) => cash(lenderId)))
    const told = await noticesOf(loan)
    expect(new Map(told.map(({ lenderId, data }) => [lenderId, data.gained - data.amount]))).toEqual(
      new Map(
        loan.fundings.flatMap(({ lenderId }, place) => {
          const change = (has[place] ?? 0) - (had[place] ?? 0)
          return change === 0 ? [] : [[lenderId, change] as const]
        }),
      ),
    )
    await expect(reverse(reference, { paidOn: '2026-06-01' })).rejects.toMatchObject({
      code: 'DATE_BEFORE_DISBURSEMENT',
    })
    await expect(reverse(reference, { paidOn: '2999-01-01' })).rejects.toMatchObject({
      code: 'DATE_IN_FUTURE',
    })
  })

  test('VAL-01 a correction to the right day that is given again, as after a crash, is refused and takes nothing back', async () => {
    const loan = await aLoanOfFour()
    const reference = `${loan.loanNumber}-LATE`
    const payment = { loanNumber: loan.loanNumber, reference, paidOn: '2026-08-01', amount: 3_120_000 }
    await repay(payment)
    await expect(reverse(reference, { paidOn: '2026-08-01' })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    })
    await reverse(reference, { paidOn: '2026-07-05' })
    const state = await loanStateOf(fixture, loan)
    await expect(reverse(reference, { paidOn: '2026-07-05' })).rejects.toMatchObject({
      code: 'REVERSED_BEFORE',
    })
    expect(await loanStateOf(fixture, loan)).toEqual(state)
  })

  test('VAL-01 residues use up the tolerance of a loan by value date, also where they were recorded the other way round', async () => {
    const loan = await aLoanOfFour()
    const { loanNumber, loanId } = loan
    const first = { loanNumber, amount: 3_119_500, paidOn: '2026-07-05', reference: `${loanNumber}-1` }
    const second = { loanNumber, amount: 3_119_400, paidOn: '2026-08-05', reference: `${loanNumber}-2` }
    expect(await repay(second)).toMatchObject({ rounding: 600 })
    expect(await repay(first)).toMatchObject({ rounding: 500, moved: [second.reference] })
    const borne = await many<{ rounding: number }>(
      fixture.context.db,
      'test.roundings',
      'select rounding from standing_payment where loan_id = $1 order by paid_on',
      [loanId],
    )
    // Of the tolerance of 1,000 the second finds 500, which is less than the 600 that it leaves.
    expect(borne.map(({ rounding }) => rounding)).toEqual([500, 0])
  })

  test('VAL-01 what a reversed payment had paid of an installment is shared anew among the lenders by the payments behind it', async () => {
    const terms = { interestType: 'BULLET', interest: '0.12', tenor: 1, tenorPeriod: 'MONTH' } as const
    const shares = [700_003, 300_007, 200_011]
    const disbursed = () => aDisbursedLoan(fixture.context, shares, { ...terms, disbursedOn: '2026-06-05' })
    const [loan, twin] = [await disbursed(), await disbursed()]
    const payments = ({ loanNumber }: LentLoan) =>
      [12_000, 183_365, 231_950, 72_523, 151_647].map((amount, place) => ({
        ...{ loanNumber, amount, paidOn: `2026-06-1${place}`, reference: `${loanNumber}-${place}` },
      }))
    for (const payment of payments(loan)) await repay(payment)
    // The allocation of those behind it stays: all interest is paid, and the principal is one installment.
    expect(await reverse(`${loan.loanNumber}-2`)).toMatchObject({ principal: 231_950, interest: 0 })
    for (const [place, payment] of payments(twin).entries()) if (place !== 2) await repay(payment)
    expect(await loanStateOf(fixture, loan)).toEqual(await loanStateOf(fixture, twin))
  })

  test('VAL-01 a penalty that a recorded payment names is taken as far as it is still owed behind a payment of an earlier day', async () => {
    const loan = await aLoanOfFour()
    const { loanNumber } = loan
    const late = await repay({ loanNumber, amount: 3_200_000, penalty: 62_400, paidOn: '2026-07-25' })
    expect(late).toMatchObject({ penalty: 62_400 })
    await repay({ loanNumber, amount: 1_560_000, paidOn: '2026-07-05', reference: `${loanNumber}-A` })
    const standing = await many<{ penalty: number; asked: number | null }>(
      fixture.context.db,
      'test.penalty',
      `select penalty, asked_penalty as asked from standing_payment where loan_id = $1 order by paid_on`,
      [loan.loanId],
    )
    // Half of the installment was late for 20 days: 1,560,000 x 0.1% x 20.
    expect(standing).toEqual([
      { penalty: 0, asked: null },
      { penalty: 31_200, asked: 62_400 },
    ])
  })
})

const disbursedOn = '2025-06-15'
const anyPayment = fc.record({
  // Some on one day, so that the reference decides.
  day: fc.oneof(fc.integer({ min: 0, max: 330 }), fc.constantFrom(60, 91, 120)),
  amount: fc.oneof(
    fc.record({
      /** The payment as a part of the loan, in thousandths. */
      part: fc.integer({ min: 1, max: 450 }),
    }),
    fc.record({
      /** So many installments, from which some rupiah are missing. */
      installments: fc.integer({ min: 1, max: 3 }),
      missing: fc.constantFrom(0, 1, 7, 250, 480, 999, 1_000),
    }),
  ),
  fee: fc.constantFrom(undefined, undefined, 1_500),
  penalty: fc.constantFrom(undefined, undefined, undefined, 0),
  /** What is done with it: recorded rightly, recorded and taken back, or first with another day or amount. */
  fate: fc.constantFrom('right', 'right', 'right', 'wrong', 'moved', 'misread'),
  /** Its place in the order of recording. */
  place: fc.integer({ min: 0, max: 1_000 }),
})
const anyTerms = fc.record({
  interest: fc.integer({ min: 1, max: 300 }).map((rate) => String(rate / 1_000)),
  interestType: fc.constantFrom('ANNUITY' as const, 'FLAT' as const, 'BULLET' as const),
  tenor: fc.integer({ min: 1, max: 9 }),
  tenorPeriod: fc.constantFrom('WEEK' as const, 'MONTH' as const),
})
const anyWay = fc.constantFrom('file' as const, 'single' as const, 'two operators' as const)

type ValueOf<Drawing> = Drawing extends fc.Arbitrary<infer Value> ? Value : never
type Drawn = [number[], ValueOf<typeof anyTerms>, ValueOf<typeof anyPayment>[], ValueOf<typeof anyWay>[]]

const onePart = (day: number, missing: 0 | 7, place: number): Drawn[2][number] => ({
  ...{ day, place, amount: { installments: 1, missing }, fate: 'right' },
  ...{ fee: undefined, penalty: undefined },
})
/** A payment that is recorded after a later one, and whose residue the platform bears. */
const aResidue: Drawn = [
  [1_000_000, 500_000],
  { interest: '0.12', interestType: 'FLAT', tenor: 3, tenorPeriod: 'MONTH' },
  [onePart(61, 0, 1), onePart(30, 7, 2)],
  ['single'],
]

type Amount = { part: number } | { installments: number; missing: number }

function amountOf(amount: Amount, installments: readonly Installment[]): number {
  const dues = installments.map(({ principal, interest }) => principal + interest)
  const some = 'part' in amount ? dues : dues.slice(0, amount.installments)
  const sum = some.reduce((total, due) => total + due, 0)
  return 'part' in amount
    ? Math.floor((sum * amount.part) / 1_000) + 2_200
    : Math.max(2_200, sum - amount.missing)
}

type Planned = Payment & { fate: string; place: number; otherDay: BusinessDate }

describe('VAL-01 any order of recording', () => {
  const rates = [150_000, 300_000, 0]

  async function recordAll(
    loan: LentLoan,
    all: readonly Planned[],
    ways: readonly string[],
  ): Promise<number> {
    let moved = 0
    const one = async (payment: Planned) => {
      moved += (await repay({ ...asRecorded(payment), loanNumber: loan.loanNumber })).moved.length
    }
    const correct = async ({ fate, reference, paidOn, amount }: Planned) => {
      if (fate === 'wrong') moved += (await reverse(reference)).moved.length
      if (fate === 'moved' || fate === 'misread')
        moved += (await reverse(reference, { paidOn, amount })).moved.length
    }
    const inOrder = all.toSorted((a, b) => a.place - b.place)
    for (const [place, way] of ways.entries()) {
      const size = Math.ceil(inOrder.length / ways.length)
      const some = inOrder.slice(place * size, (place + 1) * size)
      if (way === 'file')
        await importFile(some.map((payment) => ({ ...asRecorded(payment), loanNumber: loan.loanNumber })))
      else if (way === 'single') for (const payment of some) await one(payment)
      else await Promise.all(some.map(one))
      for (const payment of some.toReversed()) await correct(payment)
    }
    return moved
  }

  /** What the platform added to the payments of a loan, in whole rupiah, by its account and by its payments. */
  async function borneBy({ loanId }: LentLoan): Promise<number> {
    const { moved, said } = await queryOne<{ moved: number; said: number }>(
      fixture.context.db,
      'test.borne',
      `select (select coalesce(sum(rounding), 0)::bigint from loan_payment where loan_id = $1) as said,
              (select coalesce(sum(case when d.kind = 'ROUNDING' then t.amount else -t.amount end), 0)::bigint from transfer t
                 join account d on d.id = t.debit_account join account c on c.id = t.credit_account
                where (d.kind = 'ROUNDING' and c.kind = 'BORROWER_CLEARING' and c.owner_id = $1)
                   or (c.kind = 'ROUNDING' and d.kind = 'BORROWER_CLEARING' and d.owner_id = $1)) as moved`,
      [loanId],
    )
    expect(moved).toBe(said)
    return moved
  }

  /** A payment as it is first recorded. */
  const asRecorded = (planned: Planned): Payment => ({
    ...asMeant(planned),
    ...(planned.fate === 'moved' ? { paidOn: planned.otherDay } : {}),
    ...(planned.fate === 'misread' ? { amount: planned.amount + 12_345 } : {}),
  })
  const asMeant = ({ reference, paidOn, amount, fee, penalty }: Planned): Payment => ({
    ...{ reference, paidOn, amount },
    ...(fee === undefined ? {} : { fee }),
    ...(penalty === undefined ? {} : { penalty }),
  })

  test('VAL-01 every order of recording, by files, commands and two operators, with reversals and corrections between, ends as one run in order', async () => {
    let [moved, rounded] = [0, 0]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 100_000, max: 3_000_000 }), { minLength: 2, maxLength: 3 }),
        anyTerms,
        fc.array(anyPayment, { minLength: 3, maxLength: 9 }),
        fc.array(anyWay, { minLength: 1, maxLength: 3 }),
        async (amounts, terms, drawn, ways) => {
          const options = { ...terms, disbursedOn, taxRates: rates.slice(0, amounts.length) }
          const dates = { annualRate: terms.interest, startDate: disbursedOn }
          const { installments } = scheduleFundings(amounts, { ...terms, ...dates })
          const [loan, twin] = [
            await aDisbursedLoan(fixture.context, amounts, options),
            await aDisbursedLoan(fixture.context, amounts, options),
          ]
          const planned = ({ loanNumber }: LentLoan) =>
            drawn.map(
              ({ day, amount, fee, penalty, fate, place }, index): Planned => ({
                ...{ fate, place, otherDay: addDays(disbursedOn, 330 - day) },
                reference: `${loanNumber}-${index}`,
                paidOn: addDays(disbursedOn, day),
                amount: amountOf(amount, installments),
                ...(fee === undefined ? {} : { fee }),
                ...(penalty === undefined ? {} : { penalty }),
              }),
            )
          moved += await recordAll(loan, planned(loan), ways)
          const standing = planned(twin)
            .filter(({ fate }) => fate !== 'wrong')
            .toSorted((a, b) =>
              a.paidOn < b.paidOn || (a.paidOn === b.paidOn && a.reference < b.reference) ? -1 : 1,
            )
          for (const payment of standing) {
            const recorded = await repay({ ...asMeant(payment), loanNumber: twin.loanNumber })
            expect(recorded.moved).toEqual([])
            rounded += recorded.rounding > 0 ? 1 : 0
          }
          const state = await loanStateOf(fixture, loan)
          expect(state).toEqual(await loanStateOf(fixture, twin))
          for (const { interest, tax, rate } of state.tax) expect(tax).toBe(taxOn(interest, rate))
          expect(await borneBy(loan)).toBe(await borneBy(twin))
          expect(await fixture.books()).toEqual([])
        },
      ),
      // Among what is drawn by chance is nothing, now and then, that is moved or rounded.
      { numRuns: fixture.faults ? 3 : 15, examples: [aResidue] },
    )
    expect(moved).toBeGreaterThan(0)
    expect(rounded).toBeGreaterThan(0)
  })
})
