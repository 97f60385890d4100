import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { instant } from '../fields.ts'
import { cashAccount, cursorField, pageOf } from './endpoints.ts'

/**
 * One event. `ref` is the id of the transfer, funding or withdrawal, or the number of the loan's row; the others are null where
 * they say nothing of it.
 */
export const partnerEvent = z.object({
  id: z.string(),
  type: z.string(),
  at: instant,
  ref: z.string(),
  loanNumber: z.nullable(z.string()),
  /** Whole rupiah; signed as it changes the cash in `cash.moved`. */
  amount: z.nullable(z.int()),
  /** What a withdrawal costs. */
  fee: z.nullable(z.int()),
  /** Of `cash.moved`: the account, its balance afterwards, the number of the movement on it, and what it was for. */
  account: z.nullable(cashAccount),
  balance: z.nullable(z.int()),
  seq: z.nullable(z.int()),
  kind: z.nullable(z.string()),
  reference: z.nullable(z.string()),
})
export type PartnerEvent = z.infer<typeof partnerEvent>

/** The largest page, and that without a limit. */
const mostEvents = 1000

export const listEvents = endpoint({
  operationId: 'listEvents',
  method: 'GET',
  path: '/events',
  auth: 'key',
  right: 'READ',
  summary:
    'What happened, oldest first and never reordered: movements of cash, states of fundings, withdrawals and loans. `cursor` is the place after the page, to go on from now or later; nothing is lost while one reads.',
  query: z.strictObject({ cursor: cursorField, limit: pageOf(mostEvents) }),
  answer: z.object({ list: z.array(partnerEvent), cursor: z.nullable(z.string()), hasMore: z.boolean() }),
  errors: ['CURSOR_UNKNOWN', 'CURSOR_OUTDATED'],
})

export const listAllEvents = endpoint({
  operationId: 'listAllEvents',
  method: 'GET',
  path: '/all-events',
  auth: 'feed',
  summary:
    'The same of all lenders, in one order and with whose it is, for the platform’s own adapters, e.g. of a general ledger or of a regulator’s reports. Each page with events stands in the audit trail.',
  query: listEvents.query,
  answer: z.object({
    list: z.array(z.extend(partnerEvent, { lenderId: z.int() })),
    cursor: z.nullable(z.string()),
    hasMore: z.boolean(),
  }),
  errors: ['CURSOR_UNKNOWN', 'CURSOR_OUTDATED'],
})
