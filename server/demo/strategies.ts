import type { Context } from '../src/context.ts'
import { storeSigner } from '../src/lenders/index.ts'
import type { ActorOf } from '../src/platform/audit/audit.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { one } from '../src/platform/db/database.ts'
import { Lookup } from '../src/platform/keys/personal-data.ts'
import type { LenderCalls } from './lender-calls.ts'
import type { Moment } from './moments.ts'
import { password } from './people.ts'

const phone = '81234567896'
/** One that funds two loans a few minutes after the start, one that was stopped for a while, and one that has ended. */
const strategies = [
  { name: 'Modal usaha bulanan', perLoan: 2_000_000, budget: 4_000_000, state: 'ACTIVE' },
  { name: 'Tenor pendek', perLoan: 1_000_000, budget: 50_000_000, state: 'PAUSED' },
  { name: 'Percobaan', perLoan: 500_000, budget: 5_000_000, state: 'ENDED' },
] as const

const ceilings = { largestPerLoan: 2_000_000, totalBudget: 50_000_000 }

/** The strategies of the second company. */
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

/** The mandate of the second company, which the worker has signed by hash as soon as the sandbox is there. */
export const mandateOfDemo = (context: Context, calls: LenderCalls, actor: ActorOf<'operator'>): Moment => ({
  daysBefore: 0,
  async happen() {
    const { granted } = await one<{ granted: boolean }>(
      context.db,
      'demo.strategies.granted',
      `select exists (select from mandate_grant g join mandate m on m.id = g.mandate_id join lender l on l.id = m.lender_id
                       where l.phone_search = any($1)) as granted`,
      [new Lookup(phone)],
    )
    if (granted) return
    const company = await calls.logIn(phone)
    const signer = { lenderId: company.user.userId, dgsignType: 'XIGNATURE' } as const
    await perform(context, storeSigner, { actor, input: signer })
    const { version, filepath } = await company.call<{ version: number; filepath: string }>('/mandate/text', {
      body: ceilings,
    })
    await company.call('/documents/download', { body: { document_url: filepath } })
    await company.call('/mandate/grant', { body: { version, password } })
  },
})
