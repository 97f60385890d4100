import { inJakarta, jakartaOffset } from '@pematang/contract/format/business-date'

/** ISO 8601 with seconds, optional fractions, and an offset or Z. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})$/

/** X-TIMESTAMP in milliseconds; null if it is malformed. */
export function readTimestamp(text: string): number | null {
  if (!instant.test(text)) return null
  const at = Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(at) ? null : at
}

/** Whether a call was signed at most `skewSeconds` before or after now, by database time. */
export const isWithin = (at: number, now: Date, skewSeconds: number): boolean =>
  Math.abs(now.getTime() - at) <= skewSeconds * 1000

/** Formats a time to the second with Jakarta's offset. */
export const writeTimestamp = (at: Date): string =>
  `${inJakarta(at).toISOString().slice(0, 19)}${jakartaOffset}`
