import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Context } from '../../server/src/context.ts'
import type { SetLimits } from '../../server/src/lenders/testing.ts'
import { setLimits } from '../../server/src/lenders/index.ts'
import { perform } from '../../server/src/platform/commands/perform.ts'
import { run } from '../../server/src/platform/db/database.ts'
import { loadCheckout, loadInTurns, openSide } from './load/sides.ts'
import { readTurns } from './options.ts'
import { tellCosts } from './report/costs.ts'
import { describeMachine } from './stand/machine.ts'
import { openStand, serverVersion, stopAutovacuum } from './stand/stand.ts'

// Measures fundings over HTTP in three kinds of books in turn: without legal limits, with limits that do not apply to
// the lenders, and with every legal limit from 2028 on. The books are audited at the end, including the limits.

const { values } = parseArgs({
  options: {
    lenders: { type: 'string', default: '10000' },
    requests: { type: 'string', default: '3000' },
    turns: { type: 'string', default: '70' },
    clients: { type: 'string', default: '64' },
    keep: { type: 'boolean', default: false },
  },
})
const { turns, options } = readTurns(values)

const law: SetLimits = {
  holdsFrom: null,
  beyondLaw: true,
  reason: 'bench',
  incomeBorder: 500_000_000,
  professionalIncomePpm: 200_000,
  nonProfessionalIncomePpm: 100_000,
  lenderSharePpm: 250_000,
  supervisedSharePpm: 750_000,
  nonProfessionalSharePpm: 200_000,
  // Limits high enough that nothing is refused: only the cost of the decision is measured.
  baseOutstanding: 1_000_000_000_000_000,
  asksIdentity: false,
}
const incomeAlone = { lenderSharePpm: null, supervisedSharePpm: null, nonProfessionalSharePpm: null }

const cases = [
  { database: 'unlimited', name: 'no limits in force', limits: null, kind: 'COMPANY', income: null },
  {
    database: 'free',
    name: 'lenders without a limit',
    limits: { ...law, ...incomeAlone },
    kind: 'COMPANY',
    income: null,
  },
  { database: 'limited', name: 'every limit', limits: law, kind: 'INDIVIDUAL', income: 499_000_000 },
] as const

type Case = (typeof cases)[number]

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  await stopAutovacuum(stand)
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  const checkout = await loadCheckout(path.resolve(import.meta.dirname, '../..'))
  const sides = []
  for (const one of cases) {
    const prepare = (context: Context) => setUp(context, one)
    sides.push(await openSide(stand, { name: one.name, database: one.database, checkout, prepare }, options))
  }
  const costs = await loadInTurns(sides, turns, console.log)
  for (const side of sides) await side.close()
  tellCosts({
    title: 'Fundings with and without limits',
    about: [
      `${options.lenders} lenders, ${options.clients} connections, ${options.requests} fundings a load, ${turns} turns;`,
      'medians, and the medians of the ratios within each turn.',
    ],
    machine,
    sides: sides.map(({ name }, place) => ({ name, costs: costs[place] ?? [] })),
    keepAs: values.keep ? 'limits' : null,
  })
} finally {
  await stand.close()
}

async function setUp(context: Context, { kind, income, limits }: Case): Promise<void> {
  await run(
    context.db,
    'bench.classes',
    `with kept as (insert into lender_class (lender_id, version, kind, yearly_income, supervised, since, evidence)
       select id, 1, $1, $2, false, business_day(app_now()), 'bench' from lender returning lender_id)
     update lender set class_version = 1 where id in (select lender_id from kept)`,
    [kind, income],
  )
  if (limits) await perform(context, setLimits, { actor: { kind: 'operator', name: 'bench' }, input: limits })
}
