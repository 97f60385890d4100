/**
 * One line of a report that people open in a spreadsheet (RFC 4180). A text that begins like a formula gets an
 * apostrophe before it, so that no spreadsheet runs what somebody typed as a name; numbers stay numbers.
 */
export function reportLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(reportCell).join(',')}\r\n`
}

function reportCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
