import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { businessDay, idField, limitField, pageField, pagination } from '../../fields.ts'
import { choiceFields, consistent, isBeyondSpecification } from './choosing.ts'

/** A loan that is open for funding. Amounts in whole rupiah; `interestPercentage` is a fraction per year. */
export const marketplaceLoan = z.object({
  loanId: idField,
  borrowerName: z.string(),
  loanNumber: z.string(),
  loanTypeId: idField,
  loanTypeName: z.string(),
  loanStatusId: z.int(),
  loanStatusName: z.string(),
  /** The last day of the offer, from which the marketplace counts the days left. */
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

/**
 * Without a sort, further filters or a cursor, pages are requested by number. With any of them, pages are requested by
 * the `nextCursor` of the previous page, in the order of the first page.
 */
export const listMarketplace = endpoint({
  operationId: 'listMarketplace',
  method: 'GET',
  path: '/marketplace',
  auth: 'lender',
  summary:
    'Loans open for funding; the offer that ends first on top, or as sorted. Sorted and filtered pages go by cursor.',
  query: z
    .strictObject({
      limit: limitField,
      page: pageField,
      flag: z.optional(z.literal('web')),
      ...choiceFields,
      cursor: z.optional(z.string().check(z.maxLength(500))),
    })
    .check(
      ...consistent,
      z.refine(
        (query) => query.page === 1 || !isBeyondSpecification(query),
        'Halaman berikutnya dibuka dengan penanda (cursor) dari halaman sebelumnya.',
      ),
    ),
  answer: z.object({
    list: z.array(marketplaceLoan),
    pagination,
    /** Only for pages by cursor: the cursor of the next page, null on the last. */
    nextCursor: z.optional(z.nullable(z.string())),
    /** Only for pages by cursor: whether `totalData` is an estimate (see `loanCount`). */
    isEstimated: z.optional(z.boolean()),
  }),
  errors: ['CURSOR_MISMATCH', 'CURSOR_EXPIRED'],
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
