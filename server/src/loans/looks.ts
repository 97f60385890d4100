import type { Context } from '../context.ts'
import { refusalOf } from '../platform/refusal.ts'
import type { Looks } from '../platform/registration.ts'
import { readOpen } from './votes/index.ts'

/** Proposed calls of this district: a vote that ended, or was withdrawn, before it was decided. */
export const looks: Readonly<Record<string, Looks<Context>>> = {
  castVote: {
    gone: ({ db }, companyId, body) => refusalOf(readOpen(db, companyId, (body as { id: string }).id)),
  },
}
