import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWithdrawalScenario, type WithdrawalScenario } from '../testing/withdrawal-scenario.ts'
import { runWithdrawalSwarm } from '../testing/withdrawal-swarm.ts'

/**
 * 10,000 withdrawals against a bank that loses, repeats, times out, fails and answers late, with jobs that crash during
 * their calls; then the books are audited. `npx vitest run --config server/vitest.stress.config.ts withdrawal`
 * WITHDRAWALS=1000 runs fewer, SEED=1 repeats the same choices.
 */
const withdrawals = Number(process.env.WITHDRAWALS ?? 10_000)
const seed = Number(process.env.SEED ?? randomBytes(4).readUInt32BE())

let scenario: WithdrawalScenario
beforeAll(async () => {
  scenario = await aWithdrawalScenario()
})
afterAll(() => scenario.close())

test('WDR-05 I9 10,000 withdrawals against a faulty bank are each paid or returned exactly once', async () => {
  const swarm = await runWithdrawalSwarm(scenario, { withdrawals, lenders: 200, seed })
  const rate = Math.round(withdrawals / swarm.orderedIn)
  process.stdout.write(`${JSON.stringify({ seed, ...swarm, ordersPerSecond: rate })}\n`)
  expect(swarm.paid + swarm.returned).toBe(withdrawals)
  expect(await scenario.fixture.books()).toEqual([])
})
