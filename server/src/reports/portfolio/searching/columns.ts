import { withoutEnd } from '@pematang/contract/format/without-end'
import { many, type Queryable } from '../../../platform/db/database.ts'
import { type Portfolio, type SearchCriteria, type Segment, segmentsOf } from './read.ts'

/** The columns of a segment that are the same for good under one version, by their names in `portfolio_segment`. */
export type Column = 'numbers' | 'names' | 'amounts' | 'rates' | 'ids'

/** The columns of a segment that have been read: lines of equal width, a number for each funding, or the ids. */
export type ColumnValues = {
  numbers?: string
  names?: string
  amounts?: Float64Array
  rates?: Float64Array
  ids?: string[]
  /** The sort keys of `names`, computed when a search first sorts by name. */
  nameKeys?: [Float64Array, Float64Array]
}

/**
 * The segments that were used last, by version. A changed segment gets a new version, so an entry is never out of
 * date. A segment takes up to 35 KB, all of them 70 MB.
 */
const cache = new Map<string, ColumnValues>()
const cacheSize = 2_000

type Row = {
  version: string
  numbers: string | null
  names: string | null
  amounts: Buffer | null
  rates: Buffer | null
  ids: string[] | null
}

const columnsSql = `
  select version, case when 'numbers' = any ($4::text[]) then numbers end as numbers,
         case when 'names' = any ($4::text[]) then names end as names,
         case when 'amounts' = any ($4::text[]) then amounts end as amounts,
         case when 'rates' = any ($4::text[]) then rates end as rates,
         case when 'ids' = any ($4::text[]) then ids end as ids
    from portfolio_segment where lender_id = $1 and first_id = any ($2::uuid[]) and version = any ($3::uuid[])`

/**
 * Reads the columns that the criteria need of all segments, and the ids of the segments to which unpacked fundings
 * belong.
 * @returns null if fundings were packed again since the portfolio was read
 */
export async function readSearchColumns(
  db: Queryable,
  criteria: SearchCriteria,
  { segments, unpacked }: Portfolio,
): Promise<Map<Segment, ColumnValues> | null> {
  const columns = await readColumns(db, criteria.lenderId, segments, columnsFor(criteria))
  const ids = await readColumns(db, criteria.lenderId, segmentsOf(unpacked, segments), ['ids'])
  if (columns === null || ids === null) return null
  for (const [segment, values] of ids) columns.set(segment, { ...columns.get(segment), ...values })
  return columns
}

function columnsFor({ name, loanNumber, sort }: SearchCriteria): Column[] {
  return [
    ...(loanNumber === null ? [] : (['numbers'] as const)),
    ...(name === null && sort !== 'NAME' ? [] : (['names'] as const)),
    ...(sort === 'AMOUNT' ? (['amounts'] as const) : []),
    ...(sort === 'RATE' ? (['rates'] as const) : []),
  ]
}

/**
 * Returns columns of segments from the cache, and reads those that it lacks.
 * @returns null if one of the segments was packed again since `segments` was read
 */
export async function readColumns(
  db: Queryable,
  lenderId: number,
  segments: readonly Segment[],
  columns: readonly Column[],
): Promise<Map<Segment, ColumnValues> | null> {
  const found = new Map<Segment, ColumnValues>()
  const missing = new Map<string, Segment>()
  for (const segment of segments) {
    const cached = cache.get(segment.version)
    if (cached && columns.every((column) => cached[column] !== undefined)) {
      // Deleted and added again, because a map is in the order of insertion: the oldest entries are removed first.
      cache.delete(segment.version)
      cache.set(segment.version, cached)
      found.set(segment, cached)
    } else missing.set(segment.version, segment)
  }
  if (missing.size === 0) return found
  const rows = await many<Row>(db, 'reports.portfolio.columns', columnsSql, [
    lenderId,
    [...missing.values()].map(({ first }) => first),
    [...missing.keys()],
    columns,
  ])
  if (rows.length < missing.size) return null
  for (const { version, amounts, rates, numbers, names, ids } of rows) {
    const segment = missing.get(version) as Segment
    const values: ColumnValues = {
      ...cache.get(version),
      ...(numbers !== null && { numbers: padLines(numbers, segment.size) }),
      ...(names !== null && { names: padLines(names, segment.size) }),
      ...(ids && { ids }),
      ...(amounts && { amounts: numbersOf(amounts, 'int8') }),
      ...(rates && { rates: numbersOf(rates, 'float8') }),
    }
    cache.set(version, values)
    found.set(segment, values)
  }
  for (const version of cache.keys()) {
    if (cache.size <= cacheSize) break
    cache.delete(version)
  }
  return found
}

/**
 * Pads lines to one width in JavaScript. The database pads them to a number of characters, and JavaScript counts
 * a character beyond U+FFFF as two.
 */
function padLines(text: string, size: number): string {
  if (!/[\ud800-\udfff]/.test(text)) return text
  const characters = Array.from(text)
  const width = characters.length / size
  const lines = Array.from({ length: size }, (_, position) =>
    withoutEnd(characters.slice(position * width, (position + 1) * width).join(''), '\n'),
  )
  const widest = Math.max(...lines.map(({ length }) => length))
  return lines.map((line) => line.padEnd(widest + 1, '\n')).join('')
}

/** Decodes a column of numbers that int8send or float8send has written. */
export function numbersOf(bytes: Buffer, kind: 'int8' | 'float8'): Float64Array {
  const numbers = new Float64Array(bytes.length / 8)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let position = 0; position < numbers.length; position += 1)
    numbers[position] =
      kind === 'float8'
        ? view.getFloat64(position * 8)
        : view.getInt32(position * 8) * 4_294_967_296 + view.getUint32(position * 8 + 4)
  return numbers
}
