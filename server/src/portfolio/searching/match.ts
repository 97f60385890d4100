import type { Columns } from './columns.ts'
import { daysOf, placeOf } from './columns.ts'
import type { LiveEntry, SearchCriteria } from './read.ts'

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

const newline = 10

/**
 * Marks the lines of a text that contain another one; each line is read once.
 * @param lines how many lines the text has
 */
export function linesWith(text: string, part: string, lines: number): Uint8Array {
  const marks = new Uint8Array(lines)
  // No line contains a line break; the ends of two lines together are no match.
  if (part.includes('\n')) return marks
  let line = 0
  let at = 0
  for (let found = text.indexOf(part); found >= 0; found = text.indexOf(part, at)) {
    for (; at < found; at += 1) if (text.charCodeAt(at) === newline) line += 1
    marks[line] = 1
    const end = text.indexOf('\n', found)
    if (end < 0) break
    at = end + 1
    line += 1
  }
  return marks
}

/** Whether a status is that of a funding, by its phase and its oldest due date. */
function statusTest(status: SearchCriteria['status'], today: number): (phase: number, due: number) => boolean {
  if (status === null) return () => true
  const phases: readonly number[] = phasesOf[status]
  const of = Array.from({ length: 7 }, (_, phase) => phases.includes(phase))
  if (status === 'LATE') return (phase, due) => of[phase] === true && due < today
  if (status === 'ACTIVE' || status === 'RESTRUCTURE') return (phase, due) => of[phase] === true && due >= today
  return (phase) => of[phase] === true
}

/**
 * All matches, newest first: a line of the columns, or `-1 - i` for entry `i` of `live`. Fundings that are not packed as
 * they stand now stand among the others where their ids belong.
 */
export type Matches = { refs: Int32Array; live: LiveEntry[] }

export function findMatches(columns: Columns, { status }: SearchCriteria): Matches {
  const { row, lines, newestFirst, standingStart } = columns
  const { name, number, today } = row
  const named = name === null ? null : linesWith(row.names ?? '', name, lines)
  const numbered = number === null ? null : linesWith(row.numbers ?? '', number, lines)
  const isOf = statusTest(status, today)
  const phases = status === null ? null : (row.phases ?? '')
  const dues = row.dues === null ? null : daysOf(row.dues)
  const starts = new Map<string, number>()
  let packed = 0
  for (const { first, size } of newestFirst) {
    starts.set(first, packed)
    packed += size
  }
  const live = row.live.toSorted((a, b) => (a.id < b.id ? 1 : -1))
  const places = live.map((entry) => placeOf(entry, starts))
  const fits = live.map(
    (entry) =>
      (name === null || entry.name.includes(name)) &&
      (number === null || entry.number.includes(number)) &&
      isOf(entry.phase, entry.due),
  )
  const refs = new Int32Array(lines + live.length)
  let count = 0
  let place = 0
  let next = 0
  let replaced = -1
  for (const segment of newestFirst) {
    const { start, size } = segment
    const standing = phases === null ? 0 : (standingStart.get(segment) ?? 0)
    for (let slot = 0; slot < size; slot += 1, place += 1) {
      for (; next < live.length && places[next] === place; next += 1) {
        if (live[next]?.packed) replaced = place
        if (fits[next]) refs[count++] = -1 - next
      }
      const line = start + slot
      if (replaced === place || named?.[line] === 0 || numbered?.[line] === 0) continue
      if (phases !== null && !isOf(phases.charCodeAt(standing + slot) - 48, dues?.[standing + slot] ?? 0)) continue
      refs[count++] = line
    }
  }
  for (; next < live.length; next += 1) if (fits[next]) refs[count++] = -1 - next
  return { refs: refs.subarray(0, count), live }
}
