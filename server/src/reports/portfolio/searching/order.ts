import { type ColumnValues, numbersOf } from './columns.ts'
import { type Matches, positionOf, segmentIndexOf, segmentOf } from './match.ts'
import type { SearchCriteria, Segment, UnpackedFunding } from './read.ts'
import { sortedSlice } from './select.ts'

type Sort = NonNullable<SearchCriteria['sort']>
type Compare = (a: number, b: number) => number

/** Returns the match references of a page in the sort order. */
export function sliceOf(
  matches: Matches,
  sort: SearchCriteria['sort'],
  columns: ReadonlyMap<Segment, ColumnValues>,
  from: number,
  until: number,
): Int32Array {
  const { refs } = matches
  if (sort === null) return refs.subarray(from, until)
  const indexes = new Int32Array(refs.length)
  for (let index = 0; index < refs.length; index += 1) indexes[index] = index
  const slice = sortedSlice(indexes, from, until, orderOf(matches, sort, columns))
  return slice.map((index) => refs[index] as number)
}

/**
 * Returns a comparison of two matches, given by their indexes in `matches.refs`: most overdue first, largest figure
 * first, or by name. Equal matches are in the order of `refs`, newest first.
 */
function orderOf(matches: Matches, sort: Sort, columns: ReadonlyMap<Segment, ColumnValues>): Compare {
  if (sort === 'NAME') return byName(matches, columns)
  const { refs, unpacked, segments } = matches
  const readers = segments.map((segment) => sortKeyReader(segment, sort, columns.get(segment)))
  // Typed arrays and loops, because there may be 100,000 matches.
  const sortKeys = new Float64Array(refs.length)
  for (let index = 0; index < refs.length; index += 1) {
    const ref = refs[index] as number
    sortKeys[index] =
      ref < 0
        ? unpackedSortKey(unpacked[-1 - ref] as UnpackedFunding, sort)
        : (readers[segmentIndexOf(ref)]?.(positionOf(ref)) ?? Number.NaN)
  }
  return (a, b) => (sortKeys[a] as number) - (sortKeys[b] as number) || a - b
}

/** Returns a function from a position in a segment to the sort key there; the smallest key comes first. */
function sortKeyReader(
  segment: Segment,
  sort: Exclude<Sort, 'NAME'>,
  values: ColumnValues | undefined,
): (position: number) => number {
  if (sort === 'DUE') return (position) => segment.dues?.charCodeAt(position) ?? Number.NaN
  const figures =
    sort === 'AMOUNT'
      ? values?.amounts
      : sort === 'RATE'
        ? values?.rates
        : numbersOf(segment.principals ?? Buffer.alloc(0), 'int8')
  return (position) => -(figures?.[position] ?? Number.NaN)
}

function unpackedSortKey(entry: UnpackedFunding, sort: Exclude<Sort, 'NAME'>): number {
  if (sort === 'DUE') return entry.due
  if (sort === 'AMOUNT') return -entry.amount
  if (sort === 'RATE') return -entry.rate
  // A funding without a signature has no unpaid principal and comes after those that are repaid in full.
  return entry.principal === null ? 1 : -entry.principal
}

/** Compares two numbers made of the first 12 characters of the names, and the whole names only if both are equal. */
function byName(matches: Matches, columns: ReadonlyMap<Segment, ColumnValues>): Compare {
  const { refs, unpacked } = matches
  const nameAt = (ref: number): string => {
    if (ref < 0) return (unpacked[-1 - ref] as UnpackedFunding).name
    const segment = segmentOf(matches, ref)
    return lineAt(columns.get(segment)?.names ?? '', positionOf(ref), segment.size)
  }
  const first = new Float64Array(refs.length)
  const second = new Float64Array(refs.length)
  const keys = matches.segments.map((segment) => keysOf(columns.get(segment) ?? {}, segment.size))
  for (let index = 0; index < refs.length; index += 1) {
    const ref = refs[index] as number
    const segmentKeys = ref < 0 ? undefined : keys[segmentIndexOf(ref)]
    first[index] = segmentKeys ? (segmentKeys[0][positionOf(ref)] as number) : nameKey(nameAt(ref), 0)
    second[index] = segmentKeys
      ? (segmentKeys[1][positionOf(ref)] as number)
      : nameKey(nameAt(ref), keyLength)
  }
  return (a, b) =>
    (first[a] as number) - (first[b] as number) ||
    (second[a] as number) - (second[b] as number) ||
    compareTexts(nameAt(refs[a] as number), nameAt(refs[b] as number)) ||
    a - b
}

function lineAt(lines: string, position: number, size: number): string {
  const start = (lines.length / size) * position
  return lines.slice(start, lines.indexOf('\n', start))
}

function keysOf(values: ColumnValues, size: number): [Float64Array, Float64Array] {
  if (values.nameKeys) return values.nameKeys
  const keys: [Float64Array, Float64Array] = [new Float64Array(size), new Float64Array(size)]
  for (let position = 0; position < size; position += 1) {
    const name = lineAt(values.names ?? '', position, size)
    keys[0][position] = nameKey(name, 0)
    keys[1][position] = nameKey(name, keyLength)
  }
  values.nameKeys = keys
  return keys
}

const keyLength = 6
const maxCode = 255

/**
 * Turns six characters of a text, from index `from`, into a number. If the characters before `from` are equal, the
 * text with the smaller number is the smaller text. Characters from U+00FF on count as equal, and what follows one is
 * left out, so equal numbers do not mean equal texts.
 */
export function nameKey(text: string, from: number): number {
  let key = 0
  let isCut = false
  for (let at = 0; at < from && !isCut; at += 1) isCut = text.charCodeAt(at) >= maxCode
  for (let at = from; at < from + keyLength; at += 1) {
    const code = isCut || at >= text.length ? 0 : Math.min(maxCode, text.charCodeAt(at))
    isCut ||= code === maxCode
    key = key * 256 + code
  }
  return key
}

/**
 * Compares texts by code point, as PostgreSQL does with the collation “C”. JavaScript compares UTF-16 units, which
 * gives another order beyond U+FFFF.
 */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  if (!/[\ud800-\udfff]/.test(a + b)) return a < b ? -1 : 1
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
