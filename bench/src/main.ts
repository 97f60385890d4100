import { type FundingBench, runFundingRounds } from './funding-rounds.ts'
import { ledgerAccounts } from './ledger/ours.ts'
import { preparePgledger } from './ledger/pgledger.ts'
import { type LedgerBench, runLedgerRounds } from './ledger-rounds.ts'
import { type BenchOptions, readOptions, usage } from './options.ts'
import type { BenchResult } from './report/result.ts'
import { writeResult } from './report/write.ts'
import { seedFundings } from './seed/fundings.ts'
import { commitOf } from './stand/commit.ts'
import { describeMachine } from './stand/machine.ts'
import { pgbenchDatabase, preparePgbench } from './stand/pgbench.ts'
import {
  assertBooks,
  makeBooks,
  makeDatabase,
  openStand,
  type Stand,
  serverVersion,
  settleDown,
} from './stand/stand.ts'

// Runs the whole bench; docs/bench.md explains what it measures.

const tell = (line: string): void => console.log(line)

async function main(options: BenchOptions): Promise<void> {
  const stand = await openStand()
  const interrupted = () => void stand.close().finally(() => process.exit(130))
  process.once('SIGINT', interrupted)
  process.once('SIGTERM', interrupted)
  try {
    await measure(stand, options)
  } finally {
    await stand.close()
  }
}

async function measure(stand: Stand, options: BenchOptions): Promise<void> {
  const skipped: string[] = []
  const has = (part: 'a' | 'b' | 'c' | 'd') => options.only.has(part)
  const alone = has('d') && options.only.size === 1
  const fundings = has('a') || has('c') || alone ? await fundingBench(stand, options, skipped) : null
  const ledger = has('b') || alone ? await ledgerBench(stand, options, skipped) : null
  const result: BenchResult = {
    takenAt: new Date().toISOString(),
    machine: describeMachine(stand.folder, await serverVersion(stand)),
    commit: commitOf(),
    options: { ...options, only: [...options.only] },
    pgbench: fundings?.pgbenchVersion ?? null,
    skipped,
    fundings: [],
    ledger: [],
    slow: { fundings: [], ledger: [] },
  }
  const rounds = async (label: string) => ({
    fundings: fundings ? await runFundingRounds(fundings.bench, label) : [],
    ledger: ledger ? await runLedgerRounds(ledger, label) : [],
  })
  if (!alone) Object.assign(result, await rounds(''))
  if (has('d')) {
    const unable = await stand.slowDown()
    if (unable) skipped.push(`everything with 1 ms on each fsync: ${unable.why}`)
    else result.slow = await rounds('+1 ms, ')
  }
  await fundings?.bench.context.db.close()
  await ledger?.context.db.close()
  const { base, markdown } = writeResult(result)
  tell(`\n${markdown}\nWritten to ${base}.md, .json and .svg`)
}

async function fundingBench(
  stand: Stand,
  options: BenchOptions,
  skipped: string[],
): Promise<{ bench: FundingBench; pgbenchVersion: string | null }> {
  await makeDatabase(stand, pgbenchDatabase)
  const pgbench = await preparePgbench(stand.connection, options.pgbenchScale)
  if ('why' in pgbench) skipped.push(pgbench.why)
  const context = await makeBooks(stand, 'pematang')
  await assertBooks(context, 'before the seed')
  tell(`seeding ${options.lenders} lenders and ${options.loans} loans`)
  const seed = await seedFundings(context, options.lenders, options.loans)
  await assertBooks(context, 'after the seed')
  await settleDown(context)
  const yardstick = 'why' in pgbench ? null : pgbench
  const bench = { stand, context, seed, pgbench: yardstick, options, tell }
  return { bench, pgbenchVersion: yardstick?.version ?? null }
}

async function ledgerBench(stand: Stand, options: BenchOptions, skipped: string[]): Promise<LedgerBench> {
  const context = await makeBooks(stand, 'ledger')
  await assertBooks(context, 'before the seed of the ledger')
  const accounts = await ledgerAccounts(context, options.lenders)
  const pgledger = await preparePgledger(stand, options.pgledger, options.lenders)
  if ('why' in pgledger) skipped.push(pgledger.why)
  await assertBooks(context, 'after the seed of the ledger')
  await settleDown(context)
  return { stand, context, accounts, pgledger: 'why' in pgledger ? null : pgledger, options, tell }
}

let options: BenchOptions
try {
  options = readOptions(process.argv.slice(2))
} catch (error) {
  console.error(`${(error as Error).message}\n\n${usage}`)
  process.exit(2)
}
await main(options)
