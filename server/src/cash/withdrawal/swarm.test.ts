import { afterAll, beforeAll, expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { reconcileDay } from '../reconciliation/reconcile.ts'
import { aWithdrawalScenario, type WithdrawalScenario } from '../../../testing/withdrawal-scenario.ts'
import { runWithdrawalSwarm } from '../../../testing/withdrawal-swarm.ts'

let scenario: WithdrawalScenario
beforeAll(async () => {
  scenario = await aWithdrawalScenario({
    withoutFaults: 'the jobs die of their own accord, and runs would take an hour',
  })
})
afterAll(() => scenario.close())

test('WDR-05 many concurrent withdrawals at a faulty bank are each paid or returned exactly once', async () => {
  const withdrawals = Number(process.env.WITHDRAWALS ?? 100)
  const swarm = await runWithdrawalSwarm(scenario, { withdrawals, lenders: 10, seed: 7 })
  expect(swarm.paid + swarm.returned).toBe(withdrawals)
  expect(swarm.faulty).toBeGreaterThan(20)
  expect(swarm.crashes).toBeGreaterThan(0)
  expect(await scenario.fixture.books()).toEqual([])
  const { context } = scenario.fixture
  const days = await one<{ first: string; last: string }>(
    context.db,
    'test.days',
    'select min(business_day(ended_at))::text as first, max(business_day(ended_at))::text as last from withdrawal',
  )
  for (const day of new Set([days.first, days.last])) {
    const { differences } = await reconcileDay(context, { methodPayment: 1, day, actor: { kind: 'system' } })
    // The lenders' deposits were recorded without a bank line, and are due when the swarm runs past midnight.
    expect(differences.filter(({ subject }) => subject.startsWith('withdrawal:'))).toEqual([])
  }
})
