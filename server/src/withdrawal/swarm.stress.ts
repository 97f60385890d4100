import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWithdrawalStage, type WithdrawalStage } from './testing/stage.ts'
import { swarmOut } from './testing/swarm.ts'

/**
 * 10,000 withdrawals against a bank that loses, repeats, times out, fails and is late, with jobs that die at their calls;
 * then the books are audited. `npx vitest run --config server/vitest.stress.config.ts withdrawal`
 * WITHDRAWALS=1000 takes fewer, SEED=1 the same again.
 */
const withdrawals = Number(process.env.WITHDRAWALS ?? 10_000)
const seed = Number(process.env.SEED ?? randomBytes(4).readUInt32BE())

let stage: WithdrawalStage
beforeAll(async () => {
  stage = await aWithdrawalStage()
})
afterAll(() => stage.close())

test('WDR-05 I9 a swarm of withdrawals: each is paid or returned exactly once', async () => {
  const swarm = await swarmOut(stage, { withdrawals, lenders: 200, seed })
  const rate = Math.round(withdrawals / swarm.orderedIn)
  process.stdout.write(`${JSON.stringify({ seed, ...swarm, ordersPerSecond: rate })}\n`)
  expect(swarm.paid + swarm.returned).toBe(withdrawals)
  expect(await stage.world.books()).toEqual([])
})
