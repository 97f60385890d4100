import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { businessDay, filterField, idField, instant, limitField, listOf, pageField } from '../fields.ts'

export const loanStatusName = z.enum(['FUNDED', 'ACTIVE', 'LATE', 'RESTRUCTURE', 'CLOSED'])
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
    loanStatus: z.optional(z.union([z.literal(''), z.enum(['ACTIVE', 'FUNDED', 'LATE'])])),
    limit: limitField,
    page: pageField,
  }),
  answer: listOf(portfolioItem),
  errors: [],
})
