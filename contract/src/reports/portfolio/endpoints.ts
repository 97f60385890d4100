import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import {
  businessDay,
  detailLimitField,
  exportedFile,
  exportFormat,
  filterField,
  idField,
  instant,
  limitField,
  listOf,
  pageField,
  pagination,
  wordField,
} from '../../fields.ts'

/**
 * FUNDED until the loan is paid out, then ACTIVE, LATE where an installment is overdue, RESTRUCTURE on new terms;
 * REPAID and WRITTEN_OFF at its end; REFUNDED where it was cancelled and the money was returned.
 */
export const loanStatusName = z.enum([
  'FUNDED',
  'ACTIVE',
  'LATE',
  'RESTRUCTURE',
  'REPAID',
  'WRITTEN_OFF',
  'REFUNDED',
])
export type LoanStatusName = z.infer<typeof loanStatusName>

/** One funding of the lender. `propertyLenderId` is the funding's id, `totalLoan` this lender's part in rupiah. */
export const portfolioItem = z.object({
  propertyLenderId: z.string(),
  loanId: idField,
  loanType: z.string(),
  borrowerName: z.string(),
  transactionNumber: z.string(),
  loanNumber: z.string(),
  totalLoan: z.int(),
  fundingDate: instant,
  disbursementDate: z.nullable(businessDay),
  dueDate: businessDay,
  tenor: z.string(),
  tenorPeriod: z.string(),
  tenorValue: z.int(),
  statusId: z.int(),
  statusName: loanStatusName,
  loanSecureId: z.string(),
  /** The document reference for generateSigningToken while the agreement waits for a signature. */
  docTokenUrl: z.nullable(z.string()),
  signCoordinatePage: z.nullable(z.int()),
  /**
   * The deadline for the signature, while the agreement waits for it. After it the money returns to the cash balance.
   */
  signBefore: z.nullable(instant),
  /** The funding agreement (PP) as it was signed or consented to; both fields have the same value. */
  lenderAgreementFile: z.nullable(z.string()),
  lenderAgreementUrl: z.nullable(z.string()),
  factsheetUrl: z.nullable(z.string()),
  isSigned: z.boolean(),
  /**
   * Both agreements (PP and PPFP), for every e-signature provider: the unsigned text until they are signed, then the
   * signed documents.
   */
  xignaturePpUrl: z.nullable(z.string()),
  xignaturePpfpUrl: z.nullable(z.string()),
  dgsignType: z.string(),
  lastPage: z.boolean(),
  // The fields below go beyond the specification.
  /** The day on which the loan was repaid, early or not; `dueDate` stays the agreed day. */
  paidOffOn: z.nullable(businessDay),
  /** The yearly rate, a fraction of one, by the terms in force. */
  interestPercentage: z.number(),
  /** The rate, tenor and last due date of the loan as it was offered, where new terms replaced them; otherwise null. */
  former: z.nullable(
    z.object({ interestPercentage: z.number(), tenor: z.string(), dueDate: z.nullable(businessDay) }),
  ),
  /** The addendum with the terms in force, where the lenders voted on them. */
  addendumUrl: z.nullable(z.string()),
  /** The newest addendum that stands by which the loan went from or to this lender. */
  transferUrl: z.nullable(z.string()),
  /** This lender's unpaid principal in rupiah; null while the agreement waits for a signature. */
  principalLeft: z.nullable(z.int()),
  /** Due date of the oldest unpaid installment, also when it has passed; null where no installment is due. */
  nextDueDate: z.nullable(businessDay),
  /** The unpaid part of the installment of `nextDueDate`, after tax and without a penalty, in rupiah. */
  nextDueAmount: z.nullable(z.int()),
  /** Days since `nextDueDate`; 0 while nothing is overdue. */
  daysLate: z.int(),
  /** True for a loan that was funded in another system: its agreement is in the operator's archive, not here. */
  isTakenOver: z.boolean(),
})
export type PortfolioItem = z.infer<typeof portfolioItem>

/** The statuses of the specification's filter, the remaining statuses, and the fundings that wait for a signature. */
export const portfolioFilterStatuses = [
  'ACTIVE',
  'FUNDED',
  'LATE',
  'RESTRUCTURE',
  'REPAID',
  'WRITTEN_OFF',
  'REFUNDED',
  'UNSIGNED',
] as const
export type PortfolioFilterStatus = (typeof portfolioFilterStatuses)[number]

/**
 * Sort orders other than newest first: by the due date of the oldest unpaid installment, the most overdue first; by the
 * largest unpaid principal, amount or rate; by the borrower's name.
 */
export const portfolioSorts = ['DUE', 'PRINCIPAL', 'AMOUNT', 'RATE', 'NAME'] as const
export type PortfolioSort = (typeof portfolioSorts)[number]

const portfolioFilter = {
  name: filterField,
  loanNumber: filterField,
  loanStatus: wordField(portfolioFilterStatuses),
  sort: wordField(portfolioSorts),
}

export const listPortfolio = endpoint({
  operationId: 'listPortfolio',
  method: 'GET',
  path: '/portfolio',
  auth: 'lender',
  summary: 'The loans this lender has funded, newest first unless sorted otherwise.',
  query: z.strictObject({ ...portfolioFilter, limit: limitField, page: pageField }),
  answer: listOf(portfolioItem),
  errors: [],
})

export const exportPortfolio = endpoint({
  operationId: 'exportPortfolio',
  method: 'GET',
  path: '/portfolio/export',
  auth: 'lender',
  costs: 'DOWNLOAD',
  summary:
    'All loans of this lender that the filter finds, as a file for a spreadsheet: CSV for Indonesian settings or an Excel workbook.',
  query: z.strictObject({ ...portfolioFilter, format: exportFormat }),
  answer: exportedFile,
  errors: [],
})

/**
 * One installment of a funding, in whole rupiah. `principalPayment` and `interestPayment` are this lender's share of
 * what is due. `penaltyPayment` is their share of the penalty: what they received of it, and what has accrued until
 * today and is still owed. `tax` is withheld from the interest. `totalPaid` is what reached their cash: principal,
 * interest and penalty received, less tax.
 */
export const installmentItem = z.object({
  paymentNo: z.int(),
  dueDate: businessDay,
  principalPayment: z.int(),
  interestPayment: z.int(),
  penaltyPayment: z.int(),
  tax: z.int(),
  totalPaid: z.int(),
  statusName: z.enum(['PAID', 'ACTIVE', 'LATE']),
  // The fields below go beyond the specification.
  /** The total this installment pays to the lender: principal, interest and penalty, less tax. */
  netPayment: z.int(),
  /** The day on which the installment was fully paid; null until then. */
  paidOn: z.nullable(businessDay),
  /** The unpaid part of `netPayment`. */
  stillDue: z.int(),
  /**
   * Days from the due date until the installment was paid, or until today; 0 where it was paid on time or is not due
   * yet.
   */
  daysLate: z.int(),
})
export type InstallmentItem = z.infer<typeof installmentItem>

export const listInstallments = endpoint({
  operationId: 'listInstallments',
  method: 'GET',
  path: '/portfolio/detail',
  auth: 'lender',
  summary: 'The installments of one funding of this lender; none before its loan is paid out.',
  query: z.strictObject({
    propertyLenderId: z.string().check(z.maxLength(100)),
    limit: detailLimitField,
    page: pageField,
    /** UNPAID returns the page with the first unpaid installment and ignores `page`. */
    open: wordField(['UNPAID']),
  }),
  answer: z.object({ propertyLenderId: z.string(), detailList: z.array(installmentItem), pagination }),
  errors: ['NOT_FOUND'],
})

/**
 * One event of a loan that was not paid on time, for this lender, in whole rupiah. MISSED: installment `no` was due and
 * `amount` of its principal and interest was missing. RECEIVED: a payment after the due date, after tax. RESTRUCTURED:
 * new terms, under which `amount` of overdue interest and penalty was waived. WRITTEN_OFF: the principal written off.
 * RECOVERED: a payment after the write-off.
 */
const collectionEvent = z.object({
  on: businessDay,
  kind: z.enum(['MISSED', 'RECEIVED', 'RESTRUCTURED', 'WRITTEN_OFF', 'RECOVERED']),
  amount: z.int(),
  no: z.nullable(z.int()),
})
export type CollectionEvent = z.infer<typeof collectionEvent>

/** The events, the newest first, and their sums by kind. */
const collection = z.object({
  propertyLenderId: z.string(),
  events: z.array(collectionEvent),
  receivedLate: z.int(),
  writtenOff: z.int(),
  recovered: z.int(),
  waived: z.int(),
})
export type Collection = z.infer<typeof collection>

export const getCollection = endpoint({
  operationId: 'getCollection',
  method: 'GET',
  path: '/portfolio/collection',
  auth: 'lender',
  summary:
    'What was missed, came in late, was given up, written off and recovered of one funding of this lender.',
  query: z.strictObject({ propertyLenderId: z.string().check(z.maxLength(100)) }),
  answer: collection,
  errors: ['NOT_FOUND'],
})
