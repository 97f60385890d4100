import type { Outcome } from '../../platform/refusal.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { Database, many } from '../../platform/db/database.ts'
import { aCrowd, theirAgreements } from '../../../testing/crowd.ts'
import { endsOf } from '../../../testing/funding-scenario.ts'
import { aLoan } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { type FundedLoan, fundLoan, makeFundingBatcher } from './index.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

const amount = 500_000

/** `count` valid calls on one loan, each by a different lender. */
async function goodCalls(count: number) {
  const { context } = fixture
  const loan = await aLoan(context)
  const lenders = await aCrowd(
    context,
    Array.from({ length: count }, () => amount),
  )
  await theirAgreements(
    context,
    lenders.map((lenderId) => ({ lenderId, ...loan, amount })),
  )
  return lenders.map((lenderId) => ({
    actor: { kind: 'lender' as const, lenderId },
    input: { loanId: loan.loanId, amount },
    key: `good-${lenderId}`,
  }))
}

const fundingsOf = (loanId: number) =>
  many(fixture.context.db, 'test.fundings', 'select id from funding where loan_id = $1', [loanId])

async function settled(works: Promise<FundedLoan>[]): Promise<Outcome<FundedLoan>[]> {
  const ends = await Promise.allSettled(works)
  return ends.map((end) => (end.status === 'fulfilled' ? { answer: end.value } : { error: end.reason }))
}

test('I17 a funding request that throws in a batch fails alone, and each of the others is funded once', async () => {
  const calls = await goodCalls(12)
  const [first] = calls
  if (!first) throw new Error('no call')
  // Invalid calls: by a lender without a cash account, by an actor who may not fund, and with a key that the table
  // refuses.
  calls.splice(3, 0, { ...first, actor: { kind: 'lender', lenderId: 4711 }, key: 'no-account' })
  const operator = { kind: 'operator', name: 'test' } as const
  const bad = [
    { ...first, actor: operator as never, key: 'not-a-lender' },
    { ...first, key: 'short' },
  ]
  const all = [...calls.slice(0, 8), ...bad, ...calls.slice(8)]
  const batcher = makeFundingBatcher(fixture.context)
  const ends = endsOf(await settled(all.map((call) => batcher.fund(call))))

  expect(ends.filter((end) => end.startsWith('ok'))).toHaveLength(12)
  expect(ends[3]).toBe('Error: lender 4711 has no cash account')
  expect(ends[8]).toBe('Error: fundLoan is not for operator')
  expect(ends[9]).toContain('idempotency_key_check')
  expect(await fundingsOf(first.input.loanId)).toHaveLength(12)
  for (const call of calls.filter(({ actor }) => actor.lenderId !== 4711)) {
    expect(await cashOf(fixture.context.db, call.actor.lenderId)).toEqual({ available: 0, held: amount })
  }
  const again = endsOf(await settled(calls.map((call) => batcher.fund(call))))
  expect(again).toEqual(ends.filter((_, place) => place !== 8 && place !== 9))
  expect(await fundingsOf(first.input.loanId)).toHaveLength(12)
})

test('a funding batch answers OVERLOADED to a lender whose cash stays locked, and funds the others', async () => {
  const calls = await goodCalls(4)
  const owner = new Database({ url: fixture.databaseUrl, size: 1 })
  const holding = await owner.pool.connect()
  try {
    await holding.query('begin')
    await holding.query(`select from account where kind = 'LENDER_CASH' and owner_id = $1 for update`, [
      calls[1]?.actor.lenderId,
    ])
    const ends = endsOf(await performBatch(fixture.context, fundLoan, calls))
    expect(ends.map((end) => end.split(',')[0])).toEqual(['ok', 'OVERLOADED', 'ok', 'ok'])
    await holding.query('rollback')
  } finally {
    holding.release()
    await owner.close()
  }
  const again = endsOf(await performBatch(fixture.context, fundLoan, calls))
  expect(again.every((end) => end.startsWith('ok'))).toBe(true)
})

test('a funding batch stops retrying its requests one by one while the database is unreachable', async () => {
  const calls = await goodCalls(64)
  let pauses = 0
  const retry = { tries: 3, pause: async () => void (pauses += 1) }
  const db = new Database({ url: 'postgres://nobody@127.0.0.1:9/none', size: 2, retry })
  try {
    const ends = endsOf(await performBatch({ ...fixture.context, db }, fundLoan, calls))
    expect(new Set(ends)).toEqual(new Set(['OVERLOADED']))
    // The batch and two of its calls are tried three times each, with two pauses between the attempts.
    expect(pauses).toBe(6)
  } finally {
    await db.close()
  }
  const again = endsOf(await performBatch(fixture.context, fundLoan, calls))
  expect(again.filter((end) => end.startsWith('ok'))).toHaveLength(20)
  expect(again.filter((end) => end === 'LOAN_TAKEN')).toHaveLength(44)
})
