import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { objectRef } from './fields.ts'

/** What was found: `words` names it with personal data masked, `by` says by what it was found. */
export const foundThing = z.object({ about: objectRef, words: z.string(), by: z.string() })
export type FoundThing = z.infer<typeof foundThing>

export const search = endpoint({
  auth: 'staff',
  operationId: 'search',
  method: 'GET',
  path: '/search',
  right: 'LOOK',
  summary:
    'Lenders, loans, payments, withdrawals and proposals by phone, e-mail, name, number, payment reference, virtual account or request id.',
  query: z.strictObject({
    q: z.string().check(z.minLength(2, 'Ketik sedikitnya dua huruf.'), z.maxLength(100)),
  }),
  answer: z.object({ found: z.array(foundThing), more: z.boolean() }),
  errors: [],
})
