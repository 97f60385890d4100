import type { Context } from '../src/context.ts'
import { one } from '../src/platform/db/database.ts'
import { Lookup } from '../src/platform/keys/personal-data.ts'
import type { LenderCalls } from './lender-calls.ts'
import type { Moment } from './moments.ts'

const phone = '81234567896'
/** One that waits for a mandate, one that was stopped for a while, and one that has ended. */
const strategies = [
  { name: 'Modal usaha bulanan', perLoan: 2_000_000, budget: 100_000_000, state: 'ACTIVE' },
  { name: 'Tenor pendek', perLoan: 1_000_000, budget: 50_000_000, state: 'PAUSED' },
  { name: 'Percobaan', perLoan: 500_000, budget: 5_000_000, state: 'ENDED' },
] as const

/** The strategies of the second company. Without a mandate they fund nothing. */
export const strategiesOfDemo = (context: Context, calls: LenderCalls): Moment => ({
  daysBefore: 6,
  async happen() {
    const { known } = await one<{ known: number }>(
      context.db,
      'demo.strategies.known',
      `select count(*) as known from auto_strategy s join lender l on l.id = s.lender_id where l.phone_search = any($1)`,
      [new Lookup(phone)],
    )
    if (known >= strategies.length) return
    const company = await calls.logIn(phone)
    for (const { name, perLoan, budget, state } of strategies.slice(known)) {
      await company.prove()
      const { strategyId } = await company.call<{ strategyId: string }>('/auto-funding/strategies', {
        body: {
          ...{ name, budget, filters: {}, perLoan: { kind: 'FIXED', amount: perLoan } },
          ...{ mostPerBorrower: null, cashToKeep: 0, reinvest: true },
        },
      })
      if (state === 'ACTIVE') continue
      await company.prove()
      const change = { method: 'PUT', body: { strategyId, state } } as const
      await company.call('/auto-funding/strategies/state', change)
    }
  },
})
