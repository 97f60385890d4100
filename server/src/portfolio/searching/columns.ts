import type { LiveEntry, PackedRow } from './read.ts'

/** A segment of about 64 fundings: where its lines begin in the columns, and how many there are. */
export type Segment = { first: string; revision: number; start: number; size: number }

/**
 * The columns of a portfolio by line, in the order in which the database gave the segments. Within a segment the newest
 * funding is first; `newestFirst` are the segments in that order.
 */
export type Columns = {
  row: PackedRow
  lines: number
  newestFirst: Segment[]
  /** The line in `phases`, `dues` and `principals` at which a segment begins. */
  standingStart: ReadonlyMap<Segment, number>
}

const headSize = 24
const idSize = 16

export function columnsOf(row: PackedRow): Columns {
  const heads = row.segments ?? Buffer.alloc(0)
  const byFirst = new Map<string, Segment>()
  let lines = 0
  for (let at = 0; at < heads.length; at += headSize) {
    const first = heads.toString('hex', at, at + idSize)
    const size = heads.readInt32BE(at + idSize + 4)
    byFirst.set(first, { first, revision: heads.readInt32BE(at + idSize), start: lines, size })
    lines += size
  }
  const standingStart = new Map<Segment, number>()
  const standings = row.standings ?? Buffer.alloc(0)
  let line = 0
  for (let at = 0; at < standings.length; at += idSize) {
    const segment = byFirst.get(standings.toString('hex', at, at + idSize))
    if (!segment) throw new Error('a segment of the portfolio has standings and no fundings')
    standingStart.set(segment, line)
    line += segment.size
  }
  const newestFirst = [...byFirst.values()].toSorted((a, b) => (a.first < b.first ? 1 : -1))
  return { row, lines, newestFirst, standingStart }
}

/** The numbers of 8 bytes in a column, as float8send or int8send wrote them. */
export function numbersOf(bytes: Buffer, kind: 'int8' | 'float8'): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const numbers = new Float64Array(bytes.length / 8)
  for (let line = 0; line < numbers.length; line += 1)
    numbers[line] =
      kind === 'float8'
        ? view.getFloat64(line * 8)
        : view.getInt32(line * 8) * 4_294_967_296 + view.getUint32(line * 8 + 4)
  return numbers
}

/** The numbers of 4 bytes in a column, as int4send wrote them. */
export function daysOf(bytes: Buffer): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const days = new Int32Array(bytes.length / 4)
  for (let line = 0; line < days.length; line += 1) days[line] = view.getInt32(line * 4)
  return days
}

/** The place of a live funding in the list of packed ones: how many of them are newer. Not packed portfolios have none. */
export function placeOf(entry: LiveEntry, starts: ReadonlyMap<string, number>): number {
  if (entry.segment === null) return 0
  const start = starts.get(entry.segment.replaceAll('-', ''))
  if (start === undefined) throw new Error('a funding belongs to a segment of the portfolio that was not read')
  return start + (entry.newer ?? 0)
}
