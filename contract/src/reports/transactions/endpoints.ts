import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import {
  businessDay,
  exportedFile,
  exportFormat,
  filterField,
  instant,
  limitField,
  pageField,
  pagination,
} from '../../fields.ts'

/** Filter values of section 4 of the specification. */
export const transactionTypes = { 'Top Up': 1, Funding: 2, Repayment: 5, Withdraw: 6 } as const
export const transactionStatuses = { Success: 1, 'In Progress': 2, Failed: 3 } as const

export type TransactionTypeName = keyof typeof transactionTypes
export type TransactionStatusName = keyof typeof transactionStatuses

/** `amount` is whole rupiah and signed: money that left the cash balance is negative. */
export const transactionItem = z.object({
  id: z.string(),
  typeName: z.enum(['Top Up', 'Funding', 'Repayment', 'Withdraw']),
  /** When the money moved, as in the statement; while it is reserved, when it was, and when it was released if it failed. */
  createdDate: instant,
  /** When the money was reserved; null where it moved at once, or waits. */
  reservedDate: z.nullable(instant),
  transactionNumber: z.string(),
  loanNumber: z.nullable(z.string()),
  amount: z.int(),
  status: z.enum(['Success', 'In Progress', 'Failed']),
  isDownloadable: z.boolean(),
  /** True for a paid withdrawal that the bank returned; the number is that of the withdrawal. */
  isGivenBack: z.boolean(),
  /** True for a reversal: it has the type of the entry that it corrects, and its amount is usually negative. */
  isCorrection: z.boolean(),
  /** True for cash that was taken over from a former system, which no bank lists as a payment, and for its reversal. */
  isOpening: z.boolean(),
})
export type TransactionItem = z.infer<typeof transactionItem>

/**
 * A day of the page, under the filter and across pages: the number of movements, the `sum` of those that succeeded, and
 * the ledger's `balance` at its end as in the statement, which includes reserved money. Under a filter by type, status or
 * reference there is no balance, because movements are left out.
 */
export const transactionDay = z.object({
  day: businessDay,
  movements: z.int(),
  sum: z.int(),
  balance: z.nullable(z.int()),
})
export type TransactionDay = z.infer<typeof transactionDay>

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
  /** `days` are those of the listed movements, the newest first. */
  answer: z.object({ list: z.array(transactionItem), days: z.array(transactionDay), pagination }),
  errors: [],
})

/** The details of a top-up as its bank reported it; they may be null where an operator recorded it. */
const topUpFacts = z.object({
  kind: z.literal('TOP_UP'),
  bankName: z.nullable(z.string()),
  virtualAccount: z.nullable(z.string()),
  bankReference: z.nullable(z.string()),
})
/** Cash that was taken over from a former system, as it was there at the end of a day. */
const openingFacts = z.object({ kind: z.literal('OPENING'), asOf: businessDay })
const fundingFacts = z.object({
  kind: z.literal('FUNDING'),
  outcome: z.enum(['WAITING', 'FUNDED', 'REFUNDED', 'REJECTED', 'EXPIRED', 'CANCELLED']),
  endedAt: z.nullable(instant),
  signBefore: instant,
})
/** A payment of the borrower or the refund of a cancelled loan: the parts in whole rupiah, and the tax withheld. */
const repaymentFacts = z.object({
  kind: z.literal('REPAYMENT'),
  isRefund: z.boolean(),
  /** The value date of the payment. */
  paidOn: z.nullable(businessDay),
  principal: z.int(),
  interest: z.int(),
  penalty: z.int(),
  tax: z.int(),
})
/**
 * A withdrawal: `sent` is the amount that arrives at the bank account, without the fee; the account number is masked
 * except for its last digits.
 */
const withdrawalFacts = z.object({
  kind: z.literal('WITHDRAWAL'),
  sent: z.int(),
  fee: z.int(),
  bankName: z.nullable(z.string()),
  accountName: z.string(),
  accountNumber: z.string(),
  reason: z.string(),
  outcome: z.enum(['UNDER_WAY', 'PAID', 'RETURNED', 'GIVEN_BACK']),
  endedAt: z.nullable(instant),
  bankReference: z.nullable(z.string()),
})
export const transactionFacts = z.discriminatedUnion('kind', [
  topUpFacts,
  openingFacts,
  fundingFacts,
  repaymentFacts,
  withdrawalFacts,
])
export type TransactionFacts = z.infer<typeof transactionFacts>

export const getTransaction = endpoint({
  operationId: 'getTransaction',
  method: 'GET',
  path: '/transactions/detail',
  auth: 'lender',
  summary:
    'One movement on the cash balance of this lender in detail: the payment, funding, repayment or withdrawal behind it.',
  query: z.strictObject({
    id: z.uuid(),
    /** The type of the row, as in the filter. */
    type: z.enum(['1', '2', '5', '6']),
  }),
  answer: transactionFacts,
  errors: ['NOT_FOUND'],
})

export const exportTransactions = endpoint({
  operationId: 'exportTransactions',
  method: 'GET',
  path: '/transactions/export',
  auth: 'lender',
  costs: 'DOWNLOAD',
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
  costs: 'DOWNLOAD',
  summary:
    'The report of one bulk funding of this lender, as CSV for a spreadsheet: each of its loans with what became of it. The answer is named "Funding - {number} - {timestamp}.csv".',
  query: z.strictObject({ bulkFundingNumber: z.string().check(z.minLength(1), z.maxLength(60)) }),
  answer: { binary: ['text/csv'] },
  errors: ['NOT_FOUND'],
})
