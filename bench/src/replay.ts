import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { lifeOf } from '../../scripts/make-sample/life-of.ts'
import {
  type Agreement,
  bookedOf,
  compare,
  type Group,
  groupOf,
  groups,
  noAgreement,
} from '../../scripts/make-sample/agreement.ts'
import { type SourceLoan, streamSource } from '../../scripts/make-sample/source.ts'
import type { Context } from '../../server/src/context.ts'
import { play } from '../../server/src/main/demo/play.ts'
import { one } from '../../server/src/platform/db/database.ts'
import { positive } from './options.ts'
import { seedLenders } from './seed/lenders.ts'
import { describeMachine } from './stand/machine.ts'
import { assertBooks, makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// The whole LendingClub file lives again: each of its loans is taken over, paid out on its issue date, repaid, paid off,
// written off and recovered by the operator's verbs. Then the books are audited and compared with the file.

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    lenders: { type: 'string', default: '40' },
    loans: { type: 'string' },
    together: { type: 'string', default: '1000' },
  },
})
if (values.file === undefined) {
  console.error('npm run replay -w bench -- --file lendingclub_2007_2011.csv.gz [--loans N] [--lenders 40]')
  process.exit(2)
}
const most = positive('loans', values.loans) ?? Number.POSITIVE_INFINITY
const together = positive('together', values.together) ?? 1_000
const lenderCount = Math.max(4, positive('lenders', values.lenders) ?? 40)
const cashOfEach = 500_000_000_000
const actor = { kind: 'operator', name: 'replay' } as const

/** Up to so many loans at once, as the file streams. */
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

const seconds = (since: number): string => ((performance.now() - since) / 1_000).toFixed(1)
const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576)

async function replay(context: Context, file: string): Promise<void> {
  await seedLenders(context, lenderCount, cashOfEach)
  const phones = Array.from({ length: lenderCount }, (_, index) => String(81_000_000_000 + index))
  const agreements = new Map(groups.map((group): [Group, Agreement] => [group, noAgreement()]))
  const sums = { loans: 0, steps: 0, memory: 0 }
  const started = performance.now()
  for await (const loans of chunks(file)) {
    const lives = loans.map((loan) => lifeOf(loan, phones))
    const played = await play(context, actor, lives)
    for (const { loanNumber, reason } of played.refused) console.log(`${loanNumber}: ${reason}`)
    const booked = await bookedOf(
      context.db,
      lives.map(({ loan }) => loan.loanNumber),
    )
    const byNumber = new Map(booked.map((row) => [row.number, row]))
    for (const [place, loan] of loans.entries()) {
      const row = byNumber.get(lives[place]?.loan.loanNumber ?? '')
      const agreement = agreements.get(groupOf(loan))
      if (row && agreement) compare(agreement, loan, row)
    }
    sums.loans += played.loans
    sums.steps += played.steps
    sums.memory = Math.max(sums.memory, process.memoryUsage.rss())
    console.log(
      `${sums.loans} loans, ${sums.steps} steps, ${seconds(started)} s, ${megabytes(process.memoryUsage.rss())} MB`,
    )
  }
  console.log(`the replay: ${seconds(started)} s, at most ${megabytes(sums.memory)} MB in this process`)
  for (const [group, agreement] of agreements) console.log(group, JSON.stringify(agreement, null, 1))
}

async function tellSize(context: Context): Promise<void> {
  const size = await one(
    context.db,
    'replay.size',
    `select pg_database_size(current_database()) / 1048576 as megabytes, (select count(*) from transfer) as transfers,
            (select count(*) from loan_payment) as payments, (select count(*) from lender_repayment) as repayments,
            (select count(*) from funding) as fundings, (select count(*) from installment) as installments`,
  )
  console.log(JSON.stringify(size))
}

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const context = await makeBooks(stand, 'pematang')
  console.log(JSON.stringify(describeMachine(stand.folder, await serverVersion(stand))))
  await replay(context, values.file)
  await settleDown(context)
  await tellSize(context)
  const auditing = performance.now()
  await assertBooks(context, 'after the replay')
  console.log(`the books are whole: ${seconds(auditing)} s`)
  await context.db.close()
} finally {
  await stand.close()
}
