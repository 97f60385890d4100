import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { amountField } from '../../fields.ts'
import { loansWith } from '../selection/endpoints.ts'

/**
 * The portfolio of this lender including the fundings about to be made, in whole rupiah: outstanding principal and
 * reservations. `parts` has one entry per borrower, loan type and grade of these loans, the largest first within its
 * kind, with its share of `afterwards` as shown, e.g. `12,34%`. `isAbove` means that the share exceeds `border` (in
 * percent); it is false for the very first funding, which is always the whole portfolio.
 */
export const concentration = z.object({
  /** The portfolio before these fundings. */
  portfolio: z.int(),
  afterwards: z.int(),
  parts: z.array(
    z.object({
      kind: z.enum(['BORROWER', 'LOAN_TYPE', 'GRADE']),
      /** Null for loans without a grade. */
      name: z.nullable(z.string()),
      amount: z.int(),
      share: z.string(),
      border: z.int(),
      isAbove: z.boolean(),
    }),
  ),
})
export type Concentration = z.infer<typeof concentration>

export const getConcentration = endpoint({
  operationId: 'getConcentration',
  method: 'POST',
  path: '/portfolio/concentration',
  auth: 'lender',
  costs: 'INSIGHT',
  summary:
    'Which share of the own portfolio the borrowers, loan types and grades of these loans would have once these amounts are funded.',
  body: z.strictObject({ loans: loansWith(amountField) }),
  answer: concentration,
  errors: ['LOAN_NOT_FOUND'],
})
