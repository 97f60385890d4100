import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import {
  detailLimitField,
  filterField,
  idField,
  instant,
  limitField,
  listOf,
  pageField,
  pagination,
  wordField,
} from '../../fields.ts'
import { loanStatusName } from '../portfolio/endpoints.ts'

/**
 * What this lender has lent to one borrower, in whole rupiah of principal. `totalLoanAmount` is the sum of the signed
 * fundings; of it `activeLoanAmount` is still unpaid, `paidAmount` was repaid and `writtenOffAmount` was written off and not
 * recovered since. Money that waits for a signature, or came back from a cancelled loan, does not count as lent.
 * `daysLate` counts from the oldest unpaid installment of all of them, 0 where none is late.
 */
export const borrowerItem = z.object({
  borrowerId: idField,
  borrowerName: z.string(),
  activeLoanAmount: z.int(),
  paidAmount: z.int(),
  totalLoanAmount: z.int(),
  writtenOffAmount: z.int(),
  daysLate: z.int(),
})
export type BorrowerItem = z.infer<typeof borrowerItem>

/** Sort orders besides that of names, the largest or latest first. */
export const borrowerSorts = ['ACTIVE', 'TOTAL', 'LATE', 'WRITTEN_OFF'] as const
export type BorrowerSort = (typeof borrowerSorts)[number]

export const listBorrowers = endpoint({
  operationId: 'listBorrowers',
  method: 'GET',
  path: '/user-portfolio',
  auth: 'lender',
  summary: 'The borrowers to whom this lender has lent, by name unless sorted otherwise.',
  query: z.strictObject({
    name: filterField,
    sort: wordField(borrowerSorts),
    limit: limitField,
    page: pageField,
  }),
  answer: listOf(borrowerItem),
  errors: [],
})

/** One signed funding of a loan of the borrower. `loanAmount` is this lender's part in rupiah. */
export const borrowerLoanItem = z.object({
  /** Beyond the specification: the id of the funding. It tells apart several fundings of one loan by one lender. */
  propertyLenderId: z.string(),
  loanNumber: z.string(),
  loanId: idField,
  fundingDate: instant,
  loanAmount: z.int(),
  loanStatus: z.int(),
  loanStatusName,
})
export type BorrowerLoanItem = z.infer<typeof borrowerLoanItem>

export const listBorrowerLoans = endpoint({
  operationId: 'listBorrowerLoans',
  method: 'GET',
  path: '/user-portfolio/detail',
  auth: 'lender',
  summary: 'What this lender has lent to one borrower, newest first.',
  query: z.strictObject({
    borrowerId: z.string().check(z.maxLength(100)),
    limit: detailLimitField,
    page: pageField,
  }),
  answer: z.object({ detailList: z.array(borrowerLoanItem), pagination }),
  errors: ['NOT_FOUND'],
})
