import { type Database, many } from '../../../server/src/platform/db/database.ts'

/** The size of a table: its rows, its bytes including out-of-line storage (TOAST), and the bytes of its indexes. */
export type TableSize = { rows: number; heap: number; indexes: number }
export type Sizes = ReadonlyMap<string, TableSize>

/** Measures all tables of the schema, each with its partitions, with PostgreSQL's own size functions. */
export async function sizesOf(db: Database): Promise<Sizes> {
  const tables = await many<{ name: string; heap: number; indexes: number }>(
    db,
    'sizes.tables',
    `select coalesce(whole.relname, c.relname)::text as name, sum(pg_table_size(c.oid))::bigint as heap,
            sum(pg_indexes_size(c.oid))::bigint as indexes
       from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class whole on whole.oid = i.inhparent
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' group by 1 order by 1`,
  )
  const sizes = new Map<string, TableSize>()
  for (const { name, heap, indexes } of tables) {
    const [counted] = await many<{ rows: number }>(
      db,
      `sizes.${name}`,
      `select count(*) as rows from "${name}"`,
    )
    sizes.set(name, { rows: counted?.rows ?? 0, heap, indexes })
  }
  return sizes
}

/** The growth between two measurements, divided by the number of objects. */
export function addedPer(before: Sizes, after: Sizes, count: number): Map<string, TableSize> {
  const added = new Map<string, TableSize>()
  for (const [name, now] of after) {
    const then = before.get(name) ?? { rows: 0, heap: 0, indexes: 0 }
    const size = {
      rows: (now.rows - then.rows) / count,
      heap: (now.heap - then.heap) / count,
      indexes: (now.indexes - then.indexes) / count,
    }
    if (size.rows !== 0 || size.heap !== 0 || size.indexes !== 0) added.set(name, size)
  }
  return added
}

export const bytesOf = ({ heap, indexes }: Pick<TableSize, 'heap' | 'indexes'>): number => heap + indexes

export const sumOf = (sizes: ReadonlyMap<string, TableSize>): TableSize =>
  [...sizes.values()].reduce(
    (sum, size) => ({
      rows: sum.rows + size.rows,
      heap: sum.heap + size.heap,
      indexes: sum.indexes + size.indexes,
    }),
    { rows: 0, heap: 0, indexes: 0 },
  )
