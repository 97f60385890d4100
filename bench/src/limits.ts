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
import { assertBooks, makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Fundings over HTTP in three databases in turn: without limits, of lenders whom the limits in force do not concern, and
// under every limit of the law from 2028 on. The books are audited at the end, with the invariants of limits.

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

type Round = { rate: number; p50: number; p99: number; node: number; postgres: number }
type Prepared = (typeof cases)[number] & {
  context: Context
  seed: FundingSeed
  http: HttpProcess
  rounds: Round[]
}

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  const prepared: Prepared[] = []
  for (const one of cases) prepared.push(await prepare(one))
  for (const one of prepared) await measure(one, 2)
  for (let round = 1; round <= rounds; round += 1)
    // Each begins in turn, so that none always runs beside the clean-up of the one before it.
    for (const one of [
      ...prepared.slice(round % prepared.length),
      ...prepared.slice(0, round % prepared.length),
    ]) {
      const found = await measure(one, seconds)
      one.rounds.push(found)
      console.log(`round ${round}, ${one.what}: ${Math.round(found.rate)}/s, ${costOf(found)} us of CPU`)
    }
  for (const { http, context, what } of prepared) {
    await http.stop()
    await assertBooks(context, `after the rounds with ${what}`)
    await context.db.close()
  }
  const text = report(JSON.stringify(machine), prepared)
  console.log(text)
  if (values.keep) writePage('limits', text)
} finally {
  await stand.close()
}

async function prepare(one: (typeof cases)[number]): Promise<Prepared> {
  const context = await makeBooks(stand, one.name)
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
  await context.db.query({ text: 'vacuum (analyze)' })
  await settleDown(context)
  const http = await startHttp(stand.url(one.name), path.join(stand.folder, `${one.name}.log`))
  return { ...one, context, seed, http, rounds: [] }
}

async function measure({ context, seed, http }: Prepared, during: number): Promise<Round> {
  const requests = await prepareRequests(context, seed, 'spread', expected * during)
  await settleDown(context)
  const found = await measureRequests({ stand, seed, options: { clients } }, http, requests, during)
  if (found.failures > 0) throw new Error(`${found.failures} fundings were not answered with 200`)
  const { rate, p50, p99, nodeCpu: node, postgresCpu: postgres } = found
  return { rate, p50, p99, node, postgres }
}

/** CPU of a funding in microseconds, of the app and the database; steadier on a shared machine than its rate. */
function costOf({ node, postgres }: Round): number {
  return Math.round(node + postgres)
}

function report(machine: string, found: readonly Prepared[]): string {
  const middle = ({ rounds: all }: Prepared, of: (round: Round) => number) => median(all.map(of))
  const [plain] = found
  if (!plain) throw new Error('nothing was measured')
  const line = (one: Prepared) => {
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
