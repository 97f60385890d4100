import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** Each figure as the header shows it, e.g. `99,68%` (SEOJK 19/SEOJK.06/2023: TKBn = 100% - TWPn). */
export const getTkb = endpoint({
  operationId: 'getTkb',
  method: 'GET',
  path: '/tkb',
  auth: 'guest',
  summary: 'The platform-wide repayment success rates.',
  answer: z.object({
    TKB90: z.string(),
    TKB60: z.string(),
    TKB30: z.string(),
    TKB0: z.string(),
    description: z.string(),
  }),
  errors: [],
})
