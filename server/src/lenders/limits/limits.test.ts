import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aProduct, offerBulk, submitProduct } from '../../../testing/bulk.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { aCrowd, theirAgreements } from '../../../testing/crowd.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { heldWithdrawals } from '../../../testing/held-withdrawal.ts'
import {
  aClass,
  anIndividual,
  incomeAlone,
  limitsInForce,
  refusalOf,
  roomNow,
} from '../../../testing/limits.ts'
import { aLender, aLoan, anAgreement, fund, reserveFunding, signFunding } from '../../../testing/people.ts'
import {
  bulkFundingJobs,
  makeFundingBatcher,
  prepareAgreement,
  releaseFunding,
} from '../../funding/testing.ts'
import { aPayingBank } from '../../cash/testing.ts'
import type { Context } from '../../context.ts'
import { cancelLoan, disburseLoan, recordRepayment } from '../../loans/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Database, one } from '../../platform/db/database.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { getSummary } from '../profile/summary.ts'

const operator = { kind: 'operator', name: 'test' } as const
const million = 1_000_000

let fixture: Fixture
let context: Context
let ahead = 0
beforeAll(async () => {
  fixture = await makeFixture()
  const { clock } = fixture.context
  const start = clock.now().getTime()
  context = { ...fixture.context, clock: { ...clock, now: () => new Date(start + ahead * 1_000) } }
})
beforeEach(() => {
  ahead += 10
})
afterEach(async () => {
  expect(await fixture.books()).toEqual([])
})
afterAll(() => fixture.close())

const outstandingOf = async (lenderId: number): Promise<number> =>
  (
    await one<{ amount: number }>(context.db, 'test.outstanding', 'select lender_outstanding($1) as amount', [
      lenderId,
    ])
  ).amount

describe('LIM-02 the limit of a lender', () => {
  test('LIM-02 the limit of a lender is never exceeded by 200 parallel fundings in two processes and a bulk funding', async () => {
    await limitsInForce(context, incomeAlone)
    const [lenderId = 0] = await aCrowd(context, [100 * million])
    await aClass(context, lenderId, { kind: 'INDIVIDUAL', yearlyIncome: 200 * million })
    await offerBulk(context, lenderId)
    const product = await aProduct(context, [million, 2 * million])
    const loan = await aLoan(context, { totalLoan: 100 * million })
    const amount = 150_000
    const wanted = Array.from({ length: 200 }, () => ({ lenderId, ...loan, amount }))
    await theirAgreements(context, wanted)
    // The processes pause between deciding and writing, so without the lock both would use the same remaining limit.
    const processes = [aProcess(), aProcess()]
    const batchers = processes.map(({ process }) => makeFundingBatcher(process))
    const bulk = submitProduct(context, lenderId, product).then(
      () => 3 * million,
      (error: unknown) => {
        if (error instanceof Refusal && error.code === 'FUNDING_ABOVE_INCOME_LIMIT') return 0
        throw error
      },
    )
    const ends = await Promise.allSettled(
      wanted.map((_, place) =>
        required(batchers[place % 2], 'INTERNAL').fund({
          actor: { kind: 'lender', lenderId },
          input: { loanId: loan.loanId, amount },
          key: context.random.uuid(),
        }),
      ),
    )
    for (const { close } of processes) await close()
    const taken = ends.filter(({ status }) => status === 'fulfilled').length * amount + (await bulk)
    const codes = ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as Refusal).code] : []))
    expect(new Set(codes)).toEqual(new Set(['FUNDING_ABOVE_INCOME_LIMIT']))
    expect(await outstandingOf(lenderId)).toBe(taken)
    expect(taken).toBeLessThanOrEqual(20 * million)
    expect(20 * million - taken).toBeLessThan(amount)
    await runAllJobs(context, bulkFundingJobs(context))
    expect(await outstandingOf(lenderId)).toBe(taken)
  })

  test('LIM-02 one rupiah above the limit is refused at the agreement and at the funding, naming the remaining limit', async () => {
    await limitsInForce(context, incomeAlone)
    const lenderId = await anIndividual(context, 50 * million)
    const loan = await aLoan(context, { totalLoan: 100 * million })
    await reserveFunding(context, { lenderId, ...loan, amount: 3 * million })
    const amount = 2 * million + 1
    const prepared = await refusalOf(
      prepareAgreement(context, lenderId, { ...loan, lenderUserId: lenderId, amount }, { requestId: 'test' }),
    )
    expect(prepared.message).toBe(
      'Sesuai batas menurut penghasilan tahunan Anda, jumlah yang masih dapat Anda danai adalah Rp2.000.000',
    )
    await anAgreement(context, { lenderId, ...loan, amount })
    const refused = await refusalOf(fund(context, { lenderId, ...loan, amount }))
    expect(refused).toMatchObject({ code: 'FUNDING_ABOVE_INCOME_LIMIT', params: { amount: 2 * million } })
    expect((await getSummary(context, lenderId)).fundingRoom).toBe(2 * million)
    await reserveFunding(context, { lenderId, ...loan, amount: 2 * million })
    expect((await getSummary(context, lenderId)).fundingRoom).toBe(0)
  })

  test('LIM-02 money held for a withdrawal does not count as lent, and money held for a funding does', async () => {
    await limitsInForce(context, incomeAlone)
    const { lenderId } = await heldWithdrawals({ ...context, banks: [aPayingBank()] }, [4 * million])
    await aClass(context, lenderId, { kind: 'INDIVIDUAL', yearlyIncome: 50 * million })
    expect([await roomNow(context, lenderId), await outstandingOf(lenderId)]).toEqual([5 * million, 0])
    const loan = await aLoan(context)
    await reserveFunding(context, { lenderId, ...loan, amount: 500_000 })
    expect([await roomNow(context, lenderId), await outstandingOf(lenderId)]).toEqual([4_500_000, 500_000])
  })

  test('LIM-02 each funding of a batch counts against the limit for the ones after it', async () => {
    await limitsInForce(context, incomeAlone)
    const lenderId = await anIndividual(context, 50 * million)
    const loans = await Promise.all([1, 2, 3].map(() => aLoan(context, { totalLoan: 100 * million })))
    for (const loan of loans) await anAgreement(context, { lenderId, ...loan, amount: 2 * million })
    const batcher = makeFundingBatcher(context)
    const ends = await Promise.allSettled(
      loans.map(({ loanId }) =>
        batcher.fund({
          actor: { kind: 'lender', lenderId },
          input: { loanId, amount: 2 * million },
          key: context.random.uuid(),
        }),
      ),
    )
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(await roomNow(context, lenderId)).toBe(million)
  })

  test('LIM-02 a funding that was released, cancelled or repaid no longer counts against the limit', async () => {
    await limitsInForce(context, incomeAlone)
    const lenderId = await anIndividual(context, 50 * million)
    const amount = 5 * million
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map(() => aLoan(context, { totalLoan: amount, interestType: 'FLAT', tenor: 1 })),
    )
    if (!first || !second || !third) throw new Error('no loans')

    const released = await reserveFunding(context, { lenderId, ...first, amount })
    expect(await roomNow(context, lenderId)).toBe(0)
    await perform(context, releaseFunding, {
      actor: { kind: 'system' },
      input: { fundingId: released.fundingId, state: 'EXPIRED' },
    })
    expect(await roomNow(context, lenderId)).toBe(amount)

    await signFunding(context, (await reserveFunding(context, { lenderId, ...second, amount })).fundingId)
    expect(await roomNow(context, lenderId)).toBe(0)
    await perform(context, cancelLoan, { actor: operator, input: { loanNumber: second.loanNumber } })
    expect(await roomNow(context, lenderId)).toBe(amount)

    await signFunding(context, (await reserveFunding(context, { lenderId, ...third, amount })).fundingId)
    await perform(context, disburseLoan, { actor: operator, input: { loanNumber: third.loanNumber } })
    expect(await roomNow(context, lenderId)).toBe(0)
    const { today } = await one<{ today: string }>(
      context.db,
      'test.today',
      'select business_day(app_now()) as today',
    )
    await perform(context, recordRepayment, {
      actor: operator,
      input: { loanNumber: third.loanNumber, reference: 'LIM-1', paidOn: today, amount: 2 * million },
    })
    const principal = amount - ((await roomNow(context, lenderId)) ?? 0)
    expect(principal).toBe(await outstandingOf(lenderId))
    expect(principal).toBeLessThan(amount)
  })

  test('LIM-02 a bulk funding above the limit is refused as a whole, and one that reaches it exactly is accepted', async () => {
    await limitsInForce(context, incomeAlone)
    const lenderId = await anIndividual(context, 50 * million)
    await offerBulk(context, lenderId)
    const refused = await refusalOf(
      submitProduct(context, lenderId, await aProduct(context, [3 * million, 2_000_001])),
    )
    expect(refused).toMatchObject({ code: 'FUNDING_ABOVE_INCOME_LIMIT', params: { amount: 5 * million } })
    await submitProduct(context, lenderId, await aProduct(context, [3 * million, 2 * million]))
    expect(await roomNow(context, lenderId)).toBe(0)
  })

  test('LIM-02 a funding runs no additional database statements when the lender has no limit', async () => {
    const { lenderId } = await aLender(context, { cash: 100 * million, userTypeId: 3 })
    await aClass(context, lenderId, { kind: 'COMPANY', yearlyIncome: null })
    const counted = async () => {
      const loan = await aLoan(context, { totalLoan: 100 * million })
      await anAgreement(context, { lenderId, ...loan, amount: million })
      const statements: string[] = []
      const { process, close } = aProcess((text) => statements.push(text))
      await fund(process, { lenderId, ...loan, amount: million })
      await close()
      return statements.length
    }
    const off = { ...incomeAlone, professionalIncomePpm: null, nonProfessionalIncomePpm: null }
    await limitsInForce(context, off)
    const without = await counted()
    await limitsInForce(context, incomeAlone)
    expect(await counted()).toBe(without)
    expect(await roomNow(context, lenderId)).toBeNull()
  })
})

function aProcess(onStatement: (text: string) => void = () => {}) {
  const { options } = fixture.context.db
  const db = new Database({
    ...options,
    async beforeStatement(text, client) {
      onStatement(text)
      if (text.includes('insert into hold')) await fixture.context.clock.sleep(2)
      await options.beforeStatement?.(text, client)
    },
  })
  return { process: { ...context, db }, close: () => db.close() }
}

describe('LIM-03 the maximum share of one lender', () => {
  test('LIM-03 a lender may fund a quarter of the platform’s outstanding loans, three quarters if supervised, or of the base amount if that is higher', async () => {
    const { platform } = await one<{ platform: number }>(
      context.db,
      'test.platform',
      'select platform_outstanding() as platform',
    )
    const shares = { professionalIncomePpm: null, nonProfessionalIncomePpm: null, baseOutstanding: 0 }
    await limitsInForce(context, { ...shares, baseOutstanding: 4 * (platform + 40 * million) })
    const loan = await aLoan(context, { totalLoan: 1_000 * million })
    const first = await aLender(context, { cash: platform + 40 * million, userTypeId: 3 })
    const refused = await refusalOf(
      reserveFunding(context, { lenderId: first.lenderId, ...loan, amount: platform + 40 * million }),
    ).catch(() => null)
    expect(refused).toBeNull()

    await limitsInForce(context, shares)
    ahead += 2
    const now = 2 * platform + 40 * million
    const quarter = Math.floor(now / 4)
    const { lenderId } = await aLender(context, { cash: 500 * million, userTypeId: 3 })
    const tooMuch = await refusalOf(reserveFunding(context, { lenderId, ...loan, amount: quarter + 1 }))
    expect(tooMuch).toMatchObject({ code: 'FUNDING_ABOVE_LENDER_SHARE', params: { amount: quarter } })
    expect(tooMuch.message).toContain('porsi setiap Pemberi Dana')
    await reserveFunding(context, { lenderId, ...loan, amount: quarter })

    ahead += 2
    const more = Math.floor(((now + quarter) * 3) / 4) - quarter
    await aClass(context, lenderId, { kind: 'INSTITUTION', yearlyIncome: null, supervised: true })
    const above = await refusalOf(reserveFunding(context, { lenderId, ...loan, amount: more + 1 }))
    expect(above.params.amount).toBe(more)
    await reserveFunding(context, { lenderId, ...loan, amount: more })
  })

  test('LIM-03 every funding is refused while nothing is outstanding and no base amount is set', async () => {
    const empty = await makeFixture()
    try {
      await limitsInForce(empty.context, { baseOutstanding: 0 })
      const { lenderId } = await aLender(empty.context, { cash: 10 * million, userTypeId: 3 })
      await aClass(empty.context, lenderId, { kind: 'COMPANY', yearlyIncome: null })
      const loan = await aLoan(empty.context, { totalLoan: 10 * million })
      const refused = await refusalOf(reserveFunding(empty.context, { lenderId, ...loan, amount: million }))
      expect(refused).toMatchObject({ code: 'FUNDING_ABOVE_LENDER_SHARE', params: { amount: 0 } })
    } finally {
      await empty.close()
    }
  })
})

describe('LIM-04 the share of all non-professional lenders', () => {
  test('LIM-04 200 parallel fundings never exceed the common limit of non-professional lenders, and its rest can be funded later', async () => {
    const before = await one<{ amount: number }>(
      context.db,
      'test.non_professional',
      'select non_professional as amount from platform_figures(500000000)',
    )
    // The share allows non-professional lenders their present outstanding sum plus twenty million.
    const most = before.amount + 20 * million
    await limitsInForce(context, {
      ...incomeAlone,
      nonProfessionalSharePpm: 200_000,
      baseOutstanding: most * 5,
    })
    const lenders = await aCrowd(
      context,
      Array.from({ length: 20 }, () => 100 * million),
    )
    for (const lenderId of lenders)
      await aClass(context, lenderId, { kind: 'INDIVIDUAL', yearlyIncome: 500 * million })
    const loan = await aLoan(context, { totalLoan: 1_000 * million })
    const amount = 150_000
    const wanted = Array.from({ length: 200 }, (_, place) => ({
      lenderId: lenders[place % 20] ?? 0,
      ...loan,
      amount,
    }))
    await theirAgreements(context, wanted)
    const batcher = makeFundingBatcher(context)
    const ends = await Promise.allSettled(
      wanted.map(({ lenderId }) =>
        batcher.fund({
          actor: { kind: 'lender', lenderId },
          input: { loanId: loan.loanId, amount },
          key: context.random.uuid(),
        }),
      ),
    )
    const codes = ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as Refusal).code] : []))
    expect(new Set(codes)).toEqual(new Set(['FUNDING_ABOVE_NON_PROFESSIONAL_SHARE']))
    expect(ends.length - codes.length).toBe(Math.floor((20 * million) / amount))

    ahead += 5
    const [lenderId = 0] = lenders
    const left = (20 * million) % amount
    expect(await roomNow(context, lenderId)).toBe(left)
    const professional = await aLender(context, { cash: 10 * million, userTypeId: 3 })
    await aClass(context, professional.lenderId, { kind: 'COMPANY', yearlyIncome: null })
    await reserveFunding(context, { lenderId: professional.lenderId, ...loan, amount: million })
  })
})
