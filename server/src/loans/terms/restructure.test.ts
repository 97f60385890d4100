import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { measureOn } from '../credit-quality/measure.ts'
import { cashOf } from '../../books/index.ts'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aDisbursedLoan, aFundedLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { recordRepayment } from '../repayment/index.ts'
import { restructureLoan } from './restructure.ts'
import type { RestructureLoan } from './restructure-store.ts'
import { writeOffLoan } from './write-off.ts'

const operator = { kind: 'operator', name: 'test' } as const
let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

/** A loan of 1,200,000 over 12 months at 12% flat: 100,000 and 12,000 each month from 2026-02-28 on. */
const flat = { interestType: 'FLAT', interest: '0.12', tenor: 12, tenorPeriod: 'MONTH' } as const
const amounts = [720_000, 300_000, 180_000]
const aLoanPaidOut = async () => {
  const loan = await aDisbursedLoan(fixture.context, amounts, { ...flat, disbursedOn: '2026-01-31' })
  return { ...loan, lenders: loan.fundings.map(({ lenderId }) => lenderId) }
}

let references = 0
const repay = (loanNumber: string, amount: number, paidOn: string) => {
  references += 1
  return perform(fixture.context, recordRepayment, {
    actor: operator,
    input: { loanNumber, reference: `RES-${references}`, paidOn, amount, penalty: 0 },
  })
}
const terms = {
  agreedOn: '2026-05-15',
  interest: '0.06',
  interestType: 'FLAT',
  tenor: 24,
  tenorPeriod: 'MONTH',
  keepInterest: true,
  agreement: { reference: 'ADD-2026-001', sha256: 'ab'.repeat(32) },
} as const
const restructure = (loanNumber: string, changes: Partial<RestructureLoan> = {}) =>
  perform(fixture.context, restructureLoan, { actor: operator, input: { loanNumber, ...terms, ...changes } })
const writeOff = (loanNumber: string, writtenOffOn = '2026-06-30') =>
  perform(fixture.context, writeOffLoan, {
    actor: operator,
    input: { loanNumber, writtenOffOn, reason: 'tidak tertagih' },
  })
const statusOf = async (loanId: number) =>
  (
    await one<{ status: string }>(
      fixture.context.db,
      'test.status',
      'select status from loan_position where loan_id = $1',
      [loanId],
    )
  ).status
const quality = async (day: string) => {
  const { total, LANCAR, DALAM_PERHATIAN_KHUSUS, KURANG_LANCAR } = await measureOn(fixture.context.db, day)
  return { total, good: LANCAR, special: DALAM_PERHATIAN_KHUSUS, sub: KURANG_LANCAR }
}
const difference = async (day: string, before: Awaited<ReturnType<typeof quality>>) => {
  const now = await quality(day)
  return {
    total: now.total - before.total,
    good: now.good - before.good,
    special: now.special - before.special,
    sub: now.sub - before.sub,
  }
}

describe('SRV-01 restructuring', () => {
  test('restructuring moves the remaining principal to the new terms, with overdue interest due with the first installment', async () => {
    const { loanNumber, loanId } = await aLoanPaidOut()
    await repay(loanNumber, 112_000, '2026-02-28')
    await repay(loanNumber, 62_000, '2026-03-31')
    // The unpaid principal is 1,050,000. Of the installments due until 15 May, the third (30 April) has 12,000 of
    // interest unpaid.
    expect(await restructure(loanNumber)).toEqual({
      loanId,
      version: 2,
      principal: 1_050_000,
      interestKept: 12_000,
      interestWaived: 0,
      // The penalty on 50,000 for 45 days and on 112,000 for 15 days.
      penaltyWaived: 2_250 + 1_680,
      installments: 24,
      repeated: false,
    })
    expect(await statusOf(loanId)).toBe('RESTRUCTURED')
    const rows = await many<{ no: number; superseded: string | null }>(
      fixture.context.db,
      'test.new_terms',
      `select no, version, due_date as due, principal, interest, superseded_on as superseded
         from installment where loan_id = $1 order by no`,
      [loanId],
    )
    expect(rows.slice(0, 2).map(({ superseded }) => superseded)).toEqual([null, '2026-05-15'])
    expect(rows[12]).toEqual({
      no: 13,
      version: 2,
      due: '2026-06-15',
      // The shares of 630,000, 262,500 and 157,500, each rounded separately.
      principal: 26_250 + 10_937 + 6_562,
      interest: 3_150 + 1_313 + 788 + 12_000,
      superseded: null,
    })
    expect(rows).toHaveLength(36)
    expect(rows.at(-1)).toMatchObject({ no: 36, due: '2028-05-15', principal: 43_773, interest: 5_251 })
  })

  test('TKB-01 days late of a restructured loan are counted by the terms in force on each day', async () => {
    const before = {
      may: await quality('2026-05-14'),
      day: await quality('2026-05-15'),
      july: await quality('2026-07-15'),
    }
    const { loanNumber } = await aLoanPaidOut()
    await repay(loanNumber, 112_000, '2026-02-28')
    const may = await difference('2026-05-14', before.may)
    expect(may).toEqual({ total: 1_100_000, good: 0, special: 0, sub: 1_100_000 })
    await restructure(loanNumber, { keepInterest: false })
    // The figures of days before the restructuring do not change.
    expect(await difference('2026-05-14', before.may)).toEqual(may)
    expect(await difference('2026-05-15', before.day)).toEqual({
      total: 1_100_000,
      good: 1_100_000,
      special: 0,
      sub: 0,
    })
    expect(await difference('2026-07-15', before.july)).toEqual({
      total: 1_100_000,
      good: 0,
      special: 1_100_000,
      sub: 0,
    })
  })

  test('payments on a restructured loan repay each lender’s full principal', async () => {
    const { loanNumber, loanId, lenders } = await aLoanPaidOut()
    const cash = async () =>
      Promise.all(lenders.map(async (id) => (await cashOf(fixture.context.db, id)).available))
    const before = await cash()
    await repay(loanNumber, 62_001, '2026-02-28')
    await restructure(loanNumber, { tenor: 7, interestType: 'ANNUITY', interest: '0.185' })
    await restructure(loanNumber, {
      tenor: 3,
      agreedOn: '2026-06-01',
      agreement: { ...terms.agreement, reference: 'ADD-2' },
    })
    await repay(loanNumber, 5_000_000, '2026-07-01')
    expect(await statusOf(loanId)).toBe('REPAID')
    const received = await many<{ principal: number }>(
      fixture.context.db,
      'test.received',
      `select sum(r.principal)::bigint as principal from lender_repayment r join loan_payment p on p.id = r.payment_id
        where p.loan_id = $1 group by r.funding_id, r.lender_id order by r.funding_id`,
      [loanId],
    )
    expect(received.map(({ principal }) => principal)).toEqual(amounts)
    const after = await cash()
    after.forEach((amount, index) =>
      expect(amount).toBeGreaterThan((before[index] ?? 0) + (amounts[index] ?? 0)),
    )
    await expect(
      restructure(loanNumber, { agreement: { ...terms.agreement, reference: 'ADD-3' } }),
    ).rejects.toMatchObject({ code: 'LOAN_ENDED' })
  })

  test('an addendum is recorded once for a loan: repeated it gives the same answer, with other terms it is refused', async () => {
    const { loanNumber, loanId } = await aLoanPaidOut()
    await repay(loanNumber, 112_000, '2026-02-28')
    const versions = () =>
      many<{ version: number }>(
        fixture.context.db,
        'test.versions',
        'select version from restructuring where loan_id = $1',
        [loanId],
      )
    const first = await restructure(loanNumber)
    expect(first.repeated).toBe(false)
    const again = { ...first, repeated: true }
    expect(await Promise.all([restructure(loanNumber), restructure(loanNumber)])).toEqual([again, again])
    // Also once something has happened under the new terms.
    await repay(loanNumber, 50_000, '2026-06-15')
    expect(await restructure(loanNumber, { interest: '0.060' })).toEqual(again)
    const others: Partial<RestructureLoan>[] = [
      { agreedOn: '2026-06-16' },
      { startsOn: '2026-05-16' },
      { interest: '0.07' },
      { interestType: 'ANNUITY' },
      { tenor: 23 },
      { tenorPeriod: 'WEEK' },
      { keepInterest: false },
      { agreement: { ...terms.agreement, sha256: 'cd'.repeat(32) } },
    ]
    for (const changes of others)
      await expect(restructure(loanNumber, changes)).rejects.toMatchObject({ code: 'ADDENDUM_REUSED' })
    expect(await versions()).toEqual([{ version: 2 }])
    // One agreement may cover several loans.
    expect((await restructure((await aLoanPaidOut()).loanNumber)).repeated).toBe(false)
  })

  test('interest and penalties of a restructured loan together stay within the principal', async () => {
    const { loanNumber, loanId } = await aLoanPaidOut()
    await repay(loanNumber, 112_000, '2026-02-28')
    await restructure(loanNumber, { interest: '0.3', tenor: 36 })
    const { limit, interest } = await one<{ limit: number; interest: number }>(
      fixture.context.db,
      'test.limit',
      'select penalty_limit as limit, interest_due as interest from loan_servicing where loan_id = $1',
      [loanId],
    )
    expect(limit).toBe(Math.max(0, 1_200_000 - 12_000 - interest))
    expect(limit).toBeGreaterThan(0)
  })

  test('a restructuring with invalid terms is refused and changes nothing', async () => {
    const { loanNumber, loanId } = await aLoanPaidOut()
    await repay(loanNumber, 112_000, '2026-03-10')
    const waiting = await aFundedLoan(fixture.context, [500_000], flat)
    const refused: [Partial<RestructureLoan>, string][] = [
      [{ loanNumber: 'T-NONE' }, 'LOAN_NOT_FOUND'],
      [{ loanNumber: waiting.loanNumber }, 'LOAN_NOT_DISBURSED'],
      [{ agreedOn: '2999-01-01' }, 'DATE_IN_FUTURE'],
      [{ agreedOn: '2026-01-30' }, 'DATE_BEFORE_DISBURSEMENT'],
      [{ agreedOn: '2026-03-09' }, 'DATE_BEFORE_LAST_EVENT'],
      [{ interest: '1.0951' }, 'INPUT_INVALID'],
      [{ tenor: 522, tenorPeriod: 'WEEK' }, 'INPUT_INVALID'],
      [{ interest: 'x' }, 'INPUT_INVALID'],
      [{ tenor: 0 }, 'INPUT_INVALID'],
      [{ startsOn: '2026-02-28' }, 'INPUT_INVALID'],
      [{ agreement: { reference: 'ADD', sha256: 'ab' } }, 'INPUT_INVALID'],
    ]
    for (const [changes, code] of refused) {
      await expect(restructure(loanNumber, changes), code).rejects.toMatchObject({ code })
    }
    expect(await statusOf(loanId)).toBe('ACTIVE')
  })
})

describe('SRV-01 write-off', () => {
  test('TKB-01 a write-off removes the loan from the outstanding sum, and later recoveries are paid to its lenders', async () => {
    const days = ['2026-06-29', '2026-06-30'] as const
    const before = [await quality(days[0]), await quality(days[1])] as const
    const { loanNumber, loanId, lenders } = await aLoanPaidOut()
    await repay(loanNumber, 112_000, '2026-02-28')
    expect(await writeOff(loanNumber)).toEqual({ loanId, principal: 1_100_000, interest: 132_000 })
    expect(await statusOf(loanId)).toBe('WRITTEN_OFF')
    expect((await difference(days[0], before[0])).total).toBe(1_100_000)
    expect((await difference(days[1], before[1])).total).toBe(0)

    const cash = (await cashOf(fixture.context.db, lenders[0] ?? 0)).available
    expect(await repay(loanNumber, 112_000, '2026-08-31')).toMatchObject({
      principal: 100_000,
      interest: 12_000,
    })
    // The lender's share is 720,000 of 1,200,000: 60,000 of principal and 7,200 of interest, less 15% tax on the
    // interest.
    const got = (await cashOf(fixture.context.db, lenders[0] ?? 0)).available - cash
    expect(got).toBe(60_000 + 7_200 - 1_080)
    expect(await statusOf(loanId)).toBe('WRITTEN_OFF')
    expect((await difference(days[1], before[1])).total).toBe(0)
    expect((await measureOn(fixture.context.db, days[0])).total - before[0].total).toBe(1_100_000)
  })

  test('a loan is written off once, and not when repaid or undisbursed or with a date before the last payment', async () => {
    const { loanNumber } = await aLoanPaidOut()
    await repay(loanNumber, 50_000, '2026-03-01')
    await expect(writeOff(loanNumber, '2026-02-28')).rejects.toMatchObject({ code: 'DATE_BEFORE_LAST_EVENT' })
    await expect(writeOff(loanNumber, '2999-01-01')).rejects.toMatchObject({ code: 'DATE_IN_FUTURE' })
    const tries = await Promise.allSettled(Array.from({ length: 4 }, () => writeOff(loanNumber)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(writeOff(loanNumber)).rejects.toMatchObject({ code: 'WRITTEN_OFF_BEFORE' })
    await expect(restructure(loanNumber)).rejects.toMatchObject({ code: 'WRITTEN_OFF_BEFORE' })
    const paid = await aLoanPaidOut()
    await repay(paid.loanNumber, 3_000_000, '2026-03-01')
    await expect(writeOff(paid.loanNumber)).rejects.toMatchObject({ code: 'LOAN_ENDED' })
  })
})
