import { afterAll, beforeAll, expect, test } from 'vitest'
import { one } from '../platform/db/database.ts'
import { reconcileDay } from './reconcile/reconcile.ts'
import { aWithdrawalStage, type WithdrawalStage } from './testing/stage.ts'
import { swarmOut } from './testing/swarm.ts'

let stage: WithdrawalStage
beforeAll(async () => {
  stage = await aWithdrawalStage({
    withoutFaults: 'the jobs die of their own accord, and runs would take an hour',
  })
})
afterAll(() => stage.close())

test('WDR-05 a swarm of withdrawals against a bank that goes wrong: each is paid or returned, once', async () => {
  const swarm = await swarmOut(stage, { withdrawals: 100, lenders: 10, seed: 7 })
  expect(swarm.paid + swarm.returned).toBe(100)
  expect(swarm.troubled).toBeGreaterThan(20)
  expect(swarm.deaths).toBeGreaterThan(0)
  expect(await stage.world.books()).toEqual([])
  const { context } = stage.world
  const days = await one<{ first: string; last: string }>(
    context.db,
    'test.days',
    'select min(business_day(ended_at))::text as first, max(business_day(ended_at))::text as last from withdrawal',
  )
  for (const day of new Set([days.first, days.last])) {
    const { differences } = await reconcileDay(context, { methodPayment: 1, day, actor: { kind: 'system' } })
    expect(differences).toEqual([])
  }
}, 120_000)
