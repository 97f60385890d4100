import type pg from 'pg'

/** What a statement did to the tables that were there before its transaction. */
export type Measured = {
  /** Relations under a lock that keeps others from writing them, or from reading them too. */
  locked: string[]
  /** Tables whose rows were read from the first to the last. */
  scanned: string[]
  /** Tables of which an index was built under a lock. */
  built: string[]
  /** Whether rows of any table were written, or would have been, had there been any. */
  written: boolean
  /** The number of rows that the last statement changed. */
  rows: number
  /** What belongs to the transaction's owner and was changed, a sentence each. */
  foreign: string[]
}

type Seen = {
  oid: number
  name: string
  is_table: boolean
  scans: string
  written: string
  modes: string[]
}

/** The planner is kept from indexes, so that reading a table shows as a scan, and no trigger reads on its own account. */
const settings = `set local session_replication_role = replica; set local enable_indexscan = off;
  set local enable_indexonlyscan = off; set local enable_bitmapscan = off; set local lock_timeout = '1234ms'`

const relations = `
  select c.oid::int as oid, c.oid::regclass::text as name, c.relkind in ('r', 'p') as is_table,
         pg_stat_get_xact_numscans(c.oid) as scans,
         pg_stat_get_xact_tuples_inserted(c.oid) + pg_stat_get_xact_tuples_updated(c.oid)
           + pg_stat_get_xact_tuples_deleted(c.oid) as written,
         coalesce(l.modes, '{}') as modes
    from pg_class c
    left join (select relation, array_agg(mode) as modes from pg_locks
                where pid = pg_backend_pid() and locktype = 'relation' and granted
                  and database = (select oid from pg_database where datname = current_database())
                group by relation) l on l.relation = c.oid
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'i', 'I', 'S')
     and c.relname <> 'schema_migration'`

const owner = `select pg_current_xact_id()::text as id, current_setting('lock_timeout') as timeout`

const keepsOut = new Set(['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'])

/**
 * Runs statements in a transaction of their own and commits it.
 * @throws the error of a statement; the transaction is rolled back then
 */
export async function measured(client: pg.PoolClient, sql: string, values?: unknown[]): Promise<Measured> {
  await client.query('begin')
  try {
    await client.query(settings)
    const began = await client.query<{ id: string; timeout: string }>(owner)
    const before = new Map((await client.query<Seen>(relations)).rows.map((one) => [one.oid, one]))
    const answer = values === undefined ? await client.query(sql) : await client.query(sql, values)
    const after = (await client.query<Seen>(relations)).rows
    const ended = await client.query<{ id: string; timeout: string }>(owner)
    await client.query('commit')
    const there = after.filter(({ oid }) => before.has(oid))
    const names = (which: (one: Seen) => boolean) => there.filter(which).map(({ name }) => name)
    return {
      locked: names(({ modes }) => modes.some((mode) => keepsOut.has(mode))),
      scanned: names((one) => one.is_table && Number(one.scans) > Number(before.get(one.oid)?.scans)),
      built: names((one) => one.is_table && one.modes.includes('ShareLock')),
      written:
        names(({ modes }) => modes.includes('RowExclusiveLock')).length > 0 ||
        after.some((one) => Number(one.written) > Number(before.get(one.oid)?.written ?? 0)),
      rows: answer.rowCount ?? 0,
      foreign: [
        ...(began.rows[0]?.id === ended.rows[0]?.id ? [] : ['ends the transaction that it runs in']),
        ...(began.rows[0]?.timeout === ended.rows[0]?.timeout ? [] : ['changes lock_timeout']),
      ],
    }
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
