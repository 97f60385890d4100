import type { LiveEntry, Portfolio, SearchCriteria, Segment } from './read.ts'
import type { Texts } from './texts.ts'

/** The phases of `portfolio_standing` that a status means. A funding that waits for a signature has phase 0. */
const phasesOf = {
  FUNDED: [0, 1],
  UNSIGNED: [0],
  ACTIVE: [2],
  LATE: [2, 3],
  RESTRUCTURE: [3],
  REPAID: [4],
  WRITTEN_OFF: [5],
  REFUNDED: [6],
} as const satisfies Record<NonNullable<SearchCriteria['status']>, readonly number[]>

const zero = 48
/** A match is one number, of its segment and its place there; no segment has as many fundings. */
const places = 4096
const bits = 12

/**
 * All matches, newest first. `refs` has the segment and the place of each, or `-1 - i` for entry `i` of `live`. Fundings
 * that are not packed as they stand now are among the others where their ids belong.
 */
export type Matches = { refs: Int32Array; segments: Segment[]; live: LiveEntry[] }

export const segmentIndexOf = (ref: number): number => ref >> bits
export const segmentOf = ({ segments }: Matches, ref: number): Segment =>
  segments[segmentIndexOf(ref)] as Segment
export const placeOf = (ref: number): number => ref & (places - 1)

/** Unmarks the lines of a text of lines of one width that do not contain another text. */
export function keepLinesWith(text: string, part: string, marks: Uint8Array): void {
  const width = text.length / marks.length
  if (!Number.isInteger(width))
    throw new Error('the lines of a segment of the portfolio have different widths')
  let line = 0
  // No line contains a line break; the ends of two lines together are no match.
  let found = part.includes('\n') ? -1 : text.indexOf(part)
  while (found >= 0) {
    const match = Math.floor(found / width)
    while (line < match) marks[line++] = 0
    line += 1
    found = text.indexOf(part, line * width)
  }
  marks.fill(0, line)
}

const contains = (text: string, part: string | null): boolean => part === null || text.includes(part)

/** Whether a status is that of a funding, by its phase and its oldest due date. */
function statusTest(
  status: SearchCriteria['status'],
  today: number,
): (phase: number, due: number) => boolean {
  if (status === null) return () => true
  const phases: readonly number[] = phasesOf[status]
  const of = Array.from({ length: 7 }, (_, phase) => phases.includes(phase))
  if (status === 'LATE') return (phase, due) => of[phase] === true && due < today
  if (status === 'ACTIVE' || status === 'RESTRUCTURE')
    return (phase, due) => of[phase] === true && due >= today
  return (phase) => of[phase] === true
}

/** The first of the segments, newest first, that has an id. */
export const segmentWith = (segments: readonly Segment[], id: string): Segment | undefined =>
  segments.find(({ first }) => first <= id)

/** Whether each entry that is not packed as it stands now matches. */
function liveFits({ name, number, today, live }: Portfolio, status: SearchCriteria['status']): boolean[] {
  const isOf = statusTest(status, today)
  return live.map(
    (entry) => contains(entry.name, name) && contains(entry.number, number) && isOf(entry.phase, entry.due),
  )
}

/** Marks the fundings of a segment that match as they are packed. */
function packedFits(
  { name, number, today }: Portfolio,
  status: SearchCriteria['status'],
  { size, phases, dues }: Segment,
  { numbers, names }: Texts,
  marks: Uint8Array,
): void {
  if (status !== null) {
    const isOf = statusTest(status, today)
    for (let place = 0; place < size; place += 1)
      if (!isOf((phases?.charCodeAt(place) ?? 0) - zero, dues?.charCodeAt(place) ?? 0)) marks[place] = 0
  }
  if (number !== null) keepLinesWith(numbers ?? '', number, marks)
  if (name !== null) keepLinesWith(names ?? '', name, marks)
}

/** @param texts of all segments what the criteria search, and the ids of those in which a live entry belongs */
export function findMatches(
  portfolio: Portfolio,
  { status }: SearchCriteria,
  texts: ReadonlyMap<Segment, Texts>,
): Matches {
  const { live, segments } = portfolio
  const fits = liveFits(portfolio, status)
  const refs = new Int32Array(segments.reduce((sum, { size }) => sum + size, live.length))
  const all = new Uint8Array(places)
  let count = 0
  let next = 0
  /** Adds the entries with this id and newer ones; says whether one has this id. */
  const addLive = (id: string): boolean => {
    let isSame = false
    for (let entry = live[next]; entry && entry.id >= id; entry = live[next]) {
      isSame ||= entry.id === id
      if (fits[next]) refs[count++] = -1 - next
      next += 1
    }
    return isSame
  }
  for (const [index, segment] of segments.entries()) {
    if (segment.size > places) throw new RangeError(`a segment of the portfolio has ${segment.size} fundings`)
    const known = texts.get(segment) ?? {}
    const marks = all.subarray(0, segment.size).fill(1)
    packedFits(portfolio, status, segment, known, marks)
    const hasLive = (live[next]?.id ?? '') >= segment.first
    if (hasLive && !known.ids) throw new Error('a segment of the portfolio was read without its ids')
    for (let place = 0; place < segment.size; place += 1) {
      if (hasLive && addLive(known.ids?.[place] ?? '')) continue
      if (marks[place] === 1) refs[count++] = (index << bits) | place
    }
    if (hasLive) addLive(segment.first)
  }
  addLive('')
  return { refs: refs.subarray(0, count), segments, live }
}
