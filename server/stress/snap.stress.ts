import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSuspense } from '../src/cash/testing.ts'
import { cashOf } from '../src/books/index.ts'
import { aBankScenario, type BankScenario } from '../testing/snap-scenario.ts'
import { deliverSwarm } from '../testing/snap-swarm.ts'

/**
 * 10,000 payments, each notified 1 to 10 times in random order and many at once, with one notice in twenty forged; then
 * the books are audited. `npx vitest run --config server/vitest.stress.config.ts snap`
 * PAYMENTS=100000 runs more, SEED=1 repeats the same choices.
 */
const payments = Number(process.env.PAYMENTS ?? 10_000)
const seed = Number(process.env.SEED ?? randomBytes(4).readUInt32BE())

let scenario: BankScenario
beforeAll(async () => {
  scenario = await aBankScenario({ settings: { LIMIT_SNAP_CALL: '9000000/60' } })
})
afterAll(() => scenario.close())

test('API-01 I12 I13 10,000 payments notified repeatedly are each credited exactly once', async () => {
  const swarm = await deliverSwarm(scenario, { payments, lenders: 200, atOnce: 64, seed })
  const { codes, deliveries, forged, seconds } = swarm
  const rate = Math.round(deliveries / seconds)
  process.stdout.write(`${JSON.stringify({ seed, payments, deliveries, forged, seconds, rate, codes })}\n`)
  const { db } = scenario.fixture.context
  for (const [lenderId, amount] of swarm.expected) {
    expect((await cashOf(db, lenderId)).available, `lender ${lenderId}`).toBe(amount)
  }
  const waiting = (await listSuspense(db)).reduce((sum, { amount }) => sum + amount, 0)
  expect(waiting).toBe(swarm.nobodys)
  expect(await scenario.fixture.books()).toEqual([])
})
