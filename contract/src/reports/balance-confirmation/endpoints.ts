import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { businessDay, calendarDayField, instant, numberField, yearFilter } from '../../fields.ts'

const confirmation = {
  number: z.string(),
  /** The confirmation states the balances at the end of this day. */
  asOf: businessDay,
  /** Cash and unpaid principal less what the lender owes, in rupiah. */
  sum: z.int(),
}

export const issueBalanceConfirmation = endpoint({
  operationId: 'issueBalanceConfirmation',
  method: 'POST',
  path: '/statements/confirmations',
  auth: 'lender',
  costs: 'AGREEMENT',
  summary:
    'Issue a confirmation of balances at the end of a day, a signed PDF with a code that anybody who has it can verify. A day has one: asked again, the same one is answered, until it is revoked.',
  body: z.strictObject({ on: calendarDayField }),
  answer: z.object({ ...confirmation, issuedAt: instant }),
  errors: ['CONFIRMATION_DAY', 'DOCUMENT_UNAVAILABLE'],
})

export const listBalanceConfirmations = endpoint({
  operationId: 'listBalanceConfirmations',
  method: 'GET',
  path: '/statements/confirmations',
  auth: 'lender',
  summary:
    'The confirmations of balances of this lender, for days of a year or all, the newest day first, at most 20 at a time.',
  query: z.strictObject({
    year: yearFilter,
    /** The `next` value of the previous page; omitted for the first page. */
    after: z.optional(z.string().check(z.maxLength(40))),
  }),
  answer: z.object({
    list: z.array(z.object({ ...confirmation, issuedAt: instant, revokedAt: z.nullable(instant) })),
    next: z.nullable(z.string()),
  }),
  errors: [],
})

export const downloadBalanceConfirmation = endpoint({
  operationId: 'downloadBalanceConfirmation',
  method: 'GET',
  path: '/statements/confirmations/file',
  auth: 'lender',
  costs: 'DOWNLOAD',
  summary: 'The PDF of one confirmation of balances of this lender.',
  query: z.strictObject({ number: numberField }),
  answer: { binary: ['application/pdf'] },
  errors: ['NOT_FOUND', 'DOCUMENT_UNAVAILABLE'],
})

const verification = z.object({
  ...confirmation,
  /** The first letters of the holder's name. */
  initials: z.string(),
  /** When the confirmation was revoked; null while it is valid. */
  revokedAt: z.nullable(instant),
})
export type ConfirmationVerification = z.infer<typeof verification>

export const verifyBalanceConfirmation = endpoint({
  operationId: 'verifyBalanceConfirmation',
  method: 'POST',
  path: '/confirmations/verification',
  auth: 'guest',
  summary:
    'What a confirmation of balances says, for those who have its code: number, day, initials of the holder and sum. Wrong codes are limited by address.',
  body: z.strictObject({ code: z.string().check(z.minLength(1), z.maxLength(60)) }),
  answer: verification,
  errors: ['CONFIRMATION_UNKNOWN'],
})
