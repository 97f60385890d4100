import { existsSync, readFileSync } from 'node:fs'
import type { Context } from '../../../server/src/context.ts'

/**
 * Milliseconds of one call in the server: the mean CPU time of all calls, which other load hardly affects (null where
 * the kernel does not report it), and the sum of the best wall times of its statements.
 */
export type Cost = { cpu: number | null; clock: number }

/**
 * Runs the query until its plans are stable and its pages are cached, and then often enough that the best time is its
 * cost. Needs a context with one connection, and pg_stat_statements in its database.
 */
export async function costOf({ db }: Context, repeat: number, ask: () => Promise<unknown>): Promise<Cost> {
  const { rows: servers } = await db.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })
  const file = `/proc/${servers[0]?.pid}/schedstat`
  const nanoseconds = () => (existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) : null)
  for (let round = 0; round < 8; round += 1) await ask()
  await db.query({ text: 'select pg_stat_statements_reset()' })
  const before = nanoseconds()
  for (let round = 0; round < repeat; round += 1) await ask()
  const after = nanoseconds()
  const { rows } = await db.query<{ best: number }>({
    text: `select coalesce(sum(calls / $1::float8 * min_exec_time), 0) as best
             from pg_stat_statements where query not like '%pg_stat_statements%' and dbid = (
               select oid from pg_database where datname = current_database())`,
    values: [repeat],
  })
  const cpu = before === null || after === null ? null : (after - before) / repeat / 1e6
  return { cpu, clock: rows[0]?.best ?? 0 }
}

export function formatCost({ cpu, clock }: Cost): string {
  return `${cpu === null ? '-' : cpu.toFixed(2)} (${clock.toFixed(2)})`
}
