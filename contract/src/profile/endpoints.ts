import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idField } from '../fields.ts'

/** All amounts in whole rupiah. `additionalCashBalance` is the second pocket, null where the lender has none. */
export const lenderSummary = z.object({
  lenderId: idField,
  cashBalance: z.int(),
  outStandingBalance: z.int(),
  estTotalGet: z.int(),
  estInterestGet: z.int(),
  additionalCashBalance: z.nullable(z.int()),
  /** Beyond the specification: money reserved for fundings that wait for a signature. Not part of cashBalance. */
  reservedBalance: z.int(),
})
export type LenderSummary = z.infer<typeof lenderSummary>

export const getSummary = endpoint({
  operationId: 'getSummary',
  method: 'GET',
  path: '/lender/summary',
  auth: 'lender',
  summary: 'The figures at the head of the dashboard.',
  answer: lenderSummary,
  errors: [],
})
