import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  aLender,
  aLoan,
  anAgreement,
  fund as requestFunding,
  reserveFunding,
  signFunding,
} from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { releaseFunding } from './index.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})

/** The outcome of an attempt: `ok`, or the code of the refusal and the amount in its message. */
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
  requestFunding(fixture.context, {
    lenderId,
    loanId,
    amount,
    ...(key ? { key } : {}),
    ...(loanNumber ? { loanNumber } : {}),
  })

const outstanding = async (loanId: number) =>
  (
    await one<{ left: number }>(
      fixture.context.db,
      'test.left',
      'select total - funded - reserved as left from loan_position where loan_id = $1',
      [loanId],
    )
  ).left

describe('rules for the amount of a funding', () => {
  // The loan has a total of 1,000,000 and a minimum of 200,000; the lender has 900,000 in cash.
  test.each([
    [900_001, 'CASH_TOO_LOW 900000'],
    [1_200_000, 'CASH_TOO_LOW 900000'],
    [199_999, 'FUNDING_BELOW_MINIMUM 200000'],
    [800_001, 'FUNDING_BAD_REMAINDER 200000'],
    [900_000, 'FUNDING_BAD_REMAINDER 200000'],
    [800_000, 'ok'],
    [200_000, 'ok'],
  ])('FND-02 funding %i of a loan nobody has funded answers %s', async (amount, expected) => {
    const { lenderId } = await aLender(fixture.context, { cash: 900_000 })
    const loan = await aLoan(fixture.context, { totalLoan: 1_000_000, minimumFunding: 200_000 })
    await anAgreement(fixture.context, { lenderId, loanNumber: loan.loanNumber, amount })
    expect(await outcome(fund(lenderId, loan.loanId, amount))).toBe(expected)
  })

  test.each([0, -1, -1_000_000, Number.MIN_SAFE_INTEGER])(
    'FND-02 a funding of %i is refused as below the minimum',
    async (amount) => {
      const { lenderId } = await aLender(fixture.context, { cash: 900_000 })
      const loan = await aLoan(fixture.context, { totalLoan: 1_000_000, minimumFunding: 200_000 })
      expect(await outcome(fund(lenderId, loan.loanId, amount))).toBe('FUNDING_BELOW_MINIMUM 200000')
      expect(await outstanding(loan.loanId)).toBe(1_000_000)
    },
  )

  test('FND-02 a funding above the remainder of a loan is refused, and one of the exact remainder accepted', async () => {
    const { lenderId } = await aLender(fixture.context, { cash: 5_000_000 })
    const loan = await aLoan(fixture.context, { totalLoan: 1_000_000, minimumFunding: 300_000 })
    await reserveFunding(fixture.context, { lenderId, ...loan, amount: 700_000 })
    for (const amount of [300_001, 300_000]) await anAgreement(fixture.context, { lenderId, ...loan, amount })
    expect(await outcome(fund(lenderId, loan.loanId, 300_001))).toBe('FUNDING_ABOVE_OUTSTANDING 300000')
    expect(await outcome(fund(lenderId, loan.loanId, 300_000))).toBe('ok')
    expect(await outstanding(loan.loanId)).toBe(0)
  })
})

describe('a rejected funding changes nothing', () => {
  test('a funding of an unknown loan, a loan that is not open, a wrong loan number or without an agreement is refused', async () => {
    const { lenderId } = await aLender(fixture.context, { cash: 5_000_000 })
    const loan = await aLoan(fixture.context)
    const early = await aLoan(fixture.context, { offerFrom: '2999-01-01', offerUntil: '2999-02-01' })
    await anAgreement(fixture.context, { lenderId, ...loan, amount: 500_000 })
    expect(await outcome(fund(lenderId, 12345, 500_000))).toBe('LOAN_NOT_FOUND')
    expect(await outcome(fund(lenderId, early.loanId, 500_000))).toBe('LOAN_CLOSED')
    expect(await outcome(fund(lenderId, loan.loanId, 500_000, undefined, 'T-OTHER'))).toBe(
      'LOAN_NUMBER_MISMATCH',
    )
    expect(await outcome(fund(lenderId, loan.loanId, 600_000))).toBe('AGREEMENT_REQUIRED')
    expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 5_000_000, held: 0 })
  })

  test('an agreement is valid for one funding, for its own lender and for a day', async () => {
    const { lenderId } = await aLender(fixture.context, { cash: 5_000_000 })
    const stranger = await aLender(fixture.context, { cash: 5_000_000 })
    const loan = await aLoan(fixture.context)
    await anAgreement(fixture.context, { lenderId, ...loan, amount: 500_000 })
    expect(await outcome(fund(stranger.lenderId, loan.loanId, 500_000))).toBe('AGREEMENT_REQUIRED')
    fixture.travel('25 hours')
    expect(await outcome(fund(lenderId, loan.loanId, 500_000))).toBe('AGREEMENT_REQUIRED')
    fixture.travel(undefined)
    expect(await outcome(fund(lenderId, loan.loanId, 500_000))).toBe('ok')
    expect(await outcome(fund(lenderId, loan.loanId, 500_000))).toBe('AGREEMENT_REQUIRED')
  })

  test('a funding after the last day of the offer is refused', async () => {
    const { lenderId } = await aLender(fixture.context, { cash: 5_000_000 })
    const loan = await aLoan(fixture.context)
    fixture.travel('31 days')
    expect(await outcome(fund(lenderId, loan.loanId, 500_000))).toBe('LOAN_CLOSED')
  })
})

describe('idempotency of a funding', () => {
  test('a funding repeated with the same idempotency key gets the same answer and reserves once, also concurrently', async () => {
    const { lenderId } = await aLender(fixture.context, { cash: 1_000_000 })
    const loan = await aLoan(fixture.context)
    await anAgreement(fixture.context, { lenderId, ...loan, amount: 400_000 })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => fund(lenderId, loan.loanId, 400_000, 'one-key-0001')),
    )
    expect(new Set(answers.map((answer) => answer.docToken)).size).toBe(1)
    expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 600_000, held: 400_000 })
  })

  test('a funding of another amount under the same idempotency key is refused', async () => {
    const { lenderId } = await aLender(fixture.context, { cash: 1_000_000 })
    const loan = await aLoan(fixture.context)
    for (const amount of [400_000, 500_000]) await anAgreement(fixture.context, { lenderId, ...loan, amount })
    expect(await outcome(fund(lenderId, loan.loanId, 400_000, 'one-key-0002'))).toBe('ok')
    expect(await outcome(fund(lenderId, loan.loanId, 500_000, 'one-key-0002'))).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  test('a refused funding repeated with its idempotency key is refused again even when a new request would succeed', async () => {
    const { lenderId } = await aLender(fixture.context, { cash: 1_000_000 })
    const loan = await aLoan(fixture.context)
    expect(await outcome(fund(lenderId, loan.loanId, 400_000, 'one-key-0003'))).toBe('AGREEMENT_REQUIRED')
    await anAgreement(fixture.context, { lenderId, ...loan, amount: 400_000 })
    expect(await outcome(fund(lenderId, loan.loanId, 400_000, 'one-key-0003'))).toBe('AGREEMENT_REQUIRED')
    expect(await outcome(fund(lenderId, loan.loanId, 400_000, 'one-key-0004'))).toBe('ok')
  })

  test('two lenders may use the same idempotency key', async () => {
    const [first, second] = [
      await aLender(fixture.context, { cash: 500_000 }),
      await aLender(fixture.context, { cash: 500_000 }),
    ]
    const loan = await aLoan(fixture.context)
    for (const { lenderId } of [first, second]) {
      await anAgreement(fixture.context, { lenderId, ...loan, amount: 500_000 })
      expect(await outcome(fund(lenderId, loan.loanId, 500_000, 'shared-key-1'))).toBe('ok')
    }
    expect(await outstanding(loan.loanId)).toBe(9_000_000)
  })
})

describe('end of a reservation', () => {
  test('FND-07 signing a funding moves the money to the loan, and a full loan becomes FUNDED', async () => {
    const { lenderId } = await aLender(fixture.context, { cash: 1_000_000 })
    const loan = await aLoan(fixture.context, { totalLoan: 1_000_000 })
    const { fundingId } = await reserveFunding(fixture.context, { lenderId, ...loan, amount: 1_000_000 })
    expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 0, held: 1_000_000 })
    await signFunding(fixture.context, fundingId)
    await signFunding(fixture.context, fundingId)
    expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 0, held: 0 })
    const position = await one(
      fixture.context.db,
      'test.position',
      'select funded, reserved, status from loan_position where loan_id = $1',
      [loan.loanId],
    )
    expect(position).toEqual({ funded: 1_000_000, reserved: 0, status: 'FUNDED' })
  })

  test('an expired reservation releases the money and notifies the lender; a late signature moves no money', async () => {
    const { lenderId } = await aLender(fixture.context, { cash: 1_000_000 })
    const loan = await aLoan(fixture.context)
    const { fundingId } = await reserveFunding(fixture.context, { lenderId, ...loan, amount: 500_000 })
    const end = () =>
      perform(fixture.context, releaseFunding, {
        actor: { kind: 'system' },
        input: { fundingId, state: 'EXPIRED' },
      })
    expect([await end(), await end()]).toEqual([{ state: 'EXPIRED' }, { state: 'EXPIRED' }])
    await signFunding(fixture.context, fundingId)
    expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 1_000_000, held: 0 })
    expect(await outstanding(loan.loanId)).toBe(10_000_000)
    const { notices } = await one<{ notices: number }>(
      fixture.context.db,
      'test.notices',
      `select count(*) as notices from notice where lender_id = $1 and kind = 'FUNDING_EXPIRED'`,
      [lenderId],
    )
    expect(notices).toBe(1)
  })

  test('a reservation that is signed and expires at the same moment is either settled or released, not both', async () => {
    const { lenderId } = await aLender(fixture.context, { cash: 1_000_000 })
    const loan = await aLoan(fixture.context)
    const { fundingId } = await reserveFunding(fixture.context, { lenderId, ...loan, amount: 500_000 })
    await Promise.all([
      signFunding(fixture.context, fundingId),
      perform(fixture.context, releaseFunding, {
        actor: { kind: 'system' },
        input: { fundingId, state: 'EXPIRED' },
      }),
    ])
    const { available, held } = await cashOf(fixture.context.db, lenderId)
    expect(held).toBe(0)
    expect([500_000, 1_000_000]).toContain(available)
  })
})
