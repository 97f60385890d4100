import { loanNumberColumn } from '../files/index.ts'
import type { Table } from '../../platform/csv/table.ts'
import { businessDate, optional } from '../../platform/csv/values.ts'

/** A line of a disbursement file: a loan to be paid out. */
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
    disbursedOn: {
      name: 'disbursed_on',
      type: 'date',
      required: false,
      limit: 'today or before',
      read: optional(businessDate),
    },
  },
}
