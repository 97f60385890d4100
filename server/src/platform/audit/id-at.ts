/** The smallest id of an entry that was written at this time or later: ids of entries are time-ordered (uuid v7). */
export function idAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0').slice(-12)
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
