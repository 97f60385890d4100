/** ISO 8601 with seconds, perhaps parts of them, and an offset or Z: both occur. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})$/

/** The time of X-TIMESTAMP in milliseconds, or null where it is none. */
export function readTimestamp(text: string): number | null {
  if (!instant.test(text)) return null
  const at = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(at) ? null : at
}

/** Whether a call was signed at most so long ago, or so long ahead, by the clock of the database. */
export const isWithin = (at: number, now: Date, skewSeconds: number): boolean =>
  Math.abs(now.getTime() - at) <= skewSeconds * 1000

/** A time as we write it, in Jakarta's offset, to the second. */
export const writeTimestamp = (at: Date): string =>
  `${new Date(at.getTime() + 7 * 3_600_000).toISOString().slice(0, 19)}+07:00`
