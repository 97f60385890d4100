import type { Column } from '../../platform/csv/table.ts'
import { reference, text } from '../../platform/csv/values.ts'

export const loanNumberColumn: Column<string> = {
  name: 'loan_number',
  type: 'reference',
  required: true,
  limit: '1 to 40 characters of A-Z, 0-9, / and -',
  read: reference(40),
}

/** The column with the reference of a payment at the bank or in the file. */
export const paymentReferenceColumn: Column<string> = {
  name: 'reference',
  type: 'text',
  required: true,
  limit: 'at most 100 characters',
  read: text(100),
}
