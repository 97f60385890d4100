import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { many } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { restructureLoan } from './restructure.ts'
import { writeOffLoan } from './write-off.ts'
import { amounts, flat, operator, servicingOf } from '../../../testing/loan-operations.ts'

let fixture: Fixture
const { cash, repay, settle, statusOf } = servicingOf(() => fixture)

beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

describe('SRV-01 early settlement', () => {
  test('early settlement costs arrears, the current period’s interest and all principal, but no later interest', async () => {
    const { loanNumber, loanId, fundings } = await aDisbursedLoan(fixture.context, amounts, {
      ...flat,
      disbursedOn: '2026-01-31',
    })
    await repay({ loanNumber, amount: 112_000 })
    await repay({ loanNumber, amount: 50_000, paidOn: '2026-03-31' })
    // The second installment lacks 62,000 of principal, 15 days late: a penalty of 930. The third period is the current
    // one, with interest of 12,000.
    const price = 1_062_000 + 12_000 + 930
    await expect(settle({ loanNumber, amount: 100 })).rejects.toMatchObject({
      code: 'SETTLEMENT_TOO_LOW',
      params: { amount: price },
    })
    const payment = { loanNumber, amount: price + 7, reference: 'END' }
    const answer = await settle(payment)
    expect(answer).toMatchObject({
      principal: 1_062_000,
      interest: 12_000,
      penalty: 930,
      excess: 7,
      repaid: true,
    })
    expect(await settle(payment)).toEqual({ ...answer, repeated: true })
    await expect(settle({ ...payment, amount: price })).rejects.toMatchObject({ code: 'REFERENCE_REUSED' })
    await expect(repay({ ...payment, paidOn: '2026-04-15' })).rejects.toMatchObject({
      code: 'REFERENCE_REUSED',
    })
    expect(await statusOf(loanId)).toBe('REPAID')
    const got = await many(
      fixture.context.db,
      'test.got',
      `select sum(principal)::bigint as principal from lender_repayment where funding_id = any($1) group by funding_id
        order by 1 desc`,
      [fundings.map(({ fundingId }) => fundingId)],
    )
    expect(got).toEqual(amounts.map((principal) => ({ principal })))
    await expect(settle({ loanNumber, amount: 1 })).rejects.toMatchObject({ code: 'LOAN_ENDED' })
  })

  test('early settlement in the last period costs the last installment', async () => {
    const { loanNumber } = await aDisbursedLoan(fixture.context, [500_000], {
      ...flat,
      tenor: 1,
      disbursedOn: '2026-03-31',
    })
    expect(await settle({ loanNumber, amount: 505_000 })).toMatchObject({
      principal: 500_000,
      interest: 5_000,
      repaid: true,
    })
  })

  test('early settlement costs the remaining principal and no interest when the current period is prepaid', async () => {
    const { loanNumber, fundings } = await aDisbursedLoan(fixture.context, amounts, {
      ...flat,
      disbursedOn: '2026-03-31',
    })
    // Pays the first installment and a part of the second, before the first period has ended.
    await repay({ loanNumber, amount: 112_000 + 30_000, paidOn: '2026-04-10' })
    expect(await settle({ loanNumber, amount: 1_100_000 - 18_000 })).toMatchObject({
      principal: 1_100_000 - 18_000,
      interest: 0,
      excess: 0,
      repaid: true,
    })
    expect(await Promise.all(fundings.map(({ lenderId }) => cash(lenderId)))).toEqual(
      // Interest of 24,000, less 15% tax on each lender's part.
      [720_000 + 14_400 - 2_160, 300_000 + 6_000 - 900, 180_000 + 3_600 - 540],
    )
  })

  test('early settlement after a restructuring costs the current period’s interest, also when an old installment was prepaid', async () => {
    const { loanNumber } = await aDisbursedLoan(fixture.context, amounts, {
      ...flat,
      disbursedOn: '2026-03-31',
    })
    await repay({ loanNumber, amount: 112_000, paidOn: '2026-04-05' })
    await perform(fixture.context, restructureLoan, {
      actor: operator,
      input: {
        loanNumber,
        agreedOn: '2026-04-10',
        interest: '0.06',
        interestType: 'FLAT',
        tenor: 11,
        tenorPeriod: 'MONTH',
        keepInterest: false,
        agreement: { reference: 'ADDENDUM/1', sha256: '0'.repeat(64) },
      },
    })
    // 6% a year on 1,100,000 is 5,500 a month; the first month of the new terms ends on 10 May.
    expect(await settle({ loanNumber, amount: 1_105_500 })).toMatchObject({
      principal: 1_100_000,
      interest: 5_500,
      excess: 0,
      repaid: true,
    })
  })

  test('of a concurrent early settlement and write-off of one loan only one succeeds', async () => {
    for (let round = 0; round < (fixture.faults ? 1 : 5); round += 1) {
      const { loanNumber, loanId } = await aDisbursedLoan(fixture.context, amounts, {
        ...flat,
        disbursedOn: '2026-03-31',
      })
      const writeOff = () =>
        perform(fixture.context, writeOffLoan, {
          actor: operator,
          input: { loanNumber, writtenOffOn: '2026-04-15', reason: 'insolvent' },
        })
      const ends = await Promise.allSettled([
        writeOff(),
        settle({ loanNumber, amount: 1_212_000 }),
        writeOff(),
      ])
      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const isSettled = ends[1]?.status === 'fulfilled'
      for (const end of ends) {
        if (end.status === 'rejected')
          expect(end.reason).toMatchObject({ code: isSettled ? 'LOAN_ENDED' : 'WRITTEN_OFF_BEFORE' })
      }
      expect(await statusOf(loanId)).toBe(isSettled ? 'REPAID' : 'WRITTEN_OFF')
    }
  })
})
