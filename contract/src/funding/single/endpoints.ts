import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { maxSelection } from '../selection/rules.ts'
import { idField, instant, keyField, loanNumberField, rupiahField, rupiahQueryField } from '../../fields.ts'

/** Refusals because something of the lender is not known: their class, age or marriage, or a check of their identity. */
export const lenderFaults = [
  'LENDER_CLASS_MISSING',
  'INCOME_EVIDENCE_EXPIRED',
  'AGE_MISSING',
  'AGE_TOO_LOW',
  'IDENTITY_UNCHECKED',
] as const

/** Refusals because of what is not known of the lender, or the legal limits on funding. */
export const limitErrors = [
  ...lenderFaults,
  'FUNDING_ABOVE_INCOME_LIMIT',
  'FUNDING_ABOVE_LENDER_SHARE',
  'FUNDING_ABOVE_NON_PROFESSIONAL_SHARE',
] as const

export const generateLoanAgreement = endpoint({
  operationId: 'generateLoanAgreement',
  method: 'POST',
  path: '/funding/agreement',
  auth: 'lender',
  costs: 'AGREEMENT',
  summary: 'Prepare the two agreements for one loan and one amount, to be read before funding.',
  body: z.strictObject({
    loanNumber: loanNumberField,
    lenderUserId: idField,
    amount: rupiahField,
    /**
     * The number of loans of a selection that are signed one after the other; each one extends the signing time of all.
     * Omitted for a single loan.
     */
    signedTogether: z.optional(z.int().check(z.gt(0), z.lte(maxSelection))),
  }),
  answer: z.object({ PP_filepath: z.string(), PPFP_filepath: z.string() }),
  errors: [
    'LOAN_NOT_FOUND',
    'LOAN_CLOSED',
    'LOAN_TAKEN',
    'LENDER_MISMATCH',
    'CASH_TOO_LOW',
    'FUNDING_BELOW_MINIMUM',
    'FUNDING_ABOVE_OUTSTANDING',
    'FUNDING_BAD_REMAINDER',
    ...limitErrors,
    'RISK_WARNING_UNACCEPTED',
    'COMPANY_PIC_MISSING',
    'AGREEMENT_UNAVAILABLE',
    'DOCUMENT_UNAVAILABLE',
  ],
})

const docTokenField = z.string().check(z.minLength(1), z.maxLength(100))

/** Accepts both variants of the request in section 7 of the specification; the second takes exactly one loan. */
export const fundLoanBody = z.union([
  z.strictObject({
    loanId: idField,
    amount: rupiahField,
    loanNumber: loanNumberField,
    /**
     * The docTokens of this lender's reservations of the same amount on this loan that they know to be waiting for a
     * signature. If another one is waiting, nothing is reserved. Without this field nothing is compared.
     */
    knownWaiting: z.optional(z.array(docTokenField).check(z.maxLength(100))),
  }),
  z.strictObject({
    loanInfo: z
      .array(z.strictObject({ loanId: idField, amount: rupiahField }))
      .check(z.length(1, 'Satu permintaan mendanai satu pinjaman.')),
  }),
])

export const fundedLoan = z.object({
  docToken: z.string(),
  digiSignId: z.string(),
  signCoordinatePage: z.int(),
})

const fundingErrors = [
  'LOAN_NOT_FOUND',
  'LOAN_CLOSED',
  'LOAN_TAKEN',
  'LOAN_NUMBER_MISMATCH',
  'FUNDING_WAITS',
  'RISK_WARNING_UNACCEPTED',
  'AGREEMENT_REQUIRED',
  'AGREEMENT_UNREAD',
  'AGREEMENT_CHANGED',
  'CASH_TOO_LOW',
  'FUNDING_BELOW_MINIMUM',
  'FUNDING_ABOVE_OUTSTANDING',
  'FUNDING_BAD_REMAINDER',
  'LENDER_SUSPENDED',
  'LENDER_CLOSED',
  'PASSWORD_CHECK_REQUIRED',
  ...limitErrors,
] as const

export const fundLoan = endpoint({
  operationId: 'fundLoan',
  method: 'POST',
  path: '/funding',
  auth: 'lender',
  summary:
    'Reserve money on a loan; it is settled when the agreement is signed in time. Needs both agreements over this loan and amount to have been downloaded by this lender in the last day (generateLoanAgreement, downloadDocument).',
  body: fundLoanBody,
  answer: fundedLoan,
  errors: [...fundingErrors, 'COMPANY_FUNDS_SELECTIONS'],
  movesMoney: true,
})

export const getFundingOutcome = endpoint({
  operationId: 'getFundingOutcome',
  method: 'POST',
  path: '/funding/outcome',
  auth: 'lender',
  summary:
    'What came of a funding request whose answer was lost, by its Idempotency-Key: the same answer. One that has not come is closed, and refused if it comes later.',
  body: z.strictObject({ key: keyField }),
  answer: fundedLoan,
  errors: [...fundingErrors, 'REQUEST_NOT_RECEIVED'],
})

export const getFundingOffer = endpoint({
  operationId: 'getFundingOffer',
  method: 'GET',
  path: '/funding/offer',
  auth: 'lender',
  summary: 'What of one loan can be funded now; nothing is left of one that is not open any more.',
  query: z.strictObject({ loanNumber: loanNumberField }),
  answer: z.object({
    minimumFunding: z.int(),
    outstandingFunding: z.int(),
    /** Funded share of the loan in percent, 0 to 100. */
    progressPercentage: z.number(),
  }),
  errors: ['LOAN_NOT_FOUND'],
})

export const getWaitingFundings = endpoint({
  operationId: 'getWaitingFundings',
  method: 'GET',
  path: '/funding/waiting',
  auth: 'lender',
  summary:
    "Reservations of this lender for one loan and one amount that wait to be signed on the provider's page, the newest first.",
  query: z.strictObject({
    loanNumber: loanNumberField,
    amount: rupiahQueryField,
  }),
  answer: z.object({ list: z.array(z.extend(fundedLoan, { signBefore: instant })) }),
  errors: ['LOAN_NOT_FOUND'],
})

/**
 * State of a funding. WAITING: for the signature; SETTLED: the money is on the loan; in all other states the money was
 * returned. REFUNDED and CANCELLED mean that the loan was cancelled after or before the funding was settled.
 */
export const fundingState = z.enum(['WAITING', 'SETTLED', 'REJECTED', 'EXPIRED', 'REFUNDED', 'CANCELLED'])

export const getFunding = endpoint({
  operationId: 'getFunding',
  method: 'GET',
  path: '/funding/status',
  auth: 'lender',
  summary: 'How one funding of this lender ended, by its document token.',
  query: z.strictObject({ docToken: z.string().check(z.maxLength(100)) }),
  answer: z.object({
    state: fundingState,
    loanNumber: z.string(),
    amount: z.int(),
    /** The deadline for the signature. */
    signBefore: instant,
    /** Whether the deadline has passed. While the state is WAITING, the outcome is still being determined. */
    isOverdue: z.boolean(),
  }),
  errors: ['SIGNING_NOT_FOUND'],
})
