import { type Columns, daysOf, numbersOf } from './columns.ts'
import type { Matches } from './match.ts'
import type { LiveEntry, SearchCriteria } from './read.ts'

type Sort = NonNullable<SearchCriteria['sort']>

/**
 * Compares matches by their places in the list of matches: the most overdue first, the largest figure first, or by name;
 * the newer one first where both are equal.
 */
export function orderOf(columns: Columns, matches: Matches, sort: Sort): (a: number, b: number) => number {
  if (sort === 'NAME') {
    const names = namesOf(columns, matches)
    return (a, b) => compareTexts(names[a] as string, names[b] as string) || a - b
  }
  const figures = figuresOf(columns, matches, sort)
  return (a, b) => (figures[a] as number) - (figures[b] as number) || a - b
}

/** The figures of the matches, the smallest of which comes first. */
function figuresOf({ row, newestFirst, standingStart, lines }: Columns, { refs, live }: Matches, sort: Exclude<Sort, 'NAME'>) {
  let column: ArrayLike<number>
  let start: ReadonlyMap<object, number> | null = null
  let sign = -1
  if (sort === 'DUE') {
    column = daysOf(row.dues ?? Buffer.alloc(0))
    start = standingStart
    sign = 1
  } else if (sort === 'PRINCIPAL') {
    column = numbersOf(row.principals ?? Buffer.alloc(0), 'int8')
    start = standingStart
  } else column = numbersOf(row.figures ?? Buffer.alloc(0), sort === 'RATE' ? 'float8' : 'int8')
  const byLine = new Float64Array(lines)
  for (const segment of newestFirst) {
    const from = start === null ? segment.start : (start.get(segment) ?? 0)
    for (let slot = 0; slot < segment.size; slot += 1)
      byLine[segment.start + slot] = sign * (column[from + slot] as number)
  }
  return Float64Array.from(refs, (ref) => (ref >= 0 ? (byLine[ref] as number) : liveFigure(live[-1 - ref] as LiveEntry, sort)))
}

function liveFigure(entry: LiveEntry, sort: Exclude<Sort, 'NAME'>): number {
  if (sort === 'DUE') return entry.due
  if (sort === 'AMOUNT') return -entry.amount
  if (sort === 'RATE') return -entry.rate
  // Without a signature there is no unpaid principal, so it comes after those that have repaid all of it.
  return entry.principal === null ? 1 : -entry.principal
}

function namesOf({ row }: Columns, { refs, live }: Matches): string[] {
  const names = (row.names ?? '').split('\n')
  return Array.from(refs, (ref) => (ref >= 0 ? (names[ref] as string) : (live[-1 - ref] as LiveEntry).name))
}

/** Compares texts as PostgreSQL does byte by byte: by code point, which differs from JavaScript's order beyond U+FFFF. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  if (!/[\ud800-\udfff]/.test(a) && !/[\ud800-\udfff]/.test(b)) return a < b ? -1 : 1
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
