import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Context } from '../../server/src/context.ts'
import { type SetLimits, setLimits } from '../../server/src/limits/index.ts'
import { perform } from '../../server/src/platform/commands/perform.ts'
import { run } from '../../server/src/platform/db/database.ts'
import { required } from '../../server/src/platform/refusal.ts'
import { measureRequests } from './funding-rounds.ts'
import { positive } from './options.ts'
import { median } from './report/stats.ts'
import { writePage } from './report/write.ts'
import { type FundingSeed, prepareRequests, seedFundings } from './seed/fundings.ts'
import { type HttpProcess, startHttp } from './stand/http-process.ts'
import { describeMachine } from './stand/machine.ts'
import { assertBooks, dropDatabase, makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Fundings over HTTP in three kinds of books in turn: without limits, of lenders whom the limits in force do not concern,
// and under every limit of the law from 2028 on. The books of each round are audited, with the invariants of limits.

const { values } = parseArgs({
  options: {
    lenders: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    clients: { type: 'string', default: '64' },
    keep: { type: 'boolean', default: false },
  },
})
const lenders = positive('lenders', values.lenders) ?? 10_000
const rounds = positive('rounds', values.rounds) ?? 5
const seconds = positive('seconds', values.seconds) ?? 6
const clients = positive('clients', values.clients) ?? 64
/** More fundings a second than are to be expected, so that the prepared requests last. */
const expected = 8_000

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
  // Nothing is refused: what is measured is the decision.
  baseOutstanding: 1_000_000_000_000_000,
}
const incomeAlone = { lenderSharePpm: null, supervisedSharePpm: null, nonProfessionalSharePpm: null }

const cases = [
  { name: 'unlimited', what: 'no limits in force', limits: null, kind: 'COMPANY', income: null },
  {
    name: 'free',
    what: 'lenders without a limit',
    limits: { ...law, ...incomeAlone },
    kind: 'COMPANY',
    income: null,
  },
  { name: 'limited', what: 'every limit', limits: law, kind: 'INDIVIDUAL', income: 499_000_000 },
] as const

type Case = (typeof cases)[number]
type Round = { rate: number; p50: number; p99: number; node: number; postgres: number }
type Measured = { what: string; rounds: Round[] }

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  const found = cases.map((one) => ({ one, what: one.what, rounds: [] as Round[] }))
  for (let round = 0; round <= rounds; round += 1) {
    // Each begins in turn, so that none always runs beside the clean-up of the one before it.
    const first = round % found.length
    for (const { one, what, rounds: measured } of [...found.slice(first), ...found.slice(0, first)]) {
      const costs = await measure(one, `${one.name}_${round}`)
      // The first round warms the machine up.
      if (round > 0) measured.push(costs)
      console.log(`round ${round}, ${what}: ${Math.round(costs.rate)}/s, ${costOf(costs)} us of CPU`)
    }
  }
  const text = report(JSON.stringify(machine), found)
  console.log(text)
  if (values.keep) writePage('limits', text)
} finally {
  await stand.close()
}

/**
 * One round in new books: no worker has the fundings signed, and what is outstanding would have to be summed over more
 * waiting ones from round to round, more than any platform has.
 */
async function measure(one: Case, name: string): Promise<Round> {
  const { context, seed, http } = await prepare(one, name)
  try {
    const requests = await prepareRequests(context, seed, 'spread', expected * seconds)
    await settleDown(context)
    const found = await measureRequests({ stand, seed, options: { clients } }, http, requests, seconds)
    if (found.failures > 0) throw new Error(`${found.failures} fundings were not answered with 200`)
    await assertBooks(context, `after a round with ${one.what}`)
    const { rate, p50, p99, nodeCpu: node, postgresCpu: postgres } = found
    return { rate, p50, p99, node, postgres }
  } finally {
    await http.stop()
    await context.db.close()
    await dropDatabase(stand, name)
  }
}

async function prepare(
  one: Case,
  name: string,
): Promise<{ context: Context; seed: FundingSeed; http: HttpProcess }> {
  const context = await makeBooks(stand, name)
  const seed = await seedFundings(context, lenders, lenders)
  await run(
    context.db,
    'bench.classes',
    `with kept as (insert into lender_class (lender_id, version, kind, yearly_income, supervised, since, evidence)
       select id, 1, $1, $2, false, business_day(app_now()), 'bench' from lender returning lender_id)
     update lender set class_version = 1 where id in (select lender_id from kept)`,
    [one.kind, one.income],
  )
  const { limits } = one
  if (limits) await perform(context, setLimits, { actor: { kind: 'operator', name: 'bench' }, input: limits })
  return { context, seed, http: await startHttp(stand.url(name), path.join(stand.folder, `${name}.log`)) }
}

/** CPU of a funding in microseconds, of the app and the database; steadier on a shared machine than its rate. */
function costOf({ node, postgres }: Round): number {
  return Math.round(node + postgres)
}

function report(machine: string, found: readonly Measured[]): string {
  const middle = ({ rounds: all }: Measured, of: (round: Round) => number) => median(all.map(of))
  const [plain] = found
  if (!plain) throw new Error('nothing was measured')
  const line = (one: Measured) => {
    // The median of the ratios within each round, because the machine is not equally fast in all of them.
    const beside = (of: (round: Round) => number) => {
      const ratios = one.rounds.map(
        (round, place) => of(round) / of(required(plain.rounds[place], 'INTERNAL')),
      )
      return `${((median(ratios) - 1) * 100).toFixed(1)}%`
    }
    return [
      one.what,
      Math.round(middle(one, ({ rate }) => rate)),
      beside(({ rate }) => rate),
      middle(one, ({ p50 }) => p50),
      middle(one, ({ p99 }) => p99),
      Math.round(middle(one, ({ node }) => node)),
      Math.round(middle(one, ({ postgres }) => postgres)),
      beside(costOf),
    ].join(' | ')
  }
  return [
    '# Fundings with and without limits',
    '',
    machine,
    '',
    `${lenders} lenders, ${clients} connections, ${rounds} rounds of ${seconds} s in turn; medians. CPU in microseconds a funding.`,
    '',
    '| | fundings/s | beside none | p50 ms | p99 ms | node | postgres | CPU beside none |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...found.map((one) => `| ${line(one)} |`),
    '',
  ].join('\n')
}
