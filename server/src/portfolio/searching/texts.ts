import { many, type Queryable } from '../../platform/db/database.ts'
import type { Segment } from './read.ts'

/** The columns of a segment that its version does not change, by the names they have in `portfolio_segment`. */
export type Column = 'numbers' | 'names' | 'amounts' | 'rates' | 'ids'

/** What has been read of a segment: lines of one width, or a number for each funding, or its ids. */
export type Texts = {
  numbers?: string
  names?: string
  amounts?: Float64Array
  rates?: Float64Array
  ids?: string[]
  /** Made of `names` by those who sort by them. */
  nameKeys?: [Float64Array, Float64Array]
}

/**
 * Segments that were read lately, by their versions; what a version is of never changes, so none is ever out of date. A segment
 * takes up to 35 KB, all of them 70 MB.
 */
const known = new Map<string, Texts>()
const mostKnown = 2_000

type Row = {
  version: string
  numbers: string | null
  names: string | null
  amounts: Buffer | null
  rates: Buffer | null
  ids: string[] | null
}

const columnsOfSegments = `
  select version, case when 'numbers' = any ($4::text[]) then numbers end as numbers,
         case when 'names' = any ($4::text[]) then names end as names,
         case when 'amounts' = any ($4::text[]) then amounts end as amounts,
         case when 'rates' = any ($4::text[]) then rates end as rates,
         case when 'ids' = any ($4::text[]) then ids end as ids
    from portfolio_segment where lender_id = $1 and first_id = any ($2::uuid[]) and version = any ($3::uuid[])`

/**
 * The columns of these segments; those that are not known are read.
 * @returns null if one of the segments was packed anew since `segments` was read
 */
export async function readTexts(
  db: Queryable,
  lenderId: number,
  segments: readonly Segment[],
  columns: readonly Column[],
): Promise<Map<Segment, Texts> | null> {
  const found = new Map<Segment, Texts>()
  const missing = new Map<string, Segment>()
  for (const segment of segments) {
    const texts = known.get(segment.version)
    if (texts && columns.every((column) => texts[column] !== undefined)) {
      // The map is in the order of use.
      known.delete(segment.version)
      known.set(segment.version, texts)
      found.set(segment, texts)
    } else missing.set(segment.version, segment)
  }
  if (missing.size === 0) return found
  const rows = await many<Row>(db, 'portfolio.texts', columnsOfSegments, [
    lenderId,
    [...missing.values()].map(({ first }) => first),
    [...missing.keys()],
    columns,
  ])
  if (rows.length < missing.size) return null
  for (const { version, amounts, rates, numbers, names, ids } of rows) {
    const segment = missing.get(version) as Segment
    const all: Texts = {
      ...known.get(version),
      ...(numbers !== null && { numbers: evenLines(numbers, segment.size) }),
      ...(names !== null && { names: evenLines(names, segment.size) }),
      ...(ids && { ids }),
      ...(amounts && { amounts: numbersOf(amounts, 'int8') }),
      ...(rates && { rates: numbersOf(rates, 'float8') }),
    }
    known.set(version, all)
    found.set(segment, all)
  }
  for (const version of known.keys()) {
    if (known.size <= mostKnown) break
    known.delete(version)
  }
  return found
}

/**
 * Lines that have one width in characters of the database, as lines of one width in JavaScript, where a character beyond U+FFFF
 * counts twice.
 */
function evenLines(text: string, size: number): string {
  if (!/[\ud800-\udfff]/.test(text)) return text
  const characters = Array.from(text)
  const width = characters.length / size
  const lines = Array.from({ length: size }, (_, place) =>
    characters
      .slice(place * width, (place + 1) * width)
      .join('')
      .replace(/\n+$/, ''),
  )
  const widest = Math.max(...lines.map(({ length }) => length))
  return lines.map((line) => line.padEnd(widest + 1, '\n')).join('')
}

/** The numbers of a column, as int8send or float8send wrote them. */
export function numbersOf(bytes: Buffer, kind: 'int8' | 'float8'): Float64Array {
  const numbers = new Float64Array(bytes.length / 8)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let place = 0; place < numbers.length; place += 1)
    numbers[place] =
      kind === 'float8'
        ? view.getFloat64(place * 8)
        : view.getInt32(place * 8) * 4_294_967_296 + view.getUint32(place * 8 + 4)
  return numbers
}
