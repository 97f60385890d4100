import { parseArgs } from 'node:util'
import type { Context } from '../../server/src/context.ts'
import { disburseLoan, findVote, moveVotesOn, readVote, storeVote } from '../../server/src/loans/testing.ts'
import { Database, many, one } from '../../server/src/platform/db/database.ts'
import { perform } from '../../server/src/platform/commands/perform.ts'
import { aVote, aVoteRule } from '../../server/testing/votes.ts'
import { longAgo } from '../../server/testing/servicing.ts'
import { percentiles } from './load/percentiles.ts'
import { positive } from './options.ts'
import { writePage } from './report/write.ts'
import { seedLenders } from './seed/lenders.ts'
import { seedLoans } from './seed/loans.ts'
import { seedSettled } from './seed/settled.ts'
import { processCpu, serverCpu } from './stand/cpu.ts'
import { describeMachine } from './stand/machine.ts'
import { assertBooks, makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures a vote of all lenders of one loan: its call with addendum and notices, ballots by many clients at once (without
// the check of the password, which is slow on purpose), the page, the end, and the record.

const { values } = parseArgs({
  options: {
    lenders: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '32' },
    keep: { type: 'boolean', default: false },
  },
})
const lenderCount = positive('lenders', values.lenders) ?? 10_000
const clients = positive('clients', values.clients) ?? 32
const part = 100_000
const actor = { kind: 'operator', name: 'bench' } as const
const lines: string[] = []
const say = (line: string) => {
  console.log(line)
  lines.push(`- ${line}`)
}

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  const context = await makeBooks(stand, 'pematang')
  const lenders = await seedLenders(context, lenderCount, 1_000_000_000)
  const [loan] = await seedLoans(context, 'VOTE', 1, part * lenderCount)
  if (!loan) throw new Error('no loan was seeded')
  const { today } = await one<{ today: string }>(
    context.db,
    'bench.day',
    'select business_day(app_now())::text as today',
  )
  await seedSettled(
    longAgo(context),
    lenders.map((lender) => ({ lender, loan, amount: part })),
  )
  await perform(context, disburseLoan, { actor, input: { loanNumber: loan.loanNumber, disbursedOn: today } })
  await settleDown(context)
  await aVoteRule(context)
  const { voteId } = await timed('the vote is called', () => aVote(context, loan.loanNumber))
  await settleDown(context)
  await ballots({ ...context, db: new Database({ url: stand.url('pematang'), size: clients }) }, voteId)
  await pages(context, voteId, lenders[0]?.lenderId ?? 0)
  const then = {
    ...context,
    db: new Database({ url: stand.url('pematang'), size: 4, timeShift: () => '15 days' }),
  }
  await timed('the worker ends it, with its notices and its record', () => moveVotesOn(then))
  const vote = await findVote(context.db, voteId)
  if (vote?.state !== 'PASSED' || vote.record === null) throw new Error(`the vote is ${vote?.state}`)
  const { took } = await one<{ took: number }>(
    context.db,
    'bench.vote_end',
    `select extract(epoch from ended_at - ends_at)::float8 as took from loan_vote where id = $1`,
    [voteId],
  )
  if (took < 0) throw new Error('the vote ended before its time')
  await assertBooks(context, 'after the vote')
  if (values.keep)
    writePage(
      'votes',
      `# A vote of ${lenderCount} lenders\n\n${lines.join('\n')}\n\nMachine: ${JSON.stringify(machine)}\n`,
    )
  await then.db.close()
  await longAgo(context).db.close()
  await context.db.close()
} finally {
  await stand.close()
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const done = await work()
  say(`${what}: ${((performance.now() - started) / 1_000).toFixed(2)} s`)
  return done
}

async function ballots(context: Context, voteId: string): Promise<void> {
  const voters = await many<{ lenderId: number; passwordHash: string }>(
    context.db,
    'bench.voters',
    `select r.lender_id as "lenderId", l.password_hash as "passwordHash" from vote_right r join lender l on l.id = r.lender_id
      where r.vote_id = $1`,
    [voteId],
  )
  const latencies: number[] = []
  const used = () => processCpu(process.pid) + serverCpu(stand.postmaster)
  const before = used()
  const started = performance.now()
  const client = async () => {
    for (let voter = voters.pop(); voter; voter = voters.pop()) {
      const { lenderId, passwordHash } = voter
      const asked = performance.now()
      const checked = { lenderId, session: Buffer.alloc(32), passwordHash }
      await perform({ ...context, checked }, storeVote, {
        ...{ actor: { kind: 'lender', lenderId }, input: { id: voteId, agrees: voters.length % 4 !== 0 } },
      })
      latencies.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const rate = latencies.length / ((performance.now() - started) / 1_000)
  const cpu = (used() - before) / latencies.length
  const { p50, p99 } = percentiles(latencies)
  say(
    `ballots by ${clients} clients at once: ${rate.toFixed(0)} a second, p50 ${p50} ms, p99 ${p99} ms, ${cpu.toFixed(0)} µs of CPU each`,
  )
  await context.db.close()
}

async function pages({ db }: Context, voteId: string, lenderId: number): Promise<void> {
  const latencies: number[] = []
  for (let place = 0; place < 200; place += 1) {
    const started = performance.now()
    await readVote(db, lenderId, voteId)
    latencies.push(performance.now() - started)
  }
  const { p50, p99 } = percentiles(latencies)
  say(`the page of a lender: p50 ${p50} ms, p99 ${p99} ms`)
}
