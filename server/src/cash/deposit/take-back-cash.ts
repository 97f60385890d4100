import type { Context } from '../../context.ts'
import { lockAccounts, reverseJournal } from '../../books/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { BankCode } from './banks.ts'
import { newestOpening } from './cash-openings.ts'

export type TakeBackCash = {
  lenderId: number
  bank: BankCode
  /** For the audit trail; it must not contain personal data. */
  reason: string
}

/**
 * Takes back what was taken over wrongly as a lender's cash, while they still have it. It can be entered again then.
 * @throws Error when nothing stands that was taken over, or less of it is free
 * @throws Refusal INPUT_INVALID
 */
export const takeBackCash = mutation<Context, TakeBackCash, { amount: number }>({
  operation: 'takeBackCash',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { lenderId, bank, reason }, { context: { random } }) {
    if (reason.trim() === '' || reason.length > 200) throw new Refusal('INPUT_INVALID')
    const asked = { lenderId, bank }
    const found = await newestOpening(tx, asked)
    const account = found && (await lockAccounts(tx, [found.account])).get(found.account)
    // Read again under the lock, so that nobody else takes it back or enters it in between.
    const opening = await newestOpening(tx, asked)
    // A command that is given again, as after a crash, is told that it was done.
    if (opening?.isTakenBack)
      throw new Error(`Dana Pemberi Dana ${lenderId} di ${bank} sudah dibatalkan sebelumnya.`)
    if (!account || !opening)
      throw new Error(
        `Tidak ada dana Pemberi Dana ${lenderId} di ${bank} yang diambil alih dan masih berlaku.`,
      )
    const { id, amount } = opening
    const free = account.balance - account.held
    if (free < amount)
      throw new Error(
        `Pemberi Dana ${lenderId} hanya memiliki ${free} dari ${amount} rupiah yang diambil alih dan masih bebas.`,
      )
    await reverseJournal(tx, random, {
      kind: 'CASH_OPENING',
      ref: id,
      reversal: { id: random.uuid(), kind: 'CASH_OPENING', ofId: id, reason },
      history: { type: 1, loanId: null },
    })
    return { answer: { amount }, subject: `lender:${lenderId}`, detail: { bank, amount, reason } }
  },
})
