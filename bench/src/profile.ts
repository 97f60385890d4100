import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { many } from '../../server/src/platform/db/database.ts'
import { runLoad } from './load/run-load.ts'
import { positive } from './options.ts'
import { byFunction, byOrigin, type Cost, type CpuProfile, since } from './report/cpu-profile.ts'
import { type Aim, prepareRequests, seedFundings } from './seed/fundings.ts'
import { startHttp } from './stand/http-process.ts'
import { makeBooks, openStand, settleDown } from './stand/stand.ts'

// Profiles a funding: the HTTP process by its CPU profile, PostgreSQL by its statement statistics.

const { values } = parseArgs({
  options: {
    aim: { type: 'string', default: 'spread' },
    seconds: { type: 'string', default: '5' },
    top: { type: 'string', default: '40' },
    node: { type: 'string', default: '' },
    keep: { type: 'string' },
  },
})
const aim: Aim = values.aim === 'hot' ? 'hot' : 'spread'
const seconds = positive('seconds', values.seconds) ?? 5
const top = positive('top', values.top) ?? 40

const stand = await openStand()
const profiles = mkdtempSync(path.join(os.tmpdir(), 'pematang-profile-'))
try {
  const context = await makeBooks(stand, 'pematang')
  const seed = await seedFundings(context, 5_000, 5_000)
  await settleDown(context)
  await context.db.query({ text: 'create extension if not exists pg_stat_statements' })
  const http = await startHttp(stand.url('pematang'), path.join(stand.folder, 'http.log'), [
    '--cpu-prof',
    `--cpu-prof-dir=${profiles}`,
    '--cpu-prof-interval=500',
    ...values.node.split(' ').filter(Boolean),
  ])
  const tokens = seed.lenders.map(({ token }) => token)
  const load = async (length: number) => {
    const requests = await prepareRequests(context, seed, aim, length * 8_000)
    return runLoad(stand.folder, { port: http.port, clients: 64, seconds: length, tokens, requests })
  }
  await load(2)
  // Updates the statistics, which discards query plans that were made for empty tables.
  await settleDown(context)
  await context.db.query({ text: 'select pg_stat_statements_reset(), pg_stat_reset()' })
  const started = performance.now()
  const result = await load(seconds)
  const fundings = result.statuses[200] ?? 0
  console.log(
    `${aim}: ${Math.round(fundings / result.seconds)} fundings/s under the profiler`,
    result.statuses,
  )
  const ended = performance.now()
  await http.stop()
  await tellStatements(fundings)
  for (const file of readdirSync(profiles)) {
    const whole = JSON.parse(readFileSync(path.join(profiles, file), 'utf8')) as CpuProfile
    const profile = since(whole, whole.endTime - (ended - started) * 1000)
    if (values.keep) copyFileSync(path.join(profiles, file), values.keep)
    console.log('\nHTTP process, CPU microseconds of a funding by origin')
    for (const line of byOrigin(profile)) tellCost(line, fundings)
    console.log('\nHTTP process, CPU microseconds of a funding by function (self)')
    for (const line of byFunction(profile).slice(0, top)) tellCost(line, fundings)
  }
  await context.db.close()
} finally {
  await stand.close()
  rmSync(profiles, { recursive: true, force: true })
}

function tellCost({ name, microseconds }: Cost, fundings: number): void {
  console.log(`${(microseconds / fundings).toFixed(1).padStart(6)} us  ${name}`)
}

async function tellStatements(fundings: number): Promise<void> {
  const context = await makeBooks(stand, 'pematang')
  const rows = await many<{ calls: number; time: number; each: number; wal: number; text: string }>(
    context.db,
    'bench.statements',
    `select calls, total_exec_time as time, mean_exec_time as each, wal_bytes::bigint as wal,
            regexp_replace(left(query, 110), '\\s+', ' ', 'g') as text
       from pg_stat_statements order by total_exec_time desc limit 14`,
  )
  console.log(
    `\nPostgreSQL, execution time for one of ${fundings} fundings (without parsing, sending, committing)`,
  )
  for (const { calls, time, each, wal, text } of rows) {
    const share = ((time * 1000) / fundings).toFixed(1).padStart(6)
    console.log(
      `${share} us  ${calls} calls of ${each.toFixed(2)} ms, ${Math.round(wal / fundings)} B WAL  ${text}`,
    )
  }
  const tables = await many<{ name: string; read: number; updated: number; hot: number }>(
    context.db,
    'bench.tables',
    `select relname as name, seq_tup_read as read, n_tup_upd as updated, n_tup_hot_upd as hot
       from pg_stat_user_tables where seq_tup_read > 0 or n_tup_upd > 0 order by seq_tup_read desc limit 12`,
  )
  console.log('\nTables since the seed: rows read by walking the table, rows updated, of those in place')
  for (const { name, read, updated, hot } of tables)
    console.log(`${name.padEnd(20)} ${read}  ${updated}  ${hot}`)
  await context.db.close()
}
