import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idField, instant, limitField, listOf, pageField, pagination } from '../fields.ts'
import { marketplaceLoan } from '../marketplace/endpoints.ts'

/** Names a product: its `uploadId`. */
const secureIdField = z.string().check(z.minLength(1), z.maxLength(100))
const flagField = z.optional(z.literal('web'))

/**
 * Loans that are offered together. `totalLoan` and `totalLoanAmount` are what it was uploaded with, in whole rupiah;
 * `totalFunding` is what of that is funded or reserved, `progress_percentage` its share (0 to 100). `openLoan` and
 * `openLoanAmount` are what a bulk funding would fund now. `interestPercentage` is a fraction per year, the average of
 * its loans by their amounts; `grade` is that of all of them, "A - D" where they differ, and "A - D, sebagian tanpa
 * rating" where some have none. `bulkFundingNumber` is this lender's own bulk funding of it, where there is one: he
 * funds a product once.
 */
export const bulkProduct = z.object({
  uploadId: z.string(),
  uploadTransactionNumber: z.string(),
  partnerName: z.string(),
  loanTypeName: z.string(),
  loanTypeId: idField,
  interestPercentage: z.number(),
  totalFunding: z.int(),
  totalLoanAmount: z.int(),
  totalLoan: z.int(),
  openLoan: z.int(),
  openLoanAmount: z.int(),
  progress_percentage: z.number(),
  grade: z.nullable(z.string()),
  bulkFundingNumber: z.nullable(z.string()),
})
export type BulkProduct = z.infer<typeof bulkProduct>

export const listBulkProducts = endpoint({
  operationId: 'listBulkProducts',
  method: 'GET',
  path: '/marketplace/bulk',
  auth: 'lender',
  summary:
    'Bulk products with loans open for funding, the newest first; isBulkFunding says whether this lender is offered any.',
  query: z.strictObject({ limit: limitField, page: pageField, flag: flagField }),
  answer: z.object({ bulkList: z.array(bulkProduct), isBulkFunding: z.boolean(), pagination }),
  errors: [],
})

/** A loan of a bulk product as its card shows it. `amount` is what is left of it, which a bulk funding takes whole. */
export const bulkLoan = z.extend(marketplaceLoan, {
  secure_id: z.string(),
  partner_name: z.string(),
  loan_number: z.string(),
  amount: z.int(),
})
export type BulkLoan = z.infer<typeof bulkLoan>

export const listBulkLoans = endpoint({
  operationId: 'listBulkLoans',
  method: 'GET',
  path: '/marketplace/bulk/loans',
  auth: 'lender',
  summary: 'The open loans of one bulk product, by number, a page at a time, with the product itself.',
  query: z.strictObject({
    limit: limitField,
    page: pageField,
    flag: flagField,
    bulk_secure_id: secureIdField,
  }),
  answer: z.extend(listOf(bulkLoan), { product: bulkProduct }),
  errors: ['BULK_NOT_FOUND'],
})

export const listBulkLoanNumbers = endpoint({
  operationId: 'listBulkLoanNumbers',
  method: 'GET',
  path: '/marketplace/bulk/loan-numbers',
  auth: 'lender',
  summary:
    'Numbers and amounts of all open loans of one bulk product, by number: what a bulk funding would fund now.',
  query: z.strictObject({ bulk_secure_id: secureIdField }),
  answer: z.object({
    list: z.array(z.object({ loan_number: z.string(), amount: z.int() })),
    total_loan: z.int(),
    total_loan_amount: z.int(),
  }),
  errors: ['BULK_NOT_FOUND'],
})

/**
 * `loan_bulk_upload_group_id` is the product's `uploadId`, `loan_type_secure_id` its `loanTypeId` as text.
 * `total_loan_amount` is the sum that the lender has seen and agreed to: more than it is never reserved.
 */
export const submitBulkFunding = endpoint({
  operationId: 'submitBulkFunding',
  method: 'POST',
  path: '/funding/bulk',
  auth: 'lender',
  summary:
    'Reserve what is open of a bulk product, all at once; its loans are then funded in the background. Needs the password to have been checked in this session (validatePassword) within two minutes. A lender funds a product once: asked again it answers with the number of the first and funds nothing more.',
  body: z.strictObject({
    loan_type_secure_id: z.string().check(z.regex(/^[1-9][0-9]{0,15}$/)),
    loan_bulk_upload_group_id: secureIdField,
    total_loan_amount: z.optional(z.int().check(z.gt(0))),
  }),
  answer: z.object({ message: z.string(), bulkFundingNumber: z.string() }),
  errors: ['BULK_NOT_FOUND', 'BULK_CLOSED', 'BULK_CHANGED', 'BULK_CASH_TOO_LOW', 'PASSWORD_CHECK_REQUIRED'],
  movesMoney: true,
})

/** Why a loan of a bulk funding was not funded. */
export const bulkRefusalReason = z.enum(['TAKEN', 'CHANGED', 'CLOSED', 'FAILED'])
export type BulkRefusalReason = z.infer<typeof bulkRefusalReason>

/** One bulk funding, by its rows; amounts in whole rupiah. */
export const bulkRun = z.object({
  bulkFundingNumber: z.string(),
  uploadId: z.string(),
  partnerName: z.string(),
  status: z.enum(['RUNNING', 'DONE']),
  createdDate: instant,
  endedDate: z.nullable(instant),
  totalLoan: z.int(),
  fundedLoan: z.int(),
  refusedLoan: z.int(),
  totalAmount: z.int(),
  fundedAmount: z.int(),
  /** What is back in the cash balance. */
  returnedAmount: z.int(),
  /** Of the end; null while it runs. Dismissing this notice puts the end away here too. */
  noticeId: z.nullable(z.string()),
  /** The first 100 loans that were not funded; the report of the bulk funding names all. */
  refused: z.array(
    z.object({
      loan_number: z.string(),
      amount: z.int(),
      reason: bulkRefusalReason,
      message: z.string(),
    }),
  ),
})
export type BulkRun = z.infer<typeof bulkRun>

/**
 * `qtyCurrentProcess` loans of `qtyLoanFunded` are through, funded or not; the widget's percent is their quotient.
 * `runs` are the bulk fundings that run, or that ended in the last 15 minutes, the newest first; only those are counted.
 */
export const getBulkProgress = endpoint({
  operationId: 'getBulkProgress',
  method: 'GET',
  path: '/funding/bulk/progress',
  auth: 'lender',
  summary: 'How far the bulk fundings of this lender are, and at the end what was not funded and why.',
  answer: z.object({
    qtyCurrentProcess: z.int(),
    qtyLoanFunded: z.int(),
    isShowWidgetProcess: z.boolean(),
    runs: z.array(bulkRun),
  }),
  errors: [],
})
