import { type Column, requiredColumn } from '../../platform/csv/table.ts'
import { phoneDigits, text } from '../../platform/csv/values.ts'

/** The column with the reason of an action, for the audit trail; it must not contain personal data. */
export const reasonColumn: Column<string> = requiredColumn(
  'reason',
  'text',
  'at most 200 characters',
  text(200),
)

/** How a phone number may be written in a file. */
export const phoneLimit = '8 to 20 digits, also with 0, 62 or +62 before them'

/** The column with the phone number of a lender; its national number is read. */
export const phoneColumn: Column<string> = requiredColumn('phone', 'text', phoneLimit, phoneDigits)
