import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgreementSnapshot } from '../../documents/index.ts'
import { many } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { longAgo } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { restructureLoan } from '../terms/index.ts'
import { addDays } from '@pematang/contract/format/business-date'
import { operator, servicingOf } from '../../../testing/loan-operations.ts'

let fixture: Fixture
const { disburse, repay, statusOf } = servicingOf(() => fixture)
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

/** Days before today; earlier than the earliest disbursement in this file. */
const fundedDaysAgo = 3_650

/** A loan whose lenders fund it on agreements that were actually shown to them. */
async function aSigned(amounts: readonly number[], terms: Parameters<typeof aLoan>[1]) {
  const totalLoan = amounts.reduce((sum, amount) => sum + amount, 0)
  const offer = { offerFrom: '2010-01-01', offerUntil: '2100-01-01' }
  const loan = await aLoan(fixture.context, { totalLoan, minimumFunding: 1, ...offer, ...terms })
  const then = longAgo(fixture.context, fundedDaysAgo)
  for (const amount of amounts) {
    const { lenderId } = await aLender(then, { cash: amount })
    await signFunding(then, (await reserveFunding(then, { lenderId, ...loan, amount })).fundingId)
  }
  return loan
}

type Row = { snapshot: AgreementSnapshot; expected: number; fundingId: string }
const agreementsOf = (loanId: number) =>
  many<Row>(
    fixture.context.db,
    'test.agreements',
    `select a.snapshot, f.expected_interest as expected, f.id as "fundingId" from funding f
       join agreement a on a.id = f.id where f.loan_id = $1 order by f.id`,
    [loanId],
  )
const receivedOf = (fundingId: string) =>
  many<{ principal: number; interest: number }>(
    fixture.context.db,
    'test.received',
    `select sum(principal)::bigint as principal, sum(interest)::bigint as interest from lender_repayment
      where funding_id = $1 group by no order by no`,
    [fundingId],
  )
const installmentsOf = (loanId: number) =>
  many<{ dueDate: string; principal: number; interest: number }>(
    fixture.context.db,
    'test.installments',
    `select due_date as "dueDate", principal, interest from installment
      where loan_id = $1 and superseded_on is null order by no`,
    [loanId],
  )
const amountsOf = ({ principal, interest }: { principal: number; interest: number }) => ({
  principal,
  interest,
})

describe('FIX-02 the schedule of an agreement', () => {
  test('FIX-02 the schedule of an agreement equals what each of three lenders receives over 60 months, to the rupiah', async () => {
    const loan = await aSigned([3_333_333, 3_333_334, 3_334_444], {
      interest: '0.1937',
      interestType: 'ANNUITY',
      tenor: 60,
      tenorPeriod: 'MONTH',
    })
    await disburse(loan.loanNumber, '2019-01-31')
    const installments = await installmentsOf(loan.loanId)
    for (const { dueDate, principal, interest } of installments) {
      await repay({ loanNumber: loan.loanNumber, amount: principal + interest, paidOn: dueDate })
    }
    expect(await statusOf(loan.loanId)).toBe('REPAID')
    for (const { snapshot, fundingId, expected } of await agreementsOf(loan.loanId)) {
      expect(await receivedOf(fundingId)).toEqual(snapshot.schedule.map(amountsOf))
      expect(expected).toBe(snapshot.schedule.reduce((sum, { interest }) => sum + interest, 0))
    }
    expect(await fixture.books()).toEqual([])
  })

  test('FIX-02 for random amounts and terms the schedules in the agreements equal the ledger’s, and their sum is what the borrower pays', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 100_000, max: 9_999_999 }), { minLength: 1, maxLength: 4 }),
        fc.record({
          interest: fc.integer({ min: 1, max: 600 }).map((rate) => String(rate / 1_000)),
          interestType: fc.constantFrom('ANNUITY' as const, 'FLAT' as const, 'BULLET' as const),
          tenor: fc.integer({ min: 1, max: 36 }),
          tenorPeriod: fc.constantFrom('DAY' as const, 'WEEK' as const, 'MONTH' as const),
        }),
        fc.integer({ min: 0, max: 400 }),
        async (amounts, terms, day) => {
          const loan = await aSigned(amounts, terms)
          const disbursedOn = addDays('2024-01-31', day)
          await disburse(loan.loanNumber, disbursedOn)
          const agreements = await agreementsOf(loan.loanId)
          const installments = await installmentsOf(loan.loanId)
          const [first] = agreements
          expect(installments).toHaveLength(first?.snapshot.schedule.length ?? 0)
          installments.forEach((installment, place) => {
            const rows = agreements.flatMap(({ snapshot }) => snapshot.schedule[place] ?? [])
            expect(installment.principal).toBe(rows.reduce((sum, row) => sum + row.principal, 0))
            expect(installment.interest).toBe(rows.reduce((sum, row) => sum + row.interest, 0))
          })
          expect(await fixture.books()).toEqual([])
        },
      ),
      { numRuns: fixture.faults ? 3 : 12 },
    )
  })

  test('FIX-02 the schedule after a restructuring splits the remaining principal and the interest carried over by each lender’s share', async () => {
    const loan = await aSigned([3_333_333, 1_000_001, 777_777], {
      interest: '0.18',
      interestType: 'ANNUITY',
      tenor: 12,
      tenorPeriod: 'MONTH',
    })
    await disburse(loan.loanNumber, '2026-01-15')
    await repay({ loanNumber: loan.loanNumber, amount: 1_000_000, paidOn: '2026-04-20' })
    const due = () =>
      many<{ principal: number; interest: number }>(
        fixture.context.db,
        'test.still_due',
        `select b.principal_due as principal, b.interest_due as interest from funding_balance b
          where b.loan_id = $1 order by b.funding_id`,
        [loan.loanId],
      )
    const before = await due()
    await perform(fixture.context, restructureLoan, {
      actor: operator,
      input: {
        loanNumber: loan.loanNumber,
        agreedOn: '2026-06-01',
        interest: '0',
        interestType: 'FLAT',
        tenor: 7,
        tenorPeriod: 'MONTH',
        keepInterest: true,
        agreement: { reference: 'ADD/1', sha256: 'a'.repeat(64) },
      },
    })
    const after = await due()
    expect(after.map(({ principal }) => principal)).toEqual(before.map(({ principal }) => principal))
    const shares = await many<{ principal: number[]; interest: number[] }>(
      fixture.context.db,
      'test.new_shares',
      'select to_jsonb(principal) as principal, to_jsonb(interest) as interest from funding_schedule where loan_id = $1 and version = 2 order by funding_id',
      [loan.loanId],
    )
    shares.forEach(({ principal }, place) => {
      const each = Math.floor((before[place]?.principal ?? 0) / 7)
      expect(principal.slice(0, 6)).toEqual(Array(6).fill(each))
    })
    // At an interest rate of zero only the unpaid interest carried over by the restructuring is due, and each lender
    // gets their own part of it.
    expect(shares.map(({ interest }) => interest[0])).toEqual(after.map(({ interest }) => interest))
    expect(await fixture.books()).toEqual([])
  })
})
