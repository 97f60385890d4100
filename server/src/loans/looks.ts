import type { Context } from '../context.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Looks } from '../platform/registration.ts'
import { readOpen } from './votes/index.ts'

/** How proposed calls of this district look now: a vote that ended before it was decided. */
export const looks: Readonly<Record<string, Looks<Context>>> = {
  async castVote({ db }, companyId, body) {
    try {
      await readOpen(db, companyId, (body as { id: string }).id)
      return { changed: [] }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { changed: [{ code: error.code, message: error.message }] }
    }
  },
}
