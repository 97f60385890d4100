import type { ColumnValues } from './columns.ts'
import type { Portfolio, SearchCriteria, Segment, UnpackedFunding } from './read.ts'

/** The phases of `portfolio_standing` that each status covers. A funding that waits for a signature has phase 0. */
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

const codeOfZero = 48
/** A match reference has the position of a funding in its lowest 12 bits, so a segment has at most 4,096 fundings. */
const positionBits = 12
const maxSegmentSize = 4096

/**
 * All matches, newest first. `refs` has a match reference for each: the index of the segment and the position in it, or
 * `-1 - i` for entry `i` of `unpacked`.
 */
export type Matches = { refs: Int32Array; segments: Segment[]; unpacked: UnpackedFunding[] }

export const segmentIndexOf = (ref: number): number => ref >> positionBits
export const segmentOf = ({ segments }: Matches, ref: number): Segment =>
  segments[segmentIndexOf(ref)] as Segment
export const positionOf = (ref: number): number => ref & (maxSegmentSize - 1)

/** Clears the marks of the lines that do not contain a search text. All lines of a column have the same width. */
export function keepLinesWith(lines: string, searched: string, marks: Uint8Array): void {
  const width = lines.length / marks.length
  if (!Number.isInteger(width))
    throw new Error('the lines of a segment of the portfolio have different widths')
  let line = 0
  // A line break separates two lines, so a search text with a line break would match across them.
  let found = searched.includes('\n') ? -1 : lines.indexOf(searched)
  while (found >= 0) {
    const match = Math.floor(found / width)
    while (line < match) marks[line++] = 0
    line += 1
    found = lines.indexOf(searched, line * width)
  }
  marks.fill(0, line)
}

const contains = (text: string, searched: string | null): boolean =>
  searched === null || text.includes(searched)

/** Returns a test of whether a funding with a phase and an oldest due date has the status. */
function statusTest(
  status: SearchCriteria['status'],
  today: number,
): (phase: number, due: number) => boolean {
  if (status === null) return () => true
  const phases: readonly number[] = phasesOf[status]
  const hasPhase = Array.from({ length: 7 }, (_, phase) => phases.includes(phase))
  if (status === 'LATE') return (phase, due) => hasPhase[phase] === true && due < today
  if (status === 'ACTIVE' || status === 'RESTRUCTURE')
    return (phase, due) => hasPhase[phase] === true && due >= today
  return (phase) => hasPhase[phase] === true
}

/** Returns for each unpacked funding whether it matches. */
function matchUnpacked(
  { name, number, today, unpacked }: Portfolio,
  status: SearchCriteria['status'],
): boolean[] {
  const hasStatus = statusTest(status, today)
  return unpacked.map(
    (funding) =>
      contains(funding.name, name) &&
      contains(funding.number, number) &&
      hasStatus(funding.phase, funding.due),
  )
}

/** Clears the marks of the fundings of a segment that do not match by their packed columns. */
function matchPacked(
  { name, number, today }: Portfolio,
  status: SearchCriteria['status'],
  { size, phases, dues }: Segment,
  { numbers, names }: ColumnValues,
  marks: Uint8Array,
): void {
  if (status !== null) {
    const hasStatus = statusTest(status, today)
    for (let position = 0; position < size; position += 1) {
      const phase = (phases?.charCodeAt(position) ?? 0) - codeOfZero
      if (!hasStatus(phase, dues?.charCodeAt(position) ?? 0)) marks[position] = 0
    }
  }
  if (number !== null) keepLinesWith(numbers ?? '', number, marks)
  if (name !== null) keepLinesWith(names ?? '', name, marks)
}

/**
 * Merges the matches of the segments with those of the unpacked fundings, newest first. An unpacked funding replaces the
 * packed one with the same id.
 * @param columns the searched columns of all segments, and the ids of the segments to which an unpacked funding belongs
 */
export function findMatches(
  portfolio: Portfolio,
  { status }: SearchCriteria,
  columns: ReadonlyMap<Segment, ColumnValues>,
): Matches {
  const { unpacked, segments } = portfolio
  const isMatch = matchUnpacked(portfolio, status)
  const refs = new Int32Array(segments.reduce((sum, { size }) => sum + size, unpacked.length))
  const allMarks = new Uint8Array(maxSegmentSize)
  let count = 0
  let next = 0
  /** Adds the unpacked fundings down to this id, and returns whether one of them has the id. */
  const addUnpackedDownTo = (id: string): boolean => {
    let isReplaced = false
    for (let funding = unpacked[next]; funding && funding.id >= id; funding = unpacked[next]) {
      isReplaced ||= funding.id === id
      if (isMatch[next]) refs[count++] = -1 - next
      next += 1
    }
    return isReplaced
  }
  for (const [index, segment] of segments.entries()) {
    if (segment.size > maxSegmentSize)
      throw new RangeError(`a segment of the portfolio has ${segment.size} fundings`)
    const values = columns.get(segment) ?? {}
    const marks = allMarks.subarray(0, segment.size).fill(1)
    matchPacked(portfolio, status, segment, values, marks)
    const hasUnpacked = (unpacked[next]?.id ?? '') >= segment.first
    if (hasUnpacked && !values.ids) throw new Error('a segment of the portfolio was read without its ids')
    for (let position = 0; position < segment.size; position += 1) {
      if (hasUnpacked && addUnpackedDownTo(values.ids?.[position] ?? '')) continue
      if (marks[position] === 1) refs[count++] = (index << positionBits) | position
    }
    if (hasUnpacked) addUnpackedDownTo(segment.first)
  }
  addUnpackedDownTo('')
  return { refs: refs.subarray(0, count), segments, unpacked }
}
