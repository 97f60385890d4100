import { cashOf } from '../books/index.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Looks } from '../platform/registration.ts'

/** How proposed calls of this district look now: a withdrawal of more than the cash that is left. */
export const looks: Readonly<Record<string, Looks<Context>>> = {
  async withdraw({ db }, companyId, body) {
    const { amount } = body as { amount: number }
    const { available } = await cashOf(db, companyId)
    if (amount <= available) return { changed: [] }
    const { code, message } = new Refusal('WITHDRAWAL_ABOVE_BALANCE', { amount: available })
    return { changed: [{ code, message }] }
  },
}
