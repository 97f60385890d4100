import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idField, rupiahField } from '../fields.ts'

const loanNumberField = z.string().check(z.minLength(1), z.maxLength(40))

export const generateLoanAgreement = endpoint({
  operationId: 'generateLoanAgreement',
  method: 'POST',
  path: '/funding/agreement',
  auth: 'lender',
  summary: 'Prepare the two agreements for one loan and one amount, to be read before funding.',
  body: z.strictObject({ loanNumber: loanNumberField, lenderUserId: idField, amount: rupiahField }),
  answer: z.object({ PP_filepath: z.string(), PPFP_filepath: z.string() }),
  errors: [
    'LOAN_NOT_FOUND',
    'LOAN_CLOSED',
    'LENDER_MISMATCH',
    'CASH_TOO_LOW',
    'FUNDING_BELOW_MINIMUM',
    'FUNDING_ABOVE_OUTSTANDING',
    'FUNDING_BAD_REMAINDER',
  ],
})

/** Both readings of section 7 of the specification; the second names exactly one loan. */
export const fundLoanBody = z.union([
  z.strictObject({ loanId: idField, amount: rupiahField, loanNumber: loanNumberField }),
  z.strictObject({
    loanInfo: z
      .array(z.strictObject({ loanId: idField, amount: rupiahField }))
      .check(z.length(1, 'Satu permintaan mendanai satu pinjaman.')),
  }),
])

export const fundLoan = endpoint({
  operationId: 'fundLoan',
  method: 'POST',
  path: '/funding',
  auth: 'lender',
  summary: 'Reserve money on a loan; it is settled when the agreement is signed in time.',
  body: fundLoanBody,
  answer: z.object({ docToken: z.string(), digiSignId: z.string(), signCoordinatePage: z.int() }),
  errors: [
    'LOAN_NOT_FOUND',
    'LOAN_CLOSED',
    'LOAN_NUMBER_MISMATCH',
    'AGREEMENT_REQUIRED',
    'CASH_TOO_LOW',
    'FUNDING_BELOW_MINIMUM',
    'FUNDING_ABOVE_OUTSTANDING',
    'FUNDING_BAD_REMAINDER',
  ],
  movesMoney: true,
})

/**
 * Where a funding stands. WAITING: for the signature; SETTLED: the money is on the loan; else the money is back,
 * REFUNDED and WITHDRAWN because the loan was withdrawn after or before it was settled.
 */
export const fundingState = z.enum(['WAITING', 'SETTLED', 'REJECTED', 'EXPIRED', 'REFUNDED', 'WITHDRAWN'])

export const getFunding = endpoint({
  operationId: 'getFunding',
  method: 'GET',
  path: '/funding/status',
  auth: 'lender',
  summary: 'How one funding of this lender ended, by its document token.',
  query: z.strictObject({ docToken: z.string().check(z.maxLength(100)) }),
  answer: z.object({ state: fundingState, loanNumber: z.string(), amount: z.int() }),
  errors: ['SIGNING_NOT_FOUND'],
})
