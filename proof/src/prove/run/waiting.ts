import { untilUp } from '../doors/insist.ts'
import type { Difference } from './difference.ts'
import type { Island, Scenario } from './island.ts'

/** What waits without a job that would end it, by kind, read in one statement because a job ends with what it works on. */
const statement = `
  select 'funding ' || f.id as name from funding f
   where f.id = any($1::uuid[]) and f.state = 'WAITING' and not exists (
           select from job j where j.kind = 'signing.follow' and j.payload->>'fundingId' = f.id::text and j.dead_at is null)
  union all
  select 'withdrawal ' || w.id from withdrawal w
   where w.id = any($2::uuid[]) and w.state in ('HELD', 'SENT') and not exists (
           select from job j where j.kind = 'withdrawal.follow' and j.payload->>'withdrawalId' = w.id::text and j.dead_at is null)`

/** Finds money that is held for a funding or a withdrawal while no job of the worker follows it to its end. */
export async function compareWaiting(scenario: Scenario, islands: readonly Island[]): Promise<Difference[]> {
  const fundings = islands.flatMap(({ books }) => [...books.fundings.keys()])
  const withdrawals = islands.flatMap(({ books }) => [...books.withdrawals.keys()])
  const { rows } = await untilUp(scenario.system, () =>
    scenario.db().query<{ name: string }>({ text: statement, values: [fundings, withdrawals] }),
  )
  return rows.map(({ name }) => ({ of: name, model: 'a job follows it', system: 'no job' }))
}
