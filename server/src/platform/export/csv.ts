import { byteOrderMark, reportLine } from '../csv/report.ts'
import { type Cell, type ColumnKind, secondInJakarta, type Sheet } from './sheet.ts'

/** Lines sent per chunk. */
const batch = 200

/**
 * A sheet as CSV that a spreadsheet with Indonesian settings opens without an import dialogue: semicolons between the
 * cells, a comma before decimals, and dates as YYYY-MM-DD, which every locale reads as dates.
 */
export async function* csvOf({ columns, rows }: Sheet): AsyncGenerator<string> {
  let lines = byteOrderMark + reportLine(columns.map(({ title }) => title))
  let held = 1
  for await (const row of rows) {
    lines += reportLine(columns.map(({ kind }, place) => toCsv(kind, row[place] ?? null)))
    held += 1
    if (held < batch) continue
    yield lines
    lines = ''
    held = 0
  }
  if (held > 0) yield lines
}

function toCsv(kind: ColumnKind, cell: Cell): Cell {
  if (kind === 'time' && typeof cell === 'string')
    return secondInJakarta(cell).toISOString().slice(0, 19).replace('T', ' ')
  // Numbers have at most six decimals, and no exponent.
  if (kind === 'decimal' && typeof cell === 'number') return Number(cell.toFixed(6))
  return cell
}
