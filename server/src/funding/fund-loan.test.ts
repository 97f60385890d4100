import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cashOf } from '../ledger/index.ts'
import { one } from '../platform/db/database.ts'
import { perform } from '../platform/mutation.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  aLender,
  aLoan,
  anAgreement,
  fund as requestFunding,
  reserveFunding,
  signFunding,
} from '../testing/people.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { releaseFunding } from './index.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  world.travel(undefined)
  expect(await world.books()).toEqual([])
})

/** What a try comes to: `ok`, or the code of the refusal with the amount its sentence names. */
async function outcome(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'ok'
  } catch (error) {
    if (error instanceof Refusal)
      return error.params.amount === undefined ? error.code : `${error.code} ${error.params.amount}`
    throw error
  }
}

const fund = (lenderId: number, loanId: number, amount: number, key?: string, loanNumber?: string) =>
  requestFunding(world.context, {
    lenderId,
    loanId,
    amount,
    ...(key ? { key } : {}),
    ...(loanNumber ? { loanNumber } : {}),
  })

const outstanding = async (loanId: number) =>
  (
    await one<{ left: number }>(
      world.context.db,
      'test.left',
      'select total - funded - reserved as left from loan_position where loan_id = $1',
      [loanId],
    )
  ).left

describe('the four rules of the amount, on the server', () => {
  // Loan of 1,000,000 with a minimum of 200,000; the lender has 900,000.
  test.each([
    [900_001, 'CASH_TOO_LOW 900000'],
    [1_200_000, 'CASH_TOO_LOW 900000'],
    [199_999, 'FUNDING_BELOW_MINIMUM 200000'],
    [800_001, 'FUNDING_BAD_REMAINDER 200000'],
    [900_000, 'FUNDING_BAD_REMAINDER 200000'],
    [800_000, 'ok'],
    [200_000, 'ok'],
  ])('FND-02 funding %i of a fresh loan: %s', async (amount, expected) => {
    const { lenderId } = await aLender(world.context, { cash: 900_000 })
    const loan = await aLoan(world.context, { totalLoan: 1_000_000, minimumFunding: 200_000 })
    await anAgreement(world.context, { lenderId, loanNumber: loan.loanNumber, amount })
    expect(await outcome(fund(lenderId, loan.loanId, amount))).toBe(expected)
  })

  test.each([0, -1, -1_000_000, Number.MIN_SAFE_INTEGER])(
    'FND-02 funding %i is below the minimum',
    async (amount) => {
      const { lenderId } = await aLender(world.context, { cash: 900_000 })
      const loan = await aLoan(world.context, { totalLoan: 1_000_000, minimumFunding: 200_000 })
      expect(await outcome(fund(lenderId, loan.loanId, amount))).toBe('FUNDING_BELOW_MINIMUM 200000')
      expect(await outstanding(loan.loanId)).toBe(1_000_000)
    },
  )

  test('FND-02 refuses more than is left, and takes the exact remainder', async () => {
    const { lenderId } = await aLender(world.context, { cash: 5_000_000 })
    const loan = await aLoan(world.context, { totalLoan: 1_000_000, minimumFunding: 300_000 })
    await reserveFunding(world.context, { lenderId, ...loan, amount: 700_000 })
    for (const amount of [300_001, 300_000]) await anAgreement(world.context, { lenderId, ...loan, amount })
    expect(await outcome(fund(lenderId, loan.loanId, 300_001))).toBe('FUNDING_ABOVE_OUTSTANDING 300000')
    expect(await outcome(fund(lenderId, loan.loanId, 300_000))).toBe('ok')
    expect(await outstanding(loan.loanId)).toBe(0)
  })
})

describe('what is refused has no effect', () => {
  test('an unknown loan, a loan that is not open, another number, no agreement', async () => {
    const { lenderId } = await aLender(world.context, { cash: 5_000_000 })
    const loan = await aLoan(world.context)
    const early = await aLoan(world.context, { offerFrom: '2999-01-01', offerUntil: '2999-02-01' })
    await anAgreement(world.context, { lenderId, ...loan, amount: 500_000 })
    expect(await outcome(fund(lenderId, 12345, 500_000))).toBe('LOAN_NOT_FOUND')
    expect(await outcome(fund(lenderId, early.loanId, 500_000))).toBe('LOAN_CLOSED')
    expect(await outcome(fund(lenderId, loan.loanId, 500_000, undefined, 'T-OTHER'))).toBe(
      'LOAN_NUMBER_MISMATCH',
    )
    expect(await outcome(fund(lenderId, loan.loanId, 600_000))).toBe('AGREEMENT_REQUIRED')
    expect(await cashOf(world.context.db, lenderId)).toEqual({ available: 5_000_000, held: 0 })
  })

  test('an agreement is good for one funding, for its own lender, and for a day', async () => {
    const { lenderId } = await aLender(world.context, { cash: 5_000_000 })
    const stranger = await aLender(world.context, { cash: 5_000_000 })
    const loan = await aLoan(world.context)
    await anAgreement(world.context, { lenderId, ...loan, amount: 500_000 })
    expect(await outcome(fund(stranger.lenderId, loan.loanId, 500_000))).toBe('AGREEMENT_REQUIRED')
    world.travel('25 hours')
    expect(await outcome(fund(lenderId, loan.loanId, 500_000))).toBe('AGREEMENT_REQUIRED')
    world.travel(undefined)
    expect(await outcome(fund(lenderId, loan.loanId, 500_000))).toBe('ok')
    expect(await outcome(fund(lenderId, loan.loanId, 500_000))).toBe('AGREEMENT_REQUIRED')
  })

  test('a loan whose last day is over is closed', async () => {
    const { lenderId } = await aLender(world.context, { cash: 5_000_000 })
    const loan = await aLoan(world.context)
    world.travel('31 days')
    expect(await outcome(fund(lenderId, loan.loanId, 500_000))).toBe('LOAN_CLOSED')
  })
})

describe('the same request again', () => {
  test('answers the same and reserves once, also when both come at once', async () => {
    const { lenderId } = await aLender(world.context, { cash: 1_000_000 })
    const loan = await aLoan(world.context)
    await anAgreement(world.context, { lenderId, ...loan, amount: 400_000 })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => fund(lenderId, loan.loanId, 400_000, 'one-key-0001')),
    )
    expect(new Set(answers.map((answer) => answer.docToken)).size).toBe(1)
    expect(await cashOf(world.context.db, lenderId)).toEqual({ available: 600_000, held: 400_000 })
  })

  test('under the same key with another amount is refused', async () => {
    const { lenderId } = await aLender(world.context, { cash: 1_000_000 })
    const loan = await aLoan(world.context)
    for (const amount of [400_000, 500_000]) await anAgreement(world.context, { lenderId, ...loan, amount })
    expect(await outcome(fund(lenderId, loan.loanId, 400_000, 'one-key-0002'))).toBe('ok')
    expect(await outcome(fund(lenderId, loan.loanId, 500_000, 'one-key-0002'))).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  test('stays refused under its key, though it would succeed by now', async () => {
    const { lenderId } = await aLender(world.context, { cash: 1_000_000 })
    const loan = await aLoan(world.context)
    expect(await outcome(fund(lenderId, loan.loanId, 400_000, 'one-key-0003'))).toBe('AGREEMENT_REQUIRED')
    await anAgreement(world.context, { lenderId, ...loan, amount: 400_000 })
    expect(await outcome(fund(lenderId, loan.loanId, 400_000, 'one-key-0003'))).toBe('AGREEMENT_REQUIRED')
    expect(await outcome(fund(lenderId, loan.loanId, 400_000, 'one-key-0004'))).toBe('ok')
  })

  test('the key of one lender means nothing for another', async () => {
    const [first, second] = [
      await aLender(world.context, { cash: 500_000 }),
      await aLender(world.context, { cash: 500_000 }),
    ]
    const loan = await aLoan(world.context)
    for (const { lenderId } of [first, second]) {
      await anAgreement(world.context, { lenderId, ...loan, amount: 500_000 })
      expect(await outcome(fund(lenderId, loan.loanId, 500_000, 'shared-key-1'))).toBe('ok')
    }
    expect(await outstanding(loan.loanId)).toBe(9_000_000)
  })
})

describe('how a reservation ends', () => {
  test('FND-07 signed: the money is on the loan, and a full loan is FUNDED', async () => {
    const { lenderId } = await aLender(world.context, { cash: 1_000_000 })
    const loan = await aLoan(world.context, { totalLoan: 1_000_000 })
    const { fundingId } = await reserveFunding(world.context, { lenderId, ...loan, amount: 1_000_000 })
    expect(await cashOf(world.context.db, lenderId)).toEqual({ available: 0, held: 1_000_000 })
    await signFunding(world.context, fundingId)
    await signFunding(world.context, fundingId)
    expect(await cashOf(world.context.db, lenderId)).toEqual({ available: 0, held: 0 })
    const position = await one(
      world.context.db,
      'test.position',
      'select funded, reserved, status from loan_position where loan_id = $1',
      [loan.loanId],
    )
    expect(position).toEqual({ funded: 1_000_000, reserved: 0, status: 'FUNDED' })
  })

  test('not signed: the money is free again, the lender is told, and a late signature moves nothing', async () => {
    const { lenderId } = await aLender(world.context, { cash: 1_000_000 })
    const loan = await aLoan(world.context)
    const { fundingId } = await reserveFunding(world.context, { lenderId, ...loan, amount: 500_000 })
    const end = () =>
      perform(world.context, releaseFunding, {
        actor: { kind: 'system' },
        input: { fundingId, state: 'EXPIRED' },
      })
    expect([await end(), await end()]).toEqual([{ state: 'EXPIRED' }, { state: 'EXPIRED' }])
    await signFunding(world.context, fundingId)
    expect(await cashOf(world.context.db, lenderId)).toEqual({ available: 1_000_000, held: 0 })
    expect(await outstanding(loan.loanId)).toBe(10_000_000)
    const { notices } = await one<{ notices: number }>(
      world.context.db,
      'test.notices',
      `select count(*) as notices from notice where lender_id = $1 and kind = 'FUNDING_EXPIRED'`,
      [lenderId],
    )
    expect(notices).toBe(1)
  })

  test('signed and expired at the same moment: one of them', async () => {
    const { lenderId } = await aLender(world.context, { cash: 1_000_000 })
    const loan = await aLoan(world.context)
    const { fundingId } = await reserveFunding(world.context, { lenderId, ...loan, amount: 500_000 })
    await Promise.all([
      signFunding(world.context, fundingId),
      perform(world.context, releaseFunding, {
        actor: { kind: 'system' },
        input: { fundingId, state: 'EXPIRED' },
      }),
    ])
    const { available, held } = await cashOf(world.context.db, lenderId)
    expect(held).toBe(0)
    expect([500_000, 1_000_000]).toContain(available)
  })
})
