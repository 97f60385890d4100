import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { many } from '../platform/db/database.ts'
import { perform } from '../platform/mutation.ts'
import { aDisbursedLoan } from '../testing/servicing.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { restructureLoan, writeOffLoan } from './quality/index.ts'
import { amounts, flat, operator, servicingOf } from './testing.ts'

let world: World
const { cash, repay, settle, statusOf } = servicingOf(() => world)

beforeAll(async () => {
  world = await makeWorld()
})
afterEach(async () => expect(await world.books()).toEqual([]))
afterAll(() => world.close())

describe('SRV-01 early settlement', () => {
  test('asks what is overdue, the running period and all principal; later interest falls away', async () => {
    const { loanNumber, loanId, fundings } = await aDisbursedLoan(world.context, amounts, {
      ...flat,
      disbursedOn: '2026-01-31',
    })
    await repay({ loanNumber, amount: 112_000 })
    await repay({ loanNumber, amount: 50_000, paidOn: '2026-03-31' })
    // 62,000 of the second, principal alone, are 15 days late: 930. The third runs, with its interest of 12,000.
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
    expect(await settle(payment)).toEqual(answer)
    await expect(settle({ ...payment, amount: price })).rejects.toMatchObject({ code: 'REFERENCE_REUSED' })
    await expect(repay({ ...payment, paidOn: '2026-04-15' })).rejects.toMatchObject({
      code: 'REFERENCE_REUSED',
    })
    expect(await statusOf(loanId)).toBe('REPAID')
    const got = await many(
      world.context.db,
      'test.got',
      `select sum(principal)::bigint as principal from lender_repayment where funding_id = any($1) group by funding_id
        order by 1 desc`,
      [fundings.map(({ fundingId }) => fundingId)],
    )
    expect(got).toEqual(amounts.map((principal) => ({ principal })))
    await expect(settle({ loanNumber, amount: 1 })).rejects.toMatchObject({ code: 'LOAN_ENDED' })
  })

  test('in the last period it is the last installment', async () => {
    const { loanNumber } = await aDisbursedLoan(world.context, [500_000], {
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

  test('paid in advance it is what is left of principal, and of interest nothing', async () => {
    const { loanNumber, fundings } = await aDisbursedLoan(world.context, amounts, {
      ...flat,
      disbursedOn: '2026-03-31',
    })
    // The whole first period and a part of the second, before the first has ended.
    await repay({ loanNumber, amount: 112_000 + 30_000, paidOn: '2026-04-10' })
    expect(await settle({ loanNumber, amount: 1_100_000 - 18_000 })).toMatchObject({
      principal: 1_100_000 - 18_000,
      interest: 0,
      excess: 0,
      repaid: true,
    })
    expect(await Promise.all(fundings.map(({ lenderId }) => cash(lenderId)))).toEqual(
      // Interest of 24,000, less 15% of each part.
      [700_000 + 14_000 - 2_100, 300_000 + 6_000 - 900, 200_000 + 4_000 - 600],
    )
  })

  test('on new terms asks for the period of those, also where one of the old ones was paid in advance', async () => {
    const { loanNumber } = await aDisbursedLoan(world.context, amounts, {
      ...flat,
      disbursedOn: '2026-03-31',
    })
    await repay({ loanNumber, amount: 112_000, paidOn: '2026-04-05' })
    await perform(world.context, restructureLoan, {
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
    // 1,100,000 at 6% is 5,500 a month; the first of the new months ends on the tenth of May.
    expect(await settle({ loanNumber, amount: 1_105_500 })).toMatchObject({
      principal: 1_100_000,
      interest: 5_500,
      excess: 0,
      repaid: true,
    })
  })

  test('meets a write-off at the same moment: one of them is done, and the other finds it', async () => {
    for (let round = 0; round < (world.faults ? 1 : 5); round += 1) {
      const { loanNumber, loanId } = await aDisbursedLoan(world.context, amounts, {
        ...flat,
        disbursedOn: '2026-03-31',
      })
      const writeOff = () =>
        perform(world.context, writeOffLoan, {
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
