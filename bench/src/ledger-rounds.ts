import type { Context } from '../../server/src/context.ts'
import { Database } from '../../server/src/platform/db/database.ts'
import { closedLoop, type LoopResult } from './ledger/closed-loop.ts'
import { messages, rows } from './ledger/floor.ts'
import { inTransactions, type Road, singly, together } from './ledger/ours.ts'
import { type Pgledger, pgledgerSingly, pgledgerTogether } from './ledger/pgledger.ts'
import type { BenchOptions } from './options.ts'
import { serverCpu } from './stand/cpu.ts'
import { assertBooks, type Stand } from './stand/stand.ts'

export const roads = [
  'post, batched',
  'post, single',
  'post, between BEGIN and COMMIT',
  'pgledger_create_transfer',
  'pgledger_create_transfers, batched',
  'one row inserted and committed',
  'a log message committed',
] as const
export type RoadName = (typeof roads)[number]

/**
 * The number of accounts between which money is transferred: `spread` is all, `hot` the ten of pgledger's own
 * benchmark.
 */
export const spreads = ['spread', 'hot'] as const
export type Spread = (typeof spreads)[number]
const hotAccounts = 10

export type LedgerRun = {
  road: RoadName
  spread: Spread
  round: number
  rate: number
  p50: number
  p99: number
  transfers: number
  /** CPU microseconds per transfer, of PostgreSQL and of this process, which makes the load too. */
  postgresCpu: number
  nodeCpu: number
}

export type LedgerBench = {
  stand: Stand
  context: Context
  accounts: number[]
  pgledger: Pgledger | null
  options: BenchOptions
  tell: (line: string) => void
}

/** Unbatched variants have 16 connections for 64 callers; a batched one has one connection and batches of up to 64. */
const connections = 16

/** Measures all variants in turn, between many accounts and between ten. */
export async function runLedgerRounds(bench: LedgerBench, label: string): Promise<LedgerRun[]> {
  const { stand, context, accounts, pgledger, options, tell } = bench
  const url = stand.url('ledger')
  // Its unbatched variants take turns on the same connections.
  const db = new Database({ url, size: connections })
  const open: Record<RoadName, Road | null> = {
    'post, batched': together(context, url, accounts, options.clients),
    'post, single': singly(context, db, accounts),
    'post, between BEGIN and COMMIT': inTransactions(context, db, accounts),
    pgledger_create_transfer: pgledger && pgledgerSingly(pgledger, connections),
    'pgledger_create_transfers, batched': pgledger && pgledgerTogether(pgledger, options.clients),
    'one row inserted and committed': await rows(db),
    'a log message committed': messages(db),
  }
  const seconds = options.seconds / 2
  try {
    const ready = roads.flatMap((road) => (open[road] ? [{ road, opened: open[road] }] : []))
    const turns = spreads.flatMap((spread) => ready.map((one) => ({ spread, ...one })))
    for (const { opened } of ready) {
      await drive(opened, options.clients, options.warmUpSeconds / 3, accounts.length)
    }
    const runs: LedgerRun[] = []
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const { spread, road, opened } of turns) {
        const before = serverCpu(stand.postmaster)
        const ownBefore = process.cpuUsage()
        const among = spread === 'hot' ? hotAccounts : accounts.length
        const { rate, done, latency } = await drive(opened, options.clients, seconds, among)
        const { user, system } = process.cpuUsage(ownBefore)
        const postgresCpu = (serverCpu(stand.postmaster) - before) / done
        const nodeCpu = (user + system) / done
        runs.push({ road, spread, round, rate, transfers: done, postgresCpu, nodeCpu, ...latency })
        tell(
          `${label}${spread.padEnd(6)} round ${round}: ${road} ${Math.round(rate)}/s, p99 ${latency.p99} ms`,
        )
      }
      await assertBooks(context, `after round ${round} of the ledger`)
    }
    return runs
  } finally {
    for (const road of Object.values(open)) await road?.close?.()
    await db.close()
  }
}

/**
 * Sends transfers between accounts that are determined by the number of the transfer, so that all variants use the same
 * accounts.
 */
function drive(road: Road, callers: number, seconds: number, among: number): Promise<LoopResult> {
  let number = 0
  return closedLoop(callers, seconds, () => {
    number += 1
    const from = Math.imul(number, 0x9e3779b1) >>> 0
    const apart = 1 + ((Math.imul(number, 0x85ebca6b) >>> 0) % (among - 1))
    return road.transfer(from % among, (from + apart) % among, 1 + (number % 1000))
  })
}
