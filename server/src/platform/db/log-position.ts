/** A position in the write-ahead log of a primary. A failover starts another timeline. */
export type LogPosition = { timeline: number; place: bigint }

/** How much of the log a replica has replayed, with the timelines of the primaries that it followed. */
export type Replayed = { timelines: readonly number[]; place: bigint }

/** Whether a replica has replayed everything up to a log position. */
export const includes = ({ timelines, place }: Replayed, position: LogPosition): boolean =>
  timelines.includes(position.timeline) && place >= position.place

/** The later of two positions; if the timelines differ, the second one is the later. */
export const laterOf = (one: LogPosition, other: LogPosition): LogPosition =>
  other.timeline === one.timeline ? (other.place > one.place ? other : one) : other

/**
 * SQL for the position up to which the primary's log is on its disk; null on a standby. Every acknowledged change is
 * before it, because an answer waits for the disk.
 */
export const primaryPosition = `case when not pg_is_in_recovery()
  then left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) || ' ' || pg_current_wal_flush_lsn() end`

/** Parses a position as `primaryPosition` returns it, e.g. `00000002 16/B374D848`. */
export function readPosition(text: string | null): LogPosition | null {
  const [timeline, place] = text?.split(' ') ?? []
  return timeline && place ? { timeline: Number.parseInt(timeline, 16), place: readPlace(place) } : null
}

/** Parses a log position (LSN) as PostgreSQL writes it, e.g. `16/B374D848`. */
export function readPlace(text: string): bigint {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
