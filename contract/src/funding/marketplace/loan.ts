import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { businessDay, instant, loanNumberField, rupiahQueryField } from '../../fields.ts'
import { marketplaceLoan } from './endpoints.ts'

/**
 * Whether a loan can be funded. FULL: everything is funded or reserved. CLOSED: its offer has ended, or it was
 * disbursed.
 */
export const offerState = z.enum(['OPEN', 'FULL', 'CLOSED', 'CANCELLED'])
export type OfferState = z.infer<typeof offerState>

/**
 * The history of a borrower's disbursed loans, as numbers of loans. `loans` is `running` + `repaid` + `writtenOff`, and
 * also the sum of five groups, each loan in the first that applies: `writtenOff`, `lateNow` (an installment is overdue
 * today), `restructured`, `paidLate` (an installment was paid after its due date), `onTime`.
 */
export const borrowerRecord = z.object({
  loans: z.int(),
  running: z.int(),
  repaid: z.int(),
  writtenOff: z.int(),
  lateNow: z.int(),
  restructured: z.int(),
  paidLate: z.int(),
  onTime: z.int(),
})
export type BorrowerRecord = z.infer<typeof borrowerRecord>

/** One loan of the marketplace. Amounts in whole rupiah; rates and shares are fractions. */
export const loanPage = z.object({
  /** The loan as its card shows it. Its outstanding amount is 0 unless the state is OPEN. */
  loan: marketplaceLoan,
  state: offerState,
  /** The server's time of this response. */
  asOf: instant,
  /** When the offer ends: the end of its last day in Jakarta. */
  closesAt: instant,
  /** The daily penalty on late amounts, and the maximum of all penalties as a share of the principal. */
  penalty: z.object({ dailyFraction: z.number(), maximumFraction: z.number() }),
  /** What happens when the loan is not fully funded on its last day; null where no rule was published with it. */
  offerEnd: z.nullable(
    z.object({
      extendDays: z.int(),
      /** How often the offer can still be extended. */
      extensions: z.int(),
      /**
       * The minimum funded share at which the loan is disbursed although it is not full; null means that it is
       * cancelled.
       */
      payOutShare: z.nullable(z.number()),
      payOutDays: z.int(),
    }),
  ),
  /** This lender's own fundings of the loan in rupiah: `settled` is signed, `waiting` waits for a signature. */
  own: z.object({ settled: z.int(), waiting: z.int() }),
  /**
   * The funded share in percent at the end of each day since the offer began, at most 31 of them, rounded down to full
   * steps of five so that it reveals no single funding. Empty when the loan is neither OPEN nor FULL.
   */
  filling: z.array(z.object({ on: businessDay, percent: z.int() })),
  /** Null when the loan is neither OPEN nor FULL. */
  record: z.nullable(borrowerRecord),
})
export type LoanPage = z.infer<typeof loanPage>

export const getMarketplaceLoan = endpoint({
  operationId: 'getMarketplaceLoan',
  method: 'GET',
  path: '/marketplace/loan',
  auth: 'lender',
  summary:
    'One loan by its number: terms, end of the offer, how fast it fills, and how the borrower repaid earlier loans. After the offer only for lenders who have funded it.',
  query: z.strictObject({ loanNumber: loanNumberField }),
  answer: loanPage,
  errors: ['LOAN_NOT_FOUND', 'LOAN_CLOSED', 'LOAN_CANCELLED'],
})

/**
 * The payment of an installment to this lender: `net` is principal and interest less the tax withheld. Whole rupiah.
 */
const projectedInstallment = z.object({
  no: z.int(),
  dueDate: businessDay,
  principal: z.int(),
  interest: z.int(),
  tax: z.int(),
  net: z.int(),
})

/** The schedule and its sums that the agreement for this amount would show today. Whole rupiah. */
export const loanProjection = z.object({
  amount: z.int(),
  /** The lender's rate of withheld tax on interest, as a fraction. */
  taxRate: z.number(),
  /** The assumed day of disbursement: the last day of the offer. */
  startsOn: businessDay,
  installments: z.array(projectedInstallment),
  interest: z.int(),
  tax: z.int(),
  net: z.int(),
})
export type LoanProjection = z.infer<typeof loanProjection>

export const getLoanProjection = endpoint({
  operationId: 'getLoanProjection',
  method: 'GET',
  path: '/marketplace/loan/projection',
  auth: 'lender',
  summary:
    'What an amount on one loan brings this lender, installment by installment, after tax. The amount follows the rules of a funding, except that it may exceed the cash balance.',
  query: z.strictObject({ loanNumber: loanNumberField, amount: rupiahQueryField }),
  answer: loanProjection,
  errors: [
    'LOAN_NOT_FOUND',
    'LOAN_CLOSED',
    'LOAN_TAKEN',
    'FUNDING_BELOW_MINIMUM',
    'FUNDING_ABOVE_OUTSTANDING',
    'FUNDING_BAD_REMAINDER',
  ],
})
