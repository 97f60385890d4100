import { cashOf } from '../books/index.ts'
import type { Context } from '../context.ts'
import { Refusal, refusalOf } from '../platform/refusal.ts'
import type { Looks } from '../platform/registration.ts'
import { registeredAccount, requireRegistered, type Withdraw } from './withdrawal/index.ts'

/** Proposed calls of this district: a withdrawal of more than the cash that is left, or to an account of before. */
export const looks: Readonly<Record<string, Looks<Context>>> = {
  withdraw: {
    async look({ db }, companyId, body) {
      const { amount } = body as Withdraw
      const { available } = await cashOf(db, companyId)
      if (amount <= available) return { changed: [] }
      const { code, message } = new Refusal('WITHDRAWAL_ABOVE_BALANCE', { amount: available })
      return { changed: [{ code, message }] }
    },
    gone: ({ db }, companyId, body) =>
      refusalOf(
        registeredAccount(db, companyId).then((account) => requireRegistered(account, body as Withdraw)),
      ),
  },
}
