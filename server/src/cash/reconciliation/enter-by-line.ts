import { amountOfLine } from './line-amount.ts'
import type { Context } from '../../context.ts'
import { advanceCash, cashAccountOf, lockAccounts, reserve } from '../../books/index.ts'
import { notifyLender } from '../../lenders/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { required } from '../../platform/refusal.ts'
import { enterOrdered, lockWithdrawal, settleOrdered } from '../withdrawal/index.ts'
import { lockBankComparison } from './differences.ts'
import { findLine, withdrawalIdOf } from './lines.ts'
import { compareAgain } from './reconcile.ts'

/**
 * Enters a withdrawal that the bank lists under our reference and that the books lack, because they were restored to a moment
 * before it. Amount and fee leave the lender's cash; what is missing there is owed. The reference is the id of the
 * withdrawal, so it is entered once, whatever number of lines names it. Idempotent.
 * @throws Error when the line is no transfer under our reference, the books have the withdrawal under way or returned, or
 *   the lender has no registered account
 * @throws Refusal WITHDRAWAL_UNAVAILABLE when the bank is not configured
 */
export const enterByLine = mutation<
  Context,
  { lineId: string; lenderId: number; note: string },
  /** `owed`: the part that the lender's cash did not cover. */
  { entered: boolean; withdrawalId: string; lenderId: number; amount: number; fee: number; owed: number }
>({
  operation: 'enterWithdrawal',
  permit: ['operator'],
  secondPair: { read: amountOfLine },
  async run(tx, { lineId, lenderId, note }, { context }) {
    const found = await findLine(tx, lineId)
    if (!found) throw new Error(`Tidak ada bank yang pernah memuat mutasi ${lineId}.`)
    const { methodPayment } = found
    await lockBankComparison(tx, methodPayment)
    const line = required(await findLine(tx, lineId), 'INTERNAL')
    const id = withdrawalIdOf(line.reference)
    if (line.isGone || line.type !== 'DEBIT' || id === null)
      throw new Error(`Mutasi ${lineId} bukan transfer dengan referensi kita.`)
    if (line.isMatched) throw new Error(`Mutasi ${lineId} sudah dicocokkan dengan yang lain.`)
    const subject = `withdrawal:${id}`
    const known = await lockWithdrawal(tx, id)
    if (known) {
      if (known.state !== 'PAID' || known.lenderId !== lenderId)
        throw new Error(
          `Pembukuan memuat penarikan dana ${id} milik Pemberi Dana ${known.lenderId}, berstatus ${known.state}.`,
        )
      const { amount, fee } = known
      return { answer: { entered: false, withdrawalId: id, lenderId, amount, fee, owed: 0 }, subject }
    }
    const { amount } = line
    const { fee } = await enterOrdered(tx, context, { id, lenderId, methodPayment, amount })
    const cash = await cashAccountOf(tx, lenderId, methodPayment)
    const account = required((await lockAccounts(tx, [cash])).get(cash), 'INTERNAL')
    const owed = await advanceCash(tx, context.random, account, amount + fee)
    await reserve(tx, 'WITHDRAWAL', [{ id, account: cash, amount: amount + fee }])
    const withdrawal = required(await lockWithdrawal(tx, id), 'INTERNAL')
    await settleOrdered(tx, context, withdrawal, line.bankReference)
    await notifyLender(tx, { lenderId, id: context.random.uuid() }, 'WITHDRAWAL_CHARGED', {
      amount: amount + fee,
      owed,
    })
    await compareAgain(tx, context, { methodPayment, subjects: { withdrawals: [id], lines: [lineId] } })
    const answer = { entered: true, withdrawalId: id, lenderId, amount, fee, owed }
    return { answer, subject, detail: { lineId, ...answer, note } }
  },
})
