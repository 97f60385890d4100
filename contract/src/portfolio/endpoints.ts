import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import {
  businessDay,
  detailLimitField,
  filterField,
  idField,
  instant,
  limitField,
  listOf,
  pageField,
  pagination,
  wordField,
} from '../fields.ts'

/**
 * FUNDED until the loan is paid out, then ACTIVE, LATE where something is overdue, RESTRUCTURE on new terms; REPAID
 * and WRITTEN_OFF at its end; REFUNDED where it was withdrawn and the money came back.
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
  /** The document reference to give to generateSigningToken while the agreement waits for a signature. */
  docTokenUrl: z.nullable(z.string()),
  signCoordinatePage: z.nullable(z.int()),
  /** Until when the lender can sign, while it waits. After that the money returns to the cash balance. */
  signBefore: z.nullable(instant),
  lenderAgreementFile: z.nullable(z.string()),
  lenderAgreementUrl: z.nullable(z.string()),
  factsheetUrl: z.nullable(z.string()),
  isSigned: z.boolean(),
  xignaturePpUrl: z.nullable(z.string()),
  xignaturePpfpUrl: z.nullable(z.string()),
  dgsignType: z.string(),
  lastPage: z.boolean(),
})
export type PortfolioItem = z.infer<typeof portfolioItem>

export const listPortfolio = endpoint({
  operationId: 'listPortfolio',
  method: 'GET',
  path: '/portfolio',
  auth: 'lender',
  summary: 'The loans this lender has funded, newest first.',
  query: z.strictObject({
    name: filterField,
    loanNumber: filterField,
    loanStatus: wordField(['ACTIVE', 'FUNDED', 'LATE']),
    limit: limitField,
    page: pageField,
  }),
  answer: listOf(portfolioItem),
  errors: [],
})

/**
 * One installment of a funding, in whole rupiah. `principalPayment` and `interestPayment` are this lender's share of
 * what is due; `penaltyPayment` is what he got as penalty; `tax` is what is withheld of the interest; `totalPaid` is
 * what has reached his cash: principal, interest and penalty received, less tax. Of a PAID installment it is
 * principalPayment + interestPayment + penaltyPayment - tax.
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
  }),
  answer: z.object({ propertyLenderId: z.string(), detailList: z.array(installmentItem), pagination }),
  errors: ['NOT_FOUND'],
})
