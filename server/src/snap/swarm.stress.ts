import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listSuspense } from '../deposit/index.ts'
import { cashOf } from '../ledger/index.ts'
import { aBankStage, type BankStage } from './testing/stage.ts'
import { deliverSwarm } from './testing/swarm.ts'

/**
 * 10,000 payments, each told 1 to 10 times in random order and many at once, one notice in twenty forged; then the
 * books are audited. `npx vitest run --config server/vitest.stress.config.ts snap`
 * PAYMENTS=100000 takes more, SEED=1 the same again.
 */
const payments = Number(process.env.PAYMENTS ?? 10_000)
const seed = Number(process.env.SEED ?? randomBytes(4).readUInt32BE())

let stage: BankStage
beforeAll(async () => {
  stage = await aBankStage({ settings: { LIMIT_SNAP_CALL: '9000000/60' } })
})
afterAll(() => stage.close())

test('API-01 I12 I13 a swarm of notices credits each payment exactly once', async () => {
  const swarm = await deliverSwarm(stage, { payments, lenders: 200, atOnce: 64, seed })
  const { codes, deliveries, forged, seconds } = swarm
  const rate = Math.round(deliveries / seconds)
  process.stdout.write(`${JSON.stringify({ seed, payments, deliveries, forged, seconds, rate, codes })}\n`)
  const { db } = stage.world.context
  for (const [lenderId, amount] of swarm.expected) {
    expect((await cashOf(db, lenderId)).available, `lender ${lenderId}`).toBe(amount)
  }
  const waiting = (await listSuspense(db)).reduce((sum, { amount }) => sum + amount, 0)
  expect(waiting).toBe(swarm.nobodys)
  expect(await stage.world.books()).toEqual([])
})
