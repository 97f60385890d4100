import type { Column } from '../csv/table.ts'
import { phoneDigits, reference, text } from '../csv/values.ts'

/**
 * Maximum of a payment, in whole rupiah; far above any real one, because POJK 40/2024 allows loans up to Rp5 billion.
 */
export const maxPayment = 999_999_999_999

/** The column with the number of a loan. */
export const loanNumberColumn: Column<string> = {
  name: 'loan_number',
  type: 'reference',
  required: true,
  limit: '1 to 40 characters of A-Z, 0-9, / and -',
  read: reference(40),
}

/** The column with the reason of an action, for the audit trail; it must not contain personal data. */
export const reasonColumn: Column<string> = {
  name: 'reason',
  type: 'text',
  required: true,
  limit: 'at most 200 characters',
  read: text(200),
}

/** The column with the reference of a payment at the bank or in the file. */
export const paymentReferenceColumn: Column<string> = {
  name: 'reference',
  type: 'text',
  required: true,
  limit: 'at most 100 characters',
  read: text(100),
}

/** The column with the national phone number of a lender. */
export const phoneColumn: Column<string> = {
  name: 'phone',
  type: 'text',
  required: true,
  limit: '8 to 20 digits, without +62',
  read: phoneDigits,
}
