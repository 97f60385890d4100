import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { instant } from '../fields.ts'

/** MAIN, and ADDITIONAL where the lender has a second account for money of the other bank. */
export const cashAccount = z.enum(['MAIN', 'ADDITIONAL'])

export const getCash = endpoint({
  operationId: 'getCash',
  method: 'GET',
  path: '/cash',
  auth: 'key',
  right: 'READ',
  summary:
    'The cash accounts as they are now. `balance` is what the statement shows: `available`, `reserved` for fundings that wait for a signature, and `withdrawing`.',
  answer: z.object({
    at: instant,
    accounts: z.array(
      z.object({
        account: cashAccount,
        balance: z.int(),
        available: z.int(),
        reserved: z.int(),
        withdrawing: z.int(),
      }),
    ),
  }),
  errors: [],
})
