import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import {
  type Agreement,
  bookedOf,
  compare,
  type Group,
  groupOf,
  groups,
  noAgreement,
} from '../../scripts/make-sample/agreement.ts'
import { lifeOf } from '../../scripts/make-sample/life-of.ts'
import { type SourceLoan, streamSource } from '../../scripts/make-sample/source.ts'
import { play } from '../../server/demo/play.ts'
import type { Context } from '../../server/src/context.ts'
import { one } from '../../server/src/platform/db/database.ts'
import { positive } from './options.ts'
import { type ReplayResult, replayText, writeReplay } from './report/replay.ts'
import { seedLenders } from './seed/lenders.ts'
import { commitOf } from './stand/commit.ts'
import { processCpu, serverCpu } from './stand/cpu.ts'
import { describeMachine } from './stand/machine.ts'
import { assertBooks, makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Replays the whole LendingClub file: each of its loans is taken over, paid out on its issue date, repaid, paid off,
// written off and recovered by the operator's functions. Then the books are audited and compared with the file.

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    lenders: { type: 'string', default: '40' },
    loans: { type: 'string' },
    together: { type: 'string', default: '1000' },
    keep: { type: 'boolean', default: false },
  },
})
if (values.file === undefined) {
  console.error(
    'npm run replay -w bench -- --file lendingclub_2007_2011.csv.gz [--loans N] [--lenders 40] [--keep]',
  )
  process.exit(2)
}
const most = positive('loans', values.loans) ?? Number.POSITIVE_INFINITY
const together = positive('together', values.together) ?? 1_000
const lenderCount = Math.max(4, positive('lenders', values.lenders) ?? 40)
const cashOfEach = 500_000_000_000
const actor = { kind: 'operator', name: 'replay' } as const

/** Splits the loans into chunks of limited size while the file streams. */
async function* chunks(file: string): AsyncGenerator<SourceLoan[]> {
  let chunk: SourceLoan[] = []
  let count = 0
  for await (const batch of streamSource(createReadStream(file).pipe(createGunzip()))) {
    for (const loan of batch) {
      if (count === most) break
      count += 1
      chunk.push(loan)
      if (chunk.length < together) continue
      yield chunk
      chunk = []
    }
    if (count === most) break
  }
  if (chunk.length > 0) yield chunk
}

const secondsSince = (start: number): number => (performance.now() - start) / 1_000

type Replayed = Pick<ReplayResult, 'loans' | 'steps' | 'refused' | 'agreements'>

/** Replays the file chunk by chunk, and compares each chunk with the books when it is complete. */
async function replay(context: Context, file: string, phones: readonly string[]): Promise<Replayed> {
  const done: Replayed = {
    loans: 0,
    steps: 0,
    refused: [],
    agreements: new Map(groups.map((group): [Group, Agreement] => [group, noAgreement()])),
  }
  const started = performance.now()
  for await (const loans of chunks(file)) {
    const lives = loans.map((loan) => lifeOf(loan, phones))
    const played = await play(context, actor, lives)
    const booked = await bookedOf(
      context.db,
      lives.map(({ loan }) => loan.loanNumber),
    )
    const byNumber = new Map(booked.map((row) => [row.number, row]))
    for (const [place, loan] of loans.entries()) {
      const row = byNumber.get(lives[place]?.loan.loanNumber ?? '')
      const agreement = done.agreements.get(groupOf(loan))
      if (row && agreement) compare(agreement, loan, row)
    }
    done.loans += played.loans
    done.steps += played.steps
    done.refused.push(...played.refused)
    const memory = Math.round(process.memoryUsage.rss() / 2 ** 20)
    console.log(
      `${done.loans} loans, ${done.steps} steps, ${secondsSince(started).toFixed(1)} s, ${memory} MiB`,
    )
  }
  return done
}

const sizeOf = (context: Context): Promise<Record<string, number>> =>
  one(
    context.db,
    'replay.size',
    `select pg_database_size(current_database()) / 1048576 as "databaseMiB",
            (select count(*) from transfer) as transfer, (select count(*) from loan_payment) as loan_payment,
            (select count(*) from lender_repayment) as lender_repayment, (select count(*) from funding) as funding,
            (select count(*) from installment) as installment`,
  )

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const context = await makeBooks(stand, 'pematang')
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  const commit = commitOf()
  await seedLenders(context, lenderCount, cashOfEach)
  const phones = Array.from({ length: lenderCount }, (_, index) => String(81_000_000_000 + index))
  const before = { node: processCpu(process.pid), postgres: serverCpu(stand.postmaster) }
  const started = performance.now()
  const replayed = await replay(context, values.file, phones)
  const seconds = secondsSince(started)
  const cpuSeconds = {
    node: (processCpu(process.pid) - before.node) / 1e6,
    postgres: (serverCpu(stand.postmaster) - before.postgres) / 1e6,
  }
  for (const { loanNumber, reason } of replayed.refused) console.log(`${loanNumber}: ${reason}`)
  await settleDown(context)
  const size = await sizeOf(context)
  const auditing = performance.now()
  await assertBooks(context, 'after the replay')
  const result: ReplayResult = {
    ...replayed,
    takenAt: new Date().toISOString(),
    machine,
    commit,
    lenders: lenderCount,
    seconds,
    memoryMiB: process.resourceUsage().maxRSS / 1_024,
    cpuSeconds,
    size,
    auditSeconds: secondsSince(auditing),
  }
  if (values.keep) console.log(`Written to ${writeReplay(result)}`)
  else console.log(replayText(result))
  await context.db.close()
} finally {
  await stand.close()
}
