import { type Column, requiredColumn } from '../../platform/csv/table.ts'
import { reference, text } from '../../platform/csv/values.ts'

export const loanNumberColumn: Column<string> = requiredColumn(
  'loan_number',
  'reference',
  '1 to 40 characters of A-Z, 0-9, / and -',
  reference(40),
)

/** The column with the reference of a payment at the bank or in the file. */
export const paymentReferenceColumn: Column<string> = requiredColumn(
  'reference',
  'text',
  'at most 100 characters',
  text(100),
)
