/** A place in the write-ahead log of a primary. A failover starts another timeline. */
export type LogPosition = { timeline: number; place: bigint }

/** What a replica has of the logs of the primaries it followed. */
export type Replayed = { timelines: readonly number[]; place: bigint }

/** Whether a replica has all that was in the log up to a position. */
export const includes = ({ timelines, place }: Replayed, position: LogPosition): boolean =>
  timelines.includes(position.timeline) && place >= position.place

/** The later of two positions; another timeline is the newer one. */
export const laterOf = (one: LogPosition, other: LogPosition): LogPosition =>
  other.timeline === one.timeline ? (other.place > one.place ? other : one) : other

/**
 * How far the log of the primary is on its disk; null on a standby. Every acknowledged change is before it, because an
 * answer waits for the disk.
 */
export const primaryPosition = `case when not pg_is_in_recovery()
  then left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) || ' ' || pg_current_wal_flush_lsn() end`

/** Reads what `primaryPosition` gives, e.g. `00000002 16/B374D848`. */
export function readPosition(text: string | null): LogPosition | null {
  const [timeline, place] = text?.split(' ') ?? []
  return timeline && place ? { timeline: Number.parseInt(timeline, 16), place: readPlace(place) } : null
}

/** Reads a place in the log as PostgreSQL writes it, e.g. `16/B374D848`. */
export function readPlace(text: string): bigint {
  const [high, low] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
