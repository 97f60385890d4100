import { amountOfLine } from '../line-amount.ts'
import type { Context } from '../../../context.ts'
import { mutation } from '../../../platform/commands/command.ts'
import { compareAgain } from '../reconcile.ts'
import { borrowerPaymentOf, endBorrowerPayment } from './store.ts'
import { lockCredit, release, suspend } from './suspend.ts'

type SendBack = { lineId: string; reference: string; note: string }

/**
 * Records that a borrower's payment was sent back at the bank, with the bank's reference of that transfer; the bank must
 * list it. Idempotent.
 * @throws Error when the line is something else of ours, or ended another way
 */
export const sendLineBack = mutation<Context, SendBack, { returned: boolean; amount: number }>({
  operation: 'returnBorrowerPayment',
  permit: ['operator'],
  secondPair: { read: amountOfLine },
  async run(tx, { lineId, reference, note }, { context }) {
    const line = await lockCredit(tx, lineId)
    const subject = `line:${lineId}`
    const { amount, methodPayment } = line
    const known = await borrowerPaymentOf(tx, lineId)
    if (known?.state === 'RETURNED' && known.returnReference === reference)
      return { answer: { returned: false, amount }, subject }
    if (known && known.state !== 'WAITS')
      throw new Error(
        known.state === 'RETURNED'
          ? `Mutasi ${lineId} sudah dikirim kembali sebagai ${known.returnReference}.`
          : `Mutasi ${lineId} sudah dicatat pada pinjaman: batalkan itu dahulu.`,
      )
    const payment = known ?? (await suspend(tx, context, line, note))
    const id = context.random.uuid()
    await endBorrowerPayment(tx, { id, of: payment.id, returnReference: reference, payments: [], note })
    await release(tx, context, payment, id)
    await compareAgain(tx, context, { methodPayment, subjects: { lines: [lineId] } })
    return {
      answer: { returned: true, amount },
      subject,
      detail: { borrowerPayment: payment.id, end: id, amount, reference, note },
    }
  },
})
