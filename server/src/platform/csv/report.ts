/** The separator between cells and the decimal sign of numbers. */
export type ReportStyle = { separator: ',' | ';'; decimal: '.' | ',' }

const international: ReportStyle = { separator: ',', decimal: '.' }

/**
 * Where a text would begin a formula: at its start, and behind what separates cells in a spreadsheet of another locale,
 * which takes the quotation marks of a cell for text.
 */
const formulas = /(^|[,;\t\r\n]["' ]*)(?=[=+\-@＝＋－＠])|^(?=[\t\r])/g

/**
 * One line of a report for a spreadsheet (RFC 4180). A text that begins like a formula is prefixed with an apostrophe,
 * so that no spreadsheet executes user input; numbers stay numbers.
 */
export function reportLine(cells: readonly (string | number | null)[], style = international): string {
  return `${cells.map((cell) => reportCell(cell, style)).join(style.separator)}\r\n`
}

function reportCell(value: string | number | null, { decimal }: ReportStyle): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value).replace('.', decimal)
  const safe = value.replaceAll(formulas, "$1'")
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
