import { runFundingRounds } from './funding-rounds.ts'
import { type BenchOptions, readOptions, usage } from './options.ts'
import { fundingTable } from './report/funding-table.ts'
import { tellPage } from './report/page.ts'
import { seedFundings } from './seed/fundings.ts'
import { describeMachine } from './stand/machine.ts'
import { pgbenchDatabase, preparePgbench } from './stand/pgbench.ts'
import { assertBooks, makeBooks, makeDatabase, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures fundings over HTTP, spread over loans and all on one loan, beside pgbench's TPC-B.

let options: BenchOptions
try {
  options = readOptions(process.argv.slice(2))
} catch (error) {
  console.error(`${(error as Error).message}\n\n${usage}`)
  process.exit(2)
}
const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  await makeDatabase(stand, pgbenchDatabase)
  const prepared = await preparePgbench(stand.connection, options.pgbenchScale)
  const pgbench = 'why' in prepared ? null : prepared
  const context = await makeBooks(stand, 'pematang')
  console.log(`seeding ${options.lenders} lenders and ${options.loans} loans`)
  const seed = await seedFundings(context, options.lenders, options.loans)
  await assertBooks(context, 'after the seed')
  await settleDown(context)
  const runs = await runFundingRounds({ stand, context, seed, pgbench, options })
  await context.db.close()
  const about = [
    options.quick ? '**A smoke run: its figures mean nothing.**\n' : '',
    `${options.rounds} interleaved rounds of ${options.seconds} s, ${options.clients} clients, ${options.lenders} lenders, ${options.loans} loans;`,
    'why' in prepared
      ? `no TPC-B: ${prepared.why}.`
      : `TPC-B by ${prepared.version}, scale ${options.pgbenchScale}, prepared, 16 clients, ${options.pgbenchSeconds} s right before and after each load.`,
    'Load, HTTP process and PostgreSQL share the machine. No worker runs.',
  ]
  const parts = [{ heading: 'Fundings over HTTP', lines: fundingTable(runs) }]
  tellPage({ title: 'Fundings', about, machine, parts }, options.keepAs)
} finally {
  await stand.close()
}
