import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { many } from '../../platform/db/database.ts'
import { sum } from '../../platform/sum.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aDisbursedLoan, type LentLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { recordRepayment } from './repay.ts'
import { owedPenalties } from './penalty.ts'
import { addDays } from '@pematang/contract/format/business-date'
import { buildSchedule, scheduleFundings, taxOn } from '../../books/index.ts'
import { type Claim, splitPart } from './split-payment.ts'
import { TaxMonths } from './tax-months.ts'
import { applyWaterfall } from './waterfall.ts'

const anyAmounts = fc.array(fc.integer({ min: 1, max: 3_000_000 }), { minLength: 1, maxLength: 12 })
const anyTerms = fc.record({
  annualRate: fc.integer({ min: 0, max: 1_000 }).map((rate) => rate / 1_000),
  interestType: fc.constantFrom('ANNUITY' as const, 'FLAT' as const, 'BULLET' as const),
  tenor: fc.integer({ min: 1, max: 24 }),
  tenorPeriod: fc.constantFrom('DAY' as const, 'WEEK' as const, 'MONTH' as const),
})

describe('shares', () => {
  test('FIX-02 the lenders’ shares of an installment add up to it, and equal the schedule of each funding on its own', () => {
    fc.assert(
      fc.property(anyAmounts, anyTerms, (amounts, terms) => {
        const startDate = '2026-01-31'
        const { installments, shares } = scheduleFundings(amounts, { ...terms, startDate })
        installments.forEach(({ principal, interest }, index) => {
          expect(sum(shares.map((share) => share.principal[index] ?? 0))).toBe(principal)
          expect(sum(shares.map((share) => share.interest[index] ?? 0))).toBe(interest)
        })
        // The schedule of a lender does not depend on the other lenders.
        amounts.forEach((principal, index) => {
          const alone = buildSchedule({ ...terms, principal, startDate })
          expect(shares[index]?.principal).toEqual(alone.map((row) => row.principal))
          expect(shares[index]?.interest).toEqual(alone.map((row) => row.interest))
        })
        // The due dates are those of the whole loan.
        const whole = buildSchedule({ ...terms, principal: sum(amounts), startDate })
        expect(installments.map(({ dueDate }) => dueDate)).toEqual(whole.map(({ dueDate }) => dueDate))
        expect(shares.map((share) => sum(share.principal))).toEqual(amounts)
        for (const part of shares.flatMap(({ principal, interest }) => [...principal, ...interest])) {
          expect(part).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('lenders’ shares of part payments never exceed what is due, and together equal each lender’s share and tax', () => {
    const anyClaims = fc.array(
      fc.record({
        principal: fc.integer({ min: 0, max: 400_000 }),
        interest: fc.integer({ min: 0, max: 40_000 }),
        taxRatePpm: fc.constantFrom(0, 150_000, 200_000, 300_000, 1_000_000, 123_457),
      }),
      { minLength: 1, maxLength: 12 },
    )
    const anyPayments = fc.array(fc.integer({ min: 1, max: 2_000_000 }), { maxLength: 12 })
    fc.assert(
      fc.property(anyClaims, anyPayments, (wanted, amounts) => {
        const claims = wanted.map(
          (claim, index): Claim => ({
            ...claim,
            lenderId: index + 1,
            fundingId: String(index),
            principalGot: 0,
            interestGot: 0,
            taxArticle: 23,
            amount: index + 1,
          }),
        )
        const months = new TaxMonths([])
        const left = () => ({
          no: 1,
          isDue: true,
          penaltyOwed: 0,
          principalLeft: sum(claims.map((claim) => claim.principal - claim.principalGot)),
          interestLeft: sum(claims.map((claim) => claim.interest - claim.interestGot)),
        })
        // The last payment exceeds everything that is left.
        for (const amount of [...amounts, Number.MAX_SAFE_INTEGER]) {
          const { parts, excess } = applyWaterfall(amount, 'INTEREST_PRINCIPAL_PENALTY', [left()])
          for (const part of parts) {
            const received = splitPart(part, claims).map((share) => months.withhold(share))
            expect(sum(received.map(({ principal }) => principal))).toBe(part.principal)
            expect(sum(received.map(({ interest }) => interest))).toBe(part.interest)
            received.forEach((one, index) => {
              const claim = claims[index] as Claim
              claim.principalGot += one.principal
              claim.interestGot += one.interest
              expect(claim.principalGot).toBeLessThanOrEqual(claim.principal)
              expect(claim.interestGot).toBeLessThanOrEqual(claim.interest)
              expect(one.tax).toBeLessThanOrEqual(one.interest)
              expect(months.of(claim).tax).toBe(taxOn(claim.interestGot, claim.taxRatePpm))
            })
          }
          expect(sum(parts.map(({ principal, interest }) => principal + interest)) + excess).toBe(amount)
        }
        for (const claim of claims) {
          expect(claim.principalGot).toBe(claim.principal)
          expect(claim.interestGot).toBe(claim.interest)
          expect(months.of(claim).tax).toBe(taxOn(claim.interest, claim.taxRatePpm))
        }
      }),
    )
  })
})

describe('FIX-01 a payment is allocated', () => {
  const anyOwing = fc.array(
    fc.record({
      due: fc.boolean(),
      principalLeft: fc.nat(1_000),
      interestLeft: fc.nat(300),
      penaltyOwed: fc.nat(100),
    }),
    { maxLength: 6 },
  )
  const orders = [
    'INTEREST_PRINCIPAL_PENALTY',
    'INTEREST_PENALTY_PRINCIPAL',
    'PENALTY_INTEREST_PRINCIPAL',
  ] as const

  test('FIX-01 each rupiah of a payment goes to the first debt in the loan’s order that is still owed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...orders), anyOwing, fc.nat(8_000), (order, some, amount) => {
        // Due installments come before those that are not due, and only due ones owe penalty.
        const owing = some
          .toSorted((a, b) => Number(b.due) - Number(a.due))
          .map(({ due, ...one }, place) => ({
            ...one,
            no: place + 1,
            isDue: due,
            penaltyOwed: due ? one.penaltyOwed : 0,
          }))
        const words = order.toLowerCase().split('_') as ('interest' | 'principal' | 'penalty')[]
        const left = new Map(
          owing.map(({ no, principalLeft, interestLeft, penaltyOwed }) => [
            no,
            { principal: principalLeft, interest: interestLeft, penalty: penaltyOwed },
          ]),
        )
        const rank = ({ no, isDue }: (typeof owing)[number], kind: (typeof words)[number]) =>
          words[2] === 'penalty' && kind === 'penalty'
            ? 1_000 + no
            : (isDue ? 0 : 2_000) + no + words.indexOf(kind) / 10
        const queue = owing
          .flatMap((one) => words.map((kind) => ({ no: one.no, kind, rank: rank(one, kind) })))
          .sort((a, b) => a.rank - b.rank)
        let excess = 0
        for (let rupiah = 0; rupiah < amount; rupiah += 1) {
          const next = queue.find(({ no, kind }) => (left.get(no)?.[kind] ?? 0) > 0)
          const of = next && left.get(next.no)
          if (next && of) of[next.kind] -= 1
          else excess += 1
        }
        const allocation = applyWaterfall(amount, order, owing)
        expect(allocation.excess).toBe(excess)
        for (const { no, principalLeft, interestLeft, penaltyOwed } of owing) {
          const part = allocation.parts.find((one) => one.no === no)
          expect(left.get(no)).toEqual({
            principal: principalLeft - (part?.principal ?? 0),
            interest: interestLeft - (part?.interest ?? 0),
            penalty: penaltyOwed - (part?.penalty ?? 0),
          })
        }
      }),
      { numRuns: 60 },
    )
  })
})

test('penalties of installments of random schedules equal a day-by-day count', () => {
  const anyPaid = fc.array(
    fc.record({ day: fc.integer({ min: 0, max: 400 }), amount: fc.integer({ min: 1, max: 900_000 }) }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(anyTerms, anyPaid, fc.integer({ min: 0, max: 500 }), (terms, payments, day) => {
      const startDate = '2026-01-31'
      const schedule = buildSchedule({ ...terms, principal: 3_000_000, startDate })
      const paid = payments.map((payment) => ({
        paidOn: addDays(startDate, payment.day),
        amount: payment.amount,
      }))
      const asOf = addDays(startDate, day)
      let covered = sum(paid.map(({ amount }) => amount))
      const open = schedule
        .map((row) => ({ ...row, due: row.principal + row.interest, penaltyPaid: 0 }))
        .filter(({ due }) => {
          covered -= due
          return covered < 0
        })
      const before = sum(
        schedule.filter(({ no }) => no < (open[0]?.no ?? 1_000)).map((row) => row.principal + row.interest),
      )
      const limits = { ppmPerDay: 1_000, room: Number.MAX_SAFE_INTEGER }
      const owed = owedPenalties(open, paid, before, asOf, limits)
      const byDays = open.flatMap(({ no, dueDate, due }, index) => {
        const older = before + sum(open.slice(0, index).map((row) => row.due))
        let rupiahDays = 0
        for (let date: string = dueDate; date < asOf; date = addDays(date, 1)) {
          const pool = sum(paid.filter(({ paidOn }) => paidOn <= date).map(({ amount }) => amount))
          rupiahDays += due - Math.min(due, Math.max(0, pool - older))
        }
        const penalty = Math.floor(rupiahDays / 1_000)
        return penalty > 0 ? [[no, penalty]] : []
      })
      expect([...owed]).toEqual(byDays)
    }),
    { numRuns: 200 },
  )
})

describe('SRV-01 repayments in whatever amounts and order, some recorded late', () => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await makeFixture()
  })
  afterAll(() => fixture.close())

  const disbursedOn = '2025-01-31'
  const operator = { kind: 'operator', name: 'test' } as const
  const anyPayments = fc.array(
    fc.record({
      day: fc.integer({ min: 0, max: 280 }),
      /** The payment as a part of the loan, in thousandths. */
      part: fc.integer({ min: 1, max: 400 }),
      fee: fc.constantFrom(0, 0, 1_500),
      penalty: fc.constantFrom(undefined, undefined, 0),
    }),
    { minLength: 1, maxLength: 8 },
  )

  const pay = (loan: LentLoan, more: { paidOn: string; amount: number; fee?: number; penalty?: number }) =>
    perform(fixture.context, recordRepayment, {
      actor: operator,
      input: { loanNumber: loan.loanNumber, reference: fixture.context.random.uuid(), ...more },
    })

  /** What each funding received of the loan, in the order of the fundings. */
  const got = (loan: LentLoan) =>
    many<{ principal: number; interest: number; tax: number }>(
      fixture.context.db,
      'test.got_of_each',
      `select coalesce(sum(r.principal), 0)::bigint as principal, coalesce(sum(r.interest), 0)::bigint as interest,
              coalesce(sum(r.tax), 0)::bigint as tax
         from unnest($1::uuid[]) with ordinality as f (id, place)
         left join lender_repayment r on r.funding_id = f.id group by f.place order by f.place`,
      [loan.fundings.map(({ fundingId }) => fundingId)],
    )

  test('SRV-01 the books balance after repayments in any amounts and order, and each lender receives exactly their schedule', async () => {
    const rates = [150_000, 300_000, 0, 200_000]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 100_000, max: 3_000_000 }), { minLength: 1, maxLength: 4 }),
        anyTerms.filter(({ tenor }) => tenor <= 9),
        fc.integer({ min: 1, max: 300 }),
        anyPayments,
        async (amounts, { annualRate, ...terms }, rate, payments) => {
          const interest = String(Math.max(annualRate, rate / 1_000))
          const loan = await aDisbursedLoan(fixture.context, amounts, {
            ...terms,
            interest,
            disbursedOn,
            taxRates: rates.slice(0, amounts.length),
          })
          const total = sum(amounts)
          for (const { day, part, fee, penalty } of payments) {
            const amount = Math.floor((total * part) / 1_000) + 2_200
            const paidOn = addDays(disbursedOn, day)
            const answer = await pay(loan, {
              paidOn,
              amount,
              fee,
              ...(penalty === undefined ? {} : { penalty }),
            })
            const { principal, excess, rounding } = answer
            const parts = principal + answer.interest + answer.penalty + answer.fee + excess
            expect(parts - rounding).toBe(amount)
          }
          await pay(loan, { paidOn: addDays(disbursedOn, 290), amount: 10 * total })
          const { shares } = scheduleFundings(amounts, {
            ...terms,
            annualRate: interest,
            startDate: disbursedOn,
          })
          expect(await got(loan)).toEqual(
            shares.map((share, index) => ({
              principal: amounts[index],
              interest: sum(share.interest),
              // All of it is recorded in one month.
              tax: taxOn(sum(share.interest), rates[index] ?? 0),
            })),
          )
          expect(await fixture.books()).toEqual([])
        },
      ),
      { numRuns: fixture.faults ? 4 : 25 },
    )
  })
})
