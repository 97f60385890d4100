import type { Context } from '../../../context.ts'
import { cashAccountOf, cashOf, collectReceivables, lockAccounts } from '../../../books/index.ts'
import { lockLender, withdrawalsFrom } from '../../../lenders/index.ts'
import { mutation } from '../../../platform/commands/command.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { Refusal, required } from '../../../platform/refusal.ts'
import { sum } from '../../../platform/sum.ts'
import { orderWithdrawals } from '../order-withdrawals.ts'
import { lockRegisteredAccount } from '../store.ts'
import { nameDocument, type SupportingDocument } from '../supporting-document.ts'
import { summarize } from './idle-cash.ts'
import { idleAccountsOf } from './store.ts'

export type ReturnIdleCash = {
  lenderId: number
  /** The bank that pays: 1 is BNI, 2 the other one. */
  methodPayment: 1 | 2
  document: SupportingDocument
  /** The platform then pays the bank's fee, outside of the lender's cash. */
  feeByPlatform: boolean
}

/** Whole rupiah; `withdrawalId` is null, and nothing is returned, where no cash is beyond its days. */
export type IdleCashReturned = { withdrawalId: string | null; amount: number; fee: number }

/**
 * Returns the cash that has been idle for more than two working days (POJK 40/2024) to the lender's registered account, by
 * a withdrawal. Younger cash stays. Repeating it returns nothing twice, because what was returned is no longer idle. Locks
 * lender, registered account and cash, in this order.
 * @throws Refusal LENDER_SUSPENDED, LENDER_CLOSED, DOCUMENT_MISMATCH, WITHDRAWAL_ACCOUNT_MISSING, WITHDRAWAL_WAITS,
 *   WITHDRAWAL_UNAVAILABLE, WITHDRAWAL_FEE_ABOVE_BALANCE
 */
export const returnIdleCash = mutation<Context, ReturnIdleCash, IdleCashReturned>({
  operation: 'returnIdleCash',
  permit: ['operator'],
  // At most: younger cash stays.
  secondPair: { read: async (db, { lenderId }) => (await cashOf(db, lenderId)).available },
  async run(tx, { lenderId, methodPayment, document, feeByPlatform }, { context }) {
    const { state } = await lockLender(tx, lenderId)
    if (state !== 'ACTIVE') throw new Refusal(`LENDER_${state}`)
    await nameDocument(tx, document)
    const registered = required(await lockRegisteredAccount(tx, lenderId), 'WITHDRAWAL_ACCOUNT_MISSING')
    const from = await withdrawalsFrom(context, tx, lenderId)
    if (from) throw new Refusal('WITHDRAWAL_WAITS', { until: from.toISOString() })
    await collectReceivables(tx, context.random, [lenderId])
    const account = await cashAccountOf(tx, lenderId, methodPayment)
    await lockAccounts(tx, [account])
    const late = await lateCashOf(tx, context, lenderId, account)
    const subject = `lender:${lenderId}`
    if (late === 0) return { answer: { withdrawalId: null, amount: 0, fee: 0 }, subject }
    const { version: accountVersion, bankCode } = registered
    const [ordered] = await orderWithdrawals(
      tx,
      context,
      { lenderId, methodPayment, account, document: document.name, basis: late, feeByPlatform },
      [{ total: late, accountVersion, bankCode, heir: null }],
    )
    const { id, amount, fee } = required(ordered, 'WITHDRAWAL_FEE_ABOVE_BALANCE')
    return {
      answer: { withdrawalId: id, amount, fee },
      subject,
      detail: { withdrawalId: id, amount, fee, document: document.name, sha256: document.sha256 },
    }
  },
})

/** What of a cash account is beyond its days, whole rupiah. The caller has locked the account. */
async function lateCashOf(
  tx: Transaction,
  { config }: Context,
  lenderId: number,
  account: number,
): Promise<number> {
  const idle = (await idleAccountsOf(tx, lenderId)).filter((one) => one.account === account)
  const { layers } = summarize(idle, config.BANK_HOLIDAYS)
  return sum(layers.map((layer) => (layer.late ? layer.amount : 0)))
}
