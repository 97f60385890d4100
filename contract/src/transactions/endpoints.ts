import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { exportedFile, exportFormat, filterField, instant, limitField, listOf, pageField } from '../fields.ts'

/** Filter values of section 4 of the specification. */
export const transactionTypes = { 'Top Up': 1, Funding: 2, Repayment: 5, Withdraw: 6 } as const
export const transactionStatuses = { Success: 1, 'In Progress': 2, Failed: 3 } as const

export type TransactionTypeName = keyof typeof transactionTypes
export type TransactionStatusName = keyof typeof transactionStatuses

/** `amount` is whole rupiah and signed: money that left the cash balance is negative. */
export const transactionItem = z.object({
  id: z.string(),
  typeName: z.enum(['Top Up', 'Funding', 'Repayment', 'Withdraw']),
  createdDate: instant,
  transactionNumber: z.string(),
  loanNumber: z.nullable(z.string()),
  amount: z.int(),
  status: z.enum(['Success', 'In Progress', 'Failed']),
  isDownloadable: z.boolean(),
  /** True for a paid withdrawal that the bank returned; the number is that of the withdrawal. */
  isGivenBack: z.boolean(),
  /** True for a reversal: it has the type of the entry that it corrects, and its amount is mostly negative. */
  isCorrection: z.boolean(),
})
export type TransactionItem = z.infer<typeof transactionItem>

const oneOf = (values: readonly string[]) => z.optional(z.enum(['', ...values]))
const unixSeconds = z.optional(z.string().check(z.regex(/^([0-9]{1,11})?$/)))

const transactionFilter = {
  type: oneOf(['1', '2', '5', '6']),
  status: oneOf(['1', '2', '3']),
  startDate: unixSeconds,
  endDate: unixSeconds,
  /** Beyond the specification: part of the number of a transaction or loan. */
  reference: filterField,
}

export const listTransactions = endpoint({
  operationId: 'listTransactions',
  method: 'GET',
  path: '/transactions',
  auth: 'lender',
  summary: 'What moved on the cash balance of this lender, newest first.',
  query: z.strictObject({ ...transactionFilter, limit: limitField, page: pageField }),
  answer: listOf(transactionItem),
  errors: [],
})

export const exportTransactions = endpoint({
  operationId: 'exportTransactions',
  method: 'GET',
  path: '/transactions/export',
  auth: 'lender',
  summary:
    'All movements on the cash balance of this lender that the filter finds, as a file for a spreadsheet: CSV for Indonesian settings or an Excel workbook.',
  query: z.strictObject({ ...transactionFilter, format: exportFormat }),
  answer: exportedFile,
  errors: [],
})

export const downloadTransactionReport = endpoint({
  operationId: 'downloadTransactionReport',
  method: 'GET',
  path: '/transactions/report',
  auth: 'lender',
  summary:
    'The report of one bulk funding of this lender, as CSV for a spreadsheet: each of its loans with what became of it. The answer is named "Funding - {number} - {timestamp}.csv".',
  query: z.strictObject({ bulkFundingNumber: z.string().check(z.minLength(1), z.maxLength(60)) }),
  answer: { binary: ['text/csv'] },
  errors: ['NOT_FOUND'],
})
