import { parseArgs } from 'node:util'
import {
  bulkProgress,
  createBulkDocuments,
  listBulkLoans,
  previewBulk,
  runBulk,
} from '../../server/src/funding/testing.ts'
import type { Context } from '../../server/src/context.ts'
import { applicationRole } from '../../server/src/platform/db/application-role.ts'
import { Database, one } from '../../server/src/platform/db/database.ts'
import { aProduct, offerBulk, submitProduct } from '../../server/testing/bulk.ts'
import { positive } from './options.ts'
import { writePage } from './report/write.ts'
import { seedLenders } from './seed/lenders.ts'
import { processCpu, serverCpu } from './stand/cpu.ts'
import { describeMachine } from './stand/machine.ts'
import { assertBooks, makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures a bulk funding through the product's own functions, as one worker runs it: the submission, the funding loan
// by loan with its progress, and the documents generated afterwards. Each is measured on this disk, and with 1 ms added
// to each fsync.

const { values } = parseArgs({
  options: {
    loans: { type: 'string', default: '5000' },
    papers: { type: 'string', default: '200' },
    keep: { type: 'boolean', default: false },
  },
})
const loanCount = positive('loans', values.loans) ?? 5_000
const paperCount = positive('papers', values.papers) ?? 200
const loanTotal = 10_000_000

type Round = {
  /** Seconds of the submission; the next three are seconds as well. */
  submit: number
  fund: number
  lists: number
  progress: number
  /** CPU microseconds per loan, of the worker and of the database. */
  worker: number
  database: number
}

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  const books = await makeBooks(stand, 'pematang')
  const [lender] = await seedLenders(books, 1, loanCount * loanTotal * 2)
  if (!lender) throw new Error('there are no lenders')
  const measured = await round(books, lender.lenderId)
  const papers = await print(books)
  await assertBooks(books, 'after the round')
  await books.db.close()
  const text = report(JSON.stringify(machine), measured, papers)
  console.log(text)
  if (values.keep) writePage('bulk', text)
} finally {
  await stand.close()
}

async function round(books: Context, lenderId: number): Promise<Round> {
  const context = { ...books, db: new Database({ ...books.db.options, role: applicationRole }) }
  await offerBulk(context, lenderId)
  const product = await aProduct(
    context,
    Array.from({ length: loanCount }, () => loanTotal),
  )
  await settleDown(books)
  const lists = await seconds(async () => {
    await previewBulk(context, lenderId, product.uploadId)
    await listBulkLoans(context, lenderId, { bulk_secure_id: product.uploadId, page: 1, limit: 10 })
  })
  const submit = await seconds(() => submitProduct(context, lenderId, product))
  const which = await bulkOf(context, lenderId)
  let progress = 0
  const before = { worker: processCpu(process.pid), database: serverCpu(stand.postmaster) }
  const fund = await seconds(async () => {
    while (await runBulk(context, which)) {
      progress = Math.max(progress, await seconds(() => bulkProgress(context, lenderId)))
    }
  })
  const worker = (processCpu(process.pid) - before.worker) / loanCount
  const database = (serverCpu(stand.postmaster) - before.database) / loanCount
  const { runs } = await bulkProgress(context, lenderId)
  if (runs[0]?.fundedLoan !== loanCount) throw new Error(`${runs[0]?.fundedLoan} of ${loanCount} were funded`)
  await context.db.close()
  console.log(`${loanCount} loans in ${fund.toFixed(1)} s`)
  return { submit, fund, lists, progress, worker, database }
}

async function print(context: Context): Promise<{ count: number; rate: number }> {
  const { lenderId } = await one<{ lenderId: number }>(
    context.db,
    'bench.bulk_lender',
    'select lender_id as "lenderId" from bulk_funding limit 1',
  )
  const which = await bulkOf(context, lenderId)
  let count = 0
  const took = await seconds(async () => {
    while (count < Math.min(paperCount, loanCount)) {
      const more = await createBulkDocuments(context, which)
      const row = await one<{ count: number }>(
        context.db,
        'bench.papers',
        'select count(distinct agreement_id) as count from document where lender_id = $1',
        [lenderId],
      )
      count = row.count
      if (!more) break
    }
  })
  return { count, rate: count / took }
}

async function bulkOf({ db }: Context, lenderId: number): Promise<{ lenderId: number; bulkId: string }> {
  const sql = 'select id from bulk_funding where lender_id = $1'
  const { id } = await one<{ id: string }>(db, 'bench.bulk', sql, [lenderId])
  return { lenderId, bulkId: id }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1_000
}

function report(
  machine: string,
  { submit, fund, lists, progress, worker, database }: Round,
  papers: { count: number; rate: number },
): string {
  return [
    `# Bulk funding, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `\`npm run bulk -w bench -- --loans ${loanCount} --keep\`: one worker, one bulk funding, fifty loans in a transaction.`,
    '',
    '```',
    machine,
    '```',
    '',
    `| submission of ${loanCount} loans | all funded | loans per second | CPU µs a loan, worker / database | lists before | progress meanwhile, longest |`,
    '| --- | --- | --- | --- | --- | --- |',
    `| ${submit.toFixed(2)} s | ${fund.toFixed(1)} s | ${(loanCount / fund).toFixed(0)} | ${worker.toFixed(0)} / ${database.toFixed(0)} | ${(lists * 1_000).toFixed(0)} ms | ${(progress * 1_000).toFixed(0)} ms |`,
    '',
    `Documents afterwards: ${papers.count} fundings, two PDFs each, ${papers.rate.toFixed(1)} fundings per second on one core.`,
    'The books were audited afterwards and are whole.',
    '',
  ].join('\n')
}
