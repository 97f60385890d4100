/** The mark at the start of a file by which spreadsheets recognise UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * Where a text would begin a formula: at its start, and behind what separates cells in a spreadsheet of another locale,
 * which takes the quotation marks of a cell for text.
 */
const formulas = /(^|[,;\t\r\n]["' ]*)(?=[=+\-@＝＋－＠])|^(?=[\t\r])/g

/**
 * One line of a report for a spreadsheet (RFC 4180) with Indonesian settings, which splits columns at semicolons and reads
 * a comma before decimals. A text that begins like a formula is prefixed with an apostrophe,
 * so that no spreadsheet executes user input; numbers stay numbers.
 */
export function reportLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(reportCell).join(';')}\r\n`
}

function reportCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value).replace('.', ',')
  const safe = value.replaceAll(formulas, "$1'")
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
