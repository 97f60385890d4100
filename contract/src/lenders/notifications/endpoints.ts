import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { instant } from '../../fields.ts'

/** A notice to the lender, e.g. that a reservation ended without a signature. */
export const notice = z.object({
  id: z.string(),
  createdDate: instant,
  tone: z.enum(['info', 'warning']),
  title: z.string(),
  message: z.string(),
})
export type Notice = z.infer<typeof notice>

export const listNotices = endpoint({
  operationId: 'listNotices',
  method: 'GET',
  path: '/notices',
  auth: 'lender',
  summary: 'What this lender has not yet confirmed to have read, newest first, at most ten.',
  answer: z.object({ list: z.array(notice) }),
  errors: [],
  polling: true,
})

export const dismissNotice = endpoint({
  operationId: 'dismissNotice',
  method: 'POST',
  path: '/notices/dismiss',
  auth: 'lender',
  summary: 'Confirm that a notice was read.',
  body: z.strictObject({ id: z.string().check(z.maxLength(100)) }),
  answer: z.object({ message: z.literal('success') }),
  errors: ['NOT_FOUND'],
})
