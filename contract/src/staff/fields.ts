import * as z from 'zod/mini'
import { instant } from '../fields.ts'

/** What the console has a page for. A payment is of a borrower (its reference) or of a lender (its id). */
export const objectKinds = ['LENDER', 'LOAN', 'PAYMENT', 'WITHDRAWAL', 'PROPOSAL', 'FILE'] as const
export type ObjectKind = (typeof objectKinds)[number]

/** One of those: a lender by id, a loan by number, a payment by reference, a withdrawal or an uploaded file by id, a proposal by number. */
export const objectRef = z.object({ kind: z.enum(objectKinds), id: z.string() })
export type ObjectRef = z.infer<typeof objectRef>

export const proposalStates = ['WAITING', 'EXPIRED', 'DONE', 'REFUSED', 'WITHDRAWN'] as const

/** A cursor as a page before gave it. */
export const cursorField = z.optional(z.string().check(z.maxLength(100)))

export const rowsField = z._default(
  z.pipe(
    z.string().check(z.regex(/^[1-9][0-9]{0,2}$/)),
    z.pipe(z.transform(Number), z.int().check(z.lte(200))),
  ),
  50,
)

/** What an action, or the server, would change: before and after, in words; null where there is none. */
export const changeLine = z.object({
  label: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type ChangeLine = z.infer<typeof changeLine>

export const trailEntry = z.object({
  id: z.string(),
  at: instant,
  actor: z.string(),
  /** The name of the person, where the actor is one of the console. */
  actorName: z.nullable(z.string()),
  operation: z.string(),
  /** What the console calls the operation; null where it has no form and decides none. */
  title: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  outcome: z.string(),
  requestId: z.nullable(z.string()),
  /** As JSON. */
  detail: z.nullable(z.string()),
  sealed: z.boolean(),
  about: z.nullable(objectRef),
})
export type TrailEntry = z.infer<typeof trailEntry>
