import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { instant, keyField, loanNumberField, rupiahField } from '../../fields.ts'
import { fundedLoan, fundingState, lenderFaults, limitErrors } from '../single/endpoints.ts'
import { maxSelection } from './rules.ts'
import { proposalErrors } from '../../lenders/company/rules.ts'

/** Loans with an amount each, without duplicates. */
export const loansWith = <Amount extends z.core.$ZodType<number>>(amount: Amount) =>
  z.array(z.strictObject({ loanNumber: loanNumberField, amount })).check(
    z.minLength(1, 'Pilih paling sedikit satu pinjaman.'),
    z.maxLength(maxSelection, `Paling banyak ${maxSelection} pinjaman dapat didanai sekaligus.`),
    z.refine(
      (chosen) => new Set(chosen.map(({ loanNumber }) => loanNumber)).size === chosen.length,
      'Satu pinjaman hanya dapat dipilih satu kali.',
    ),
    // A larger sum would not be exact.
    z.refine(
      // The generic item does not resolve its amount.
      (chosen) =>
        (chosen as unknown as { amount: number }[]).reduce((sum, one) => sum + Math.abs(one.amount), 0) <=
        Number.MAX_SAFE_INTEGER,
      'Jumlah seluruh pinjaman yang dipilih terlalu besar.',
    ),
  )

/** The selected loans, in the order in which they are decided. */
const chosenLoans = loansWith(rupiahField)

/** Why a loan is not funded: the refusal of a single funding, by its code, and its sentence. */
const reason = z.object({ code: z.string(), message: z.string() })
export type SelectionReason = z.infer<typeof reason>

/**
 * A loan of a selection as it could be funded now. `outstandingFunding` is its remainder, 0 for a loan that is no
 * longer open. `minimumFunding` is null for a loan that is not found.
 */
const checkedLoan = z.object({
  loanNumber: z.string(),
  amount: z.int(),
  minimumFunding: z.nullable(z.int()),
  outstandingFunding: z.int(),
  refusal: z.nullable(reason),
})

export const checkSelection = endpoint({
  operationId: 'checkSelection',
  method: 'POST',
  path: '/funding/selection/check',
  auth: 'lender',
  summary:
    'Whether the loans of a selection can be funded with these amounts, loan by loan in their order, each on the cash and the limit that those before it leave. Nothing is reserved.',
  body: z.strictObject({ loans: chosenLoans }),
  answer: z.object({
    list: z.array(checkedLoan),
    /** The sum of all amounts, and the available cash. Whole rupiah. */
    total: z.int(),
    cashBalance: z.int(),
    /** What the lender may still fund under the limits of the law, in whole rupiah; null where none applies. */
    fundingRoom: z.nullable(z.int()),
  }),
  errors: ['RISK_WARNING_UNACCEPTED', ...lenderFaults],
})

/** The outcome for each loan: its funding, which awaits its signature, or the reason why it was not funded. */
const fundedSelection = z.object({
  selectionId: z.string(),
  list: z.array(
    z.object({
      loanNumber: z.string(),
      amount: z.int(),
      funding: z.nullable(fundedLoan),
      refusal: z.nullable(reason),
    }),
  ),
})
export type FundedSelection = z.infer<typeof fundedSelection>

const selectionErrors = [
  'LOAN_NOT_FOUND',
  'CASH_TOO_LOW',
  'LENDER_SUSPENDED',
  'LENDER_CLOSED',
  'RISK_WARNING_UNACCEPTED',
  'PASSWORD_CHECK_REQUIRED',
  ...limitErrors,
] as const

export const fundSelection = endpoint({
  operationId: 'fundSelection',
  method: 'POST',
  path: '/funding/selection',
  auth: 'lender',
  summary:
    'Fund up to 50 loans with one request: each is a funding of its own, as by fundLoan, and one that cannot be had any more is named while the others go on. Needs the agreements of each loan and amount to have been downloaded. If the cash or the limit of the lender does not suffice for all that can be had, nothing is reserved.',
  body: z.strictObject({ loans: chosenLoans }),
  answer: fundedSelection,
  errors: [...selectionErrors, ...proposalErrors],
  movesMoney: true,
})

export const getSelectionOutcome = endpoint({
  operationId: 'getSelectionOutcome',
  method: 'POST',
  path: '/funding/selection/outcome',
  auth: 'lender',
  summary:
    'What came of a selection whose answer was lost, by its Idempotency-Key: the same answer. One that has not come is closed, and refused if it comes later.',
  body: z.strictObject({ key: keyField }),
  answer: fundedSelection,
  errors: [...selectionErrors, 'REQUEST_NOT_RECEIVED'],
})

/**
 * A funded selection. `state` is that of the funding, null for a loan that was not funded. `signing` is the input of
 * the signing page, if the lender can sign there now; a pending funding without it is signed without a page, or about
 * to end.
 */
export const selection = z.object({
  selectionId: z.string(),
  createdDate: instant,
  list: z.array(
    z.object({
      loanNumber: z.string(),
      borrowerName: z.string(),
      amount: z.int(),
      state: z.nullable(fundingState),
      signing: z.nullable(z.extend(fundedLoan, { signBefore: instant })),
      refusal: z.nullable(reason),
    }),
  ),
})
export type Selection = z.infer<typeof selection>

export const getSelection = endpoint({
  operationId: 'getSelection',
  method: 'GET',
  path: '/funding/selection',
  auth: 'lender',
  summary:
    'What of a funded selection is signed, what waits for its signature, and what was not funded and why.',
  query: z.strictObject({ selectionId: z.string().check(z.maxLength(100)) }),
  answer: selection,
  errors: ['NOT_FOUND'],
})
