import { loanNumberColumn } from '../files/index.ts'
import { type Table, optionalColumn } from '../../platform/csv/table.ts'
import { businessDate } from '../../platform/csv/values.ts'

export type DisbursementRow = {
  loanNumber: string
  /** The value date; null for today. */
  disbursedOn: string | null
}

/** The format of the disbursement file (docs/disbursement-file.md). */
export const disbursementTable: Table<DisbursementRow> = {
  kind: 'pencairan',
  mayLeaveOut: true,
  columns: {
    loanNumber: loanNumberColumn,
    disbursedOn: optionalColumn('disbursed_on', 'date', 'today or before', businessDate),
  },
}
