import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { businessDay, idField, limitField, listOf, pageField } from '../fields.ts'

/** A loan that is open for funding. Amounts in whole rupiah; `interestPercentage` is a fraction per year. */
export const marketplaceLoan = z.object({
  loanId: idField,
  borrowerName: z.string(),
  loanNumber: z.string(),
  loanTypeId: idField,
  loanTypeName: z.string(),
  loanStatusId: z.int(),
  loanStatusName: z.string(),
  /** The last day of the offer, on which the marketplace counts its days left. */
  dueDate: businessDay,
  totalLoan: z.int(),
  minimumFunding: z.int(),
  outstandingFunding: z.int(),
  grade: z.nullable(z.string()),
  gradeDescription: z.nullable(z.string()),
  tenor: z.int(),
  tenorPeriodId: z.int(),
  tenorPeriodName: z.string(),
  interestPercentage: z.number(),
  interestType: z.int(),
  interestTypeName: z.string(),
  marketingDescTitle: z.nullable(z.string()),
  marketingDescDetail: z.nullable(z.string()),
  factsheetUrl: z.nullable(z.string()),
  /** Funded share of the loan in percent, 0 to 100. */
  progressPercentage: z.number(),
  purposeLoan: z.nullable(z.string()),
})
export type MarketplaceLoan = z.infer<typeof marketplaceLoan>

export const listMarketplace = endpoint({
  operationId: 'listMarketplace',
  method: 'GET',
  path: '/marketplace',
  auth: 'lender',
  summary: 'Loans open for funding, the offer that ends first on top.',
  query: z.strictObject({
    limit: limitField,
    page: pageField,
    flag: z.optional(z.literal('web')),
    tenor: z.optional(z.string().check(z.regex(/^([1-9][0-9]{0,3})?$/, 'Tenor harus berupa angka.'))),
    loanTypeId: z.optional(z.string().check(z.regex(/^([1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){0,49})?$/))),
  }),
  answer: listOf(marketplaceLoan),
  errors: [],
})

export const loanType = z.object({
  name: z.string(),
  loanTypeId: idField,
  status: z.enum(['ACTIVE', 'INACTIVE']),
})
export type LoanType = z.infer<typeof loanType>

export const listLoanTypes = endpoint({
  operationId: 'listLoanTypes',
  method: 'GET',
  path: '/loan-types',
  auth: 'lender',
  summary: 'The loan products; only ACTIVE ones are offered in the filter.',
  answer: z.object({ list: z.array(loanType) }),
  errors: [],
})
