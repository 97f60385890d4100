import { Readable } from 'node:stream'
import type { CellValue, ColumnDef } from 'hucre/xlsx'
import { type Cell, type ColumnKind, secondInJakarta, type Sheet } from './sheet.ts'

/** Shows months in Indonesian wherever the file is opened: language 0x0421 of [MS-LCID]. */
const inIndonesian = '[$-421]'

/**
 * The width and number format of each kind of column; dates are long, as on screens. A spreadsheet replaces `,` and `.`
 * by the separators of its own locale.
 */
const looks: Record<ColumnKind, Pick<ColumnDef, 'width' | 'numFmt'>> = {
  text: { width: 24 },
  date: { width: 18, numFmt: `${inIndonesian}d mmmm yyyy` },
  time: { width: 26, numFmt: `${inIndonesian}d mmmm yyyy hh:mm:ss` },
  rupiah: { width: 18, numFmt: '#,##0' },
  decimal: { width: 12, numFmt: '0.00##' },
  whole: { width: 10, numFmt: '0' },
}

/**
 * A sheet as an Excel workbook with real numbers and dates, and with texts that no spreadsheet treats as a formula.
 * Rows are read and compressed while they are sent, so memory use does not grow with the sheet.
 */
export const xlsxOf = (sheet: Sheet): Readable => Readable.from(workbookOf(sheet), { objectMode: false })

async function* workbookOf({ name, columns, rows }: Sheet): AsyncGenerator<Uint8Array> {
  // Loaded at its first use: a command starts without it.
  const { writeXlsxStream } = await import('hucre/xlsx')
  yield* writeXlsxStream(valuesOf({ columns, rows }), {
    name,
    columns: columns.map(({ title, kind }) => ({ header: title, ...looks[kind] })),
    freezePane: { rows: 1 },
  })
}

async function* valuesOf({ columns, rows }: Pick<Sheet, 'columns' | 'rows'>): AsyncGenerator<CellValue[]> {
  for await (const row of rows) yield columns.map(({ kind }, place) => toValue(kind, row[place] ?? null))
}

function toValue(kind: ColumnKind, cell: Cell): CellValue {
  if (typeof cell !== 'string') return cell
  if (kind === 'date') return new Date(`${cell}T00:00:00Z`)
  return kind === 'time' ? secondInJakarta(cell) : cell
}
