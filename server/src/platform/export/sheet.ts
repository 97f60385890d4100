import { inJakarta } from '@pematang/contract/format/business-date'

/**
 * The content of a column: `text`; `date`, a business day YYYY-MM-DD; `time`, an instant (ISO 8601), shown in Jakarta
 * time; `rupiah`, whole rupiah, signed; `decimal`, a number with at most six decimals; `whole`, a count.
 */
export type ColumnKind = 'text' | 'date' | 'time' | 'rupiah' | 'decimal' | 'whole'

export type Column = { title: string; kind: ColumnKind }

/** A string for `text`, `date` and `time`, a number for the other kinds; null is an empty cell. */
export type Cell = string | number | null

/** A table to export. Its rows are read once, as fast as the client receives them. */
export type Sheet = {
  /** The name of the sheet in a workbook: at most 31 characters. */
  name: string
  columns: readonly Column[]
  rows: AsyncIterable<readonly Cell[]>
}

/** The date and time in Jakarta, to the second, as a `Date` whose UTC fields contain it. */
export const secondInJakarta = (instant: string): Date => new Date(inJakarta(instant).setUTCMilliseconds(0))
