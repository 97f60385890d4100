import { type Matches, placeOf, segmentIndexOf, segmentOf } from './match.ts'
import type { LiveEntry, SearchCriteria, Segment } from './read.ts'
import { numbersOf, type Texts } from './texts.ts'

type Sort = NonNullable<SearchCriteria['sort']>
type Compare = (a: number, b: number) => number

/**
 * Compares matches by their places in the list of matches: the most overdue first, the largest figure first, or by name;
 * the newer one first where both are equal.
 */
export function orderOf(matches: Matches, sort: Sort, texts: ReadonlyMap<Segment, Texts>): Compare {
  if (sort === 'NAME') return byName(matches, texts)
  const { refs, live, segments } = matches
  const columns = segments.map((segment) => columnOf(segment, sort, texts.get(segment)))
  // Loops over typed arrays, because there may be 100,000 matches.
  const figures = new Float64Array(refs.length)
  for (let index = 0; index < refs.length; index += 1) {
    const ref = refs[index] as number
    figures[index] =
      ref < 0
        ? liveFigure(live[-1 - ref] as LiveEntry, sort)
        : (columns[segmentIndexOf(ref)]?.(placeOf(ref)) ?? Number.NaN)
  }
  return (a, b) => (figures[a] as number) - (figures[b] as number) || a - b
}

/** The figure at a place of a segment; the smallest one comes first. */
function columnOf(
  segment: Segment,
  sort: Exclude<Sort, 'NAME'>,
  texts: Texts | undefined,
): (place: number) => number {
  if (sort === 'DUE') return (place) => segment.dues?.charCodeAt(place) ?? Number.NaN
  const figures =
    sort === 'AMOUNT'
      ? texts?.amounts
      : sort === 'RATE'
        ? texts?.rates
        : numbersOf(segment.principals ?? Buffer.alloc(0), 'int8')
  return (place) => -(figures?.[place] ?? Number.NaN)
}

function liveFigure(entry: LiveEntry, sort: Exclude<Sort, 'NAME'>): number {
  if (sort === 'DUE') return entry.due
  if (sort === 'AMOUNT') return -entry.amount
  if (sort === 'RATE') return -entry.rate
  // Without a signature there is no unpaid principal, so it comes after those that have repaid all of it.
  return entry.principal === null ? 1 : -entry.principal
}

/** Compares two numbers made of the first characters of each name, and whole names only where these are equal. */
function byName(matches: Matches, texts: ReadonlyMap<Segment, Texts>): Compare {
  const { refs, live } = matches
  const nameAt = (ref: number): string => {
    if (ref < 0) return (live[-1 - ref] as LiveEntry).name
    const segment = segmentOf(matches, ref)
    return lineAt(texts.get(segment)?.names ?? '', placeOf(ref), segment.size)
  }
  const first = new Float64Array(refs.length)
  const second = new Float64Array(refs.length)
  const keys = matches.segments.map((segment) => keysOf(texts.get(segment) ?? {}, segment.size))
  for (let index = 0; index < refs.length; index += 1) {
    const ref = refs[index] as number
    const ofSegment = ref < 0 ? undefined : keys[segmentIndexOf(ref)]
    first[index] = ofSegment ? (ofSegment[0][placeOf(ref)] as number) : nameKey(nameAt(ref), 0)
    second[index] = ofSegment ? (ofSegment[1][placeOf(ref)] as number) : nameKey(nameAt(ref), keyLength)
  }
  return (a, b) =>
    (first[a] as number) - (first[b] as number) ||
    (second[a] as number) - (second[b] as number) ||
    compareTexts(nameAt(refs[a] as number), nameAt(refs[b] as number)) ||
    a - b
}

function lineAt(lines: string, place: number, size: number): string {
  const start = (lines.length / size) * place
  return lines.slice(start, lines.indexOf('\n', start))
}

function keysOf(texts: Texts, size: number): [Float64Array, Float64Array] {
  if (texts.nameKeys) return texts.nameKeys
  const keys: [Float64Array, Float64Array] = [new Float64Array(size), new Float64Array(size)]
  for (let place = 0; place < size; place += 1) {
    const name = lineAt(texts.names ?? '', place, size)
    keys[0][place] = nameKey(name, 0)
    keys[1][place] = nameKey(name, keyLength)
  }
  texts.nameKeys = keys
  return keys
}

const keyLength = 6
const wide = 255

/**
 * Six characters of a text as a number, such that a smaller number means a smaller text where all characters before are
 * equal. Nothing is said after a character beyond Latin-1.
 */
export function nameKey(text: string, from: number): number {
  let key = 0
  let isOver = false
  for (let at = 0; at < from && !isOver; at += 1) isOver = text.charCodeAt(at) >= wide
  for (let at = from; at < from + keyLength; at += 1) {
    const code = isOver || at >= text.length ? 0 : Math.min(wide, text.charCodeAt(at))
    isOver ||= code === wide
    key = key * 256 + code
  }
  return key
}

/** Compares texts as PostgreSQL does byte by byte: by code point, which differs from JavaScript's order beyond U+FFFF. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  if (!/[\ud800-\udfff]/.test(a + b)) return a < b ? -1 : 1
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
