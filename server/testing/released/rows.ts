import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'

type Client = Pick<pg.ClientBase, 'query'>
type Columns = { name: string; columns: string[] }

/** The tables of the current schema with the columns that take values, but for the migrations' own. */
async function tablesOf(client: Client): Promise<Columns[]> {
  const { rows } = await client.query<Columns>(
    `select c.relname as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
       from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> 'schema_migration' order by 1`,
  )
  return rows
}

/** All rows of a database, compressed: a line of JSON for each table that has any. */
export async function packRows(client: Client): Promise<Buffer> {
  const lines: string[] = []
  for (const { name } of await tablesOf(client)) {
    const { rows } = await client.query<{ rows: string | null }>(
      `select jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text)::text as rows from ${name} t`,
    )
    const packed = rows[0]?.rows
    if (packed) lines.push(`{"table":"${name}","rows":${packed}}`)
  }
  return gzipSync(`${lines.join('\n')}\n`, { level: 9 })
}

/** Puts packed rows, and no others, into a database of the schema that they are of. Needs a superuser. */
export async function unpackRows(client: Client, packed: Buffer): Promise<void> {
  const tables = new Map((await tablesOf(client)).map((table) => [table.name, table]))
  await client.query('begin; set local session_replication_role = replica')
  await client.query(`truncate ${[...tables.keys()].join(', ')}`)
  for (const line of gunzipSync(packed).toString('utf8').trim().split('\n')) {
    // Numbers beyond 2^53 stay texts: PostgreSQL reads the line, not this program.
    const name = /^\{"table":"([a-z_0-9]+)"/.exec(line)?.[1] ?? ''
    const columns = tables
      .get(name)
      ?.columns.map((column) => `"${column}"`)
      .join(', ')
    if (columns === undefined) throw new Error(`the schema has no table ${name}`)
    await client.query(
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from jsonb_populate_recordset(null::${name}, $1::jsonb -> 'rows')`,
      [line],
    )
  }
  await client.query('commit')
}
