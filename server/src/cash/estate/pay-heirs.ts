import type { Context } from '../../context.ts'
import { cashOf, cashAccountOf, collectReceivables, lockAccounts } from '../../books/index.ts'
import { lockLender } from '../../lenders/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { sum } from '../../platform/sum.ts'
import { type Ordered, orderWithdrawals } from '../withdrawal/index.ts'
import { duesOf } from './shares.ts'
import { estateOf, heirsOf } from './store.ts'

export type PayHeirs = {
  lenderId: number
  /** The bank that pays: 1 is BNI, 2 the other one. */
  methodPayment: 1 | 2
  /** Hexadecimal SHA-256 of the certificate, named again: it is compared with the one by which the heirs were recorded. */
  sha256: string
  /** The platform then pays the bank's fees, outside of the heirs' shares. */
  feeByPlatform: boolean
}

/** Whole rupiah; `left` is what stays, because the fee of its transfer would use it up. */
export type HeirsPaid = { estateId: string; payments: Ordered[]; left: number }

/**
 * Pays the free cash of a dead lender to their heirs by their shares, each by a withdrawal of its own. One that comes back
 * is paid again to the same heir the next time. Repeating it pays nothing twice, because what is held is no longer free;
 * what borrowers repay later is divided in the same way. Locks lender and cash, in this order.
 * @throws Refusal ESTATE_MISSING, DOCUMENT_MISMATCH, WITHDRAWAL_UNAVAILABLE
 */
export const payHeirs = mutation<Context, PayHeirs, HeirsPaid>({
  operation: 'payHeirs',
  permit: ['operator'],
  secondPair: { read: async (db, { lenderId }) => (await cashOf(db, lenderId)).available },
  async run(tx, { lenderId, methodPayment, sha256, feeByPlatform }, { context }) {
    await lockLender(tx, lenderId)
    const estate = required(await estateOf(tx, lenderId), 'ESTATE_MISSING')
    if (estate.sha256 !== sha256) throw new Refusal('DOCUMENT_MISMATCH')
    await collectReceivables(tx, context.random, [lenderId])
    const account = await cashAccountOf(tx, lenderId, methodPayment)
    const { balance, held } = required((await lockAccounts(tx, [account])).get(account), 'INTERNAL')
    const cash = balance - held
    const heirs = await heirsOf(tx, estate.id, account)
    const gone = heirs.map((heir) => heir.gone)
    const dues = duesOf(cash, estate.parts, gone)
    const payments = await orderWithdrawals(
      tx,
      context,
      {
        ...{ lenderId, methodPayment, account, feeByPlatform },
        ...{ document: estate.document, basis: cash + sum(gone) },
      },
      heirs.map(({ heir, version, bankCode, gone: before }, place) => ({
        ...{ total: dues[place] ?? 0, accountVersion: version, bankCode },
        heir: { estateId: estate.id, heir, gone: before },
      })),
    )
    const left = cash - sum(payments.map(({ amount, fee }) => amount + fee))
    return {
      answer: { estateId: estate.id, payments, left },
      subject: `lender:${lenderId}`,
      detail: { estateId: estate.id, payments, left, document: estate.document, sha256 },
    }
  },
})
