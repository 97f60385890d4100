import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { idField, instant, keyField, limitField, listOf, pageField, pagination } from '../../fields.ts'
import { concentration } from '../concentration/endpoints.ts'
import { marketplaceLoan } from '../marketplace/endpoints.ts'
import { limitErrors } from '../single/endpoints.ts'
import { proposalErrors } from '../../lenders/company/rules.ts'

/** SHA-256 that identifies a set of loans with their amounts and terms, as the lender saw it. */
const previewField = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** The `uploadId` of a product. */
const secureIdField = z.string().check(z.minLength(1), z.maxLength(100))
const flagField = z.optional(z.literal('web'))

/**
 * Loans that are offered together. `totalLoan` and `totalLoanAmount` are the count and sum at upload, in whole rupiah;
 * `totalFunding` is how much of that is funded or reserved, `progress_percentage` its share (0 to 100). `openLoan` and
 * `openLoanAmount` are what a bulk funding would fund now. `interestPercentage` is a fraction per year, the average of
 * the loans weighted by amount. `grade` is the grade of all loans, "A - D" where they differ, and "A - D, sebagian
 * tanpa rating" where some have none. `bulkFundingNumber` is this lender's own bulk funding of the product, where there
 * is one: a lender funds a product once.
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

/** A loan of a bulk product as its card shows it. `amount` is what is still open; a bulk funding takes all of it. */
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
    'Numbers and amounts of all open loans of one bulk product, by number: what a bulk funding would fund now. What was answered last is what this lender can consent to; preview_sha256 names it, with the terms of the agreements.',
  query: z.strictObject({ bulk_secure_id: secureIdField }),
  answer: z.object({
    preview_sha256: previewField,
    list: z.array(z.object({ loan_number: z.string(), amount: z.int() })),
    total_loan: z.int(),
    total_loan_amount: z.int(),
  }),
  errors: ['BULK_NOT_FOUND', 'RISK_WARNING_UNACCEPTED', 'COMPANY_PIC_MISSING'],
})

export const getBulkConcentration = endpoint({
  operationId: 'getBulkConcentration',
  method: 'GET',
  path: '/marketplace/bulk/concentration',
  auth: 'lender',
  summary:
    'Which share of the own portfolio the borrowers, loan types and grades of a bulk product would have once all that is open of it is funded.',
  query: z.strictObject({ bulk_secure_id: secureIdField }),
  answer: concentration,
  errors: ['BULK_NOT_FOUND'],
})

const submitted = z.object({ message: z.string(), bulkFundingNumber: z.string() })

const submitErrors = [
  'BULK_NOT_FOUND',
  'BULK_CLOSED',
  'BULK_PREVIEW_REQUIRED',
  'BULK_CHANGED',
  'BULK_CASH_TOO_LOW',
  ...limitErrors,
  'RISK_WARNING_UNACCEPTED',
  'COMPANY_PIC_MISSING',
  'PASSWORD_CHECK_REQUIRED',
] as const

/**
 * `loan_bulk_upload_group_id` is the product's `uploadId`, `loan_type_secure_id` its `loanTypeId` as text.
 * `preview_sha256` identifies the set that the lender saw (listBulkLoanNumbers); when it is left out, the set shown
 * last is used. `total_loan_amount` is the sum that the lender saw. If a loan, an amount or a term of that set has
 * changed since, nothing is reserved and BULK_CHANGED asks the lender to review it again.
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
    preview_sha256: z.optional(previewField),
    total_loan_amount: z.optional(z.int().check(z.gt(0))),
  }),
  answer: submitted,
  errors: [...submitErrors, ...proposalErrors],
  movesMoney: true,
})

export const getBulkOutcome = endpoint({
  operationId: 'getBulkOutcome',
  method: 'POST',
  path: '/funding/bulk/outcome',
  auth: 'lender',
  summary:
    'What came of a bulk funding request whose answer was lost, by its Idempotency-Key: the same answer. One that has not come is closed, and refused if it comes later.',
  body: z.strictObject({ key: keyField }),
  answer: submitted,
  errors: [...submitErrors, 'REQUEST_NOT_RECEIVED'],
})

export const bulkRefusalReason = z.enum(['TAKEN', 'CHANGED', 'CLOSED', 'FAILED'])
export type BulkRefusalReason = z.infer<typeof bulkRefusalReason>

/** The progress and outcome of one bulk funding; amounts in whole rupiah. */
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
  /** Amount returned to the cash balance. */
  returnedAmount: z.int(),
  /**
   * The notice about the outcome; null while the bulk funding runs. Dismissing the notice removes the outcome here too.
   */
  noticeId: z.nullable(z.string()),
  /** The first 100 loans that were not funded; the report of the bulk funding lists all of them. */
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
 * `qtyCurrentProcess` of `qtyLoanFunded` loans have been processed, funded or not; the widget's percent is their
 * quotient. `runs` are the bulk fundings that are running or ended in the last 15 minutes, the newest first; only those
 * are counted.
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
  polling: true,
})
