import type { Context } from '../../context.ts'
import {
  accountOfHold,
  advanceCash,
  claimShortfalls,
  lockAccounts,
  openAccount,
  cashAccountOf,
  post,
} from '../../books/index.ts'
import { notifyLender } from '../../lenders/index.ts'
import { mutation } from '../../platform/commands/command.ts'
import { required } from '../../platform/refusal.ts'
import {
  findCharge,
  findReturn,
  recordCharge,
  recordReturn,
  type LockedWithdrawal,
} from '../withdrawal/index.ts'
import type { TransferTotals } from './compare.ts'
import { amountOfLine } from './line-amount.ts'
import type { StoredLine } from './lines.ts'
import { compareAgain } from './reconcile.ts'
import { attach, currentTotals, gapOf, lockBoth, type OfWithdrawal } from './withdrawal-line.ts'

/**
 * Credits the lender with the amount that a bank returned of a paid withdrawal, once for each statement line. The bank
 * keeps its fee unless it returned that too (`withFee`). Idempotent.
 * @throws Error when the line is not such a credit, or another line has covered the amount
 */
export const returnedByBank = mutation<
  Context,
  OfWithdrawal & { withFee: boolean },
  { returned: boolean; lenderId: number; amount: number; fee: number }
>({
  operation: 'returnedByBank',
  permit: ['operator'],
  secondPair: { read: amountOfLine },
  async run(tx, { withdrawalId, lineId, withFee, note }, { context }) {
    const { withdrawal, line } = await lockBoth(tx, { withdrawalId, lineId })
    const { lenderId, methodPayment } = withdrawal
    const subject = `withdrawal:${withdrawalId}`
    const known = await findReturn(tx, lineId)
    if (known) {
      if (known.withdrawalId !== withdrawalId)
        throw new Error(`Mutasi ${lineId} mengembalikan penarikan dana ${known.withdrawalId}.`)
      return { answer: { returned: false, lenderId, amount: known.amount, fee: known.fee }, subject }
    }
    await attach(tx, line, { withdrawalId, lineId, note })
    const totals = await currentTotals(tx, withdrawal)
    assertGivenBack(withdrawal, line, totals)
    const fee = withFee ? withdrawal.fee - withdrawal.feeReturned : 0
    const id = context.random.uuid()
    const { amount } = line
    const cash = await cashAccountOf(tx, lenderId, methodPayment)
    const clearing = await openAccount(tx, context.random.id(), 'BANK_CLEARING', methodPayment)
    const fees = await openAccount(tx, context.random.id(), 'TRANSFER_FEE', methodPayment)
    await recordReturn(tx, { lenderId, id, withdrawalId, lineId, amount, fee, note })
    await post(tx, {
      id: context.random.uuid(),
      kind: 'WITHDRAWAL_RETURN',
      ref: id,
      movements: [
        { debit: clearing, credit: cash, amount },
        ...(fee > 0 ? [{ debit: fees, credit: cash, amount: fee }] : []),
      ],
      newId: context.random.uuid,
    })
    if (fee > 0)
      await claimShortfalls(tx, context.random, [{ kind: 'TRANSFER_FEE', ownerId: methodPayment }], id)
    await notifyLender(tx, { lenderId, id: context.random.uuid() }, 'WITHDRAWAL_GIVEN_BACK', {
      amount: amount + fee,
    })
    await compareAgain(tx, context, {
      methodPayment,
      subjects: { withdrawals: [withdrawalId], lines: [lineId] },
    })
    return {
      answer: { returned: true, lenderId, amount, fee },
      subject,
      detail: { lineId, lenderId, amount, fee, note },
    }
  },
})

/**
 * Matches a line without our reference to a withdrawal: its transfer, or the recovery of a duplicate one. No money
 * moves, and the match must reduce the gap between books and statement. Idempotent.
 * @throws Error when it does not
 */
export const matchToWithdrawal = mutation<Context, OfWithdrawal, { matched: boolean }>({
  operation: 'matchBankLine',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { withdrawalId, lineId, note }, { context }) {
    const { withdrawal, line } = await lockBoth(tx, { withdrawalId, lineId })
    const subject = `withdrawal:${withdrawalId}`
    if (line.withdrawalId === withdrawalId) return { answer: { matched: false }, subject }
    const before = gapOf(await currentTotals(tx, withdrawal))
    await attach(tx, line, { withdrawalId, lineId, note })
    const after = gapOf(await currentTotals(tx, withdrawal))
    if (after >= before) {
      throw new Error(
        `Mutasi ${lineId} (${line.type} ${line.amount}) tidak menyelesaikan selisih penarikan dana ${withdrawalId}.` +
          (line.type === 'CREDIT'
            ? ' Yang dikembalikan bank dicatat dengan "withdrawals returned-by-bank".'
            : ''),
      )
    }
    const { methodPayment } = withdrawal
    await compareAgain(tx, context, {
      methodPayment,
      subjects: { withdrawals: [withdrawalId], lines: [lineId] },
    })
    return {
      answer: { matched: true },
      subject,
      detail: { lineId, type: line.type, amount: line.amount, note },
    }
  },
})

/**
 * Charges a withdrawal that the bank paid although it had been returned to the lender: amount and fee are debited from
 * the cash balance. What the balance does not cover becomes a receivable, because the bank has already sent the money.
 * Idempotent.
 * @throws Error when the line is not that payment
 */
export const chargeWithdrawal = mutation<
  Context,
  OfWithdrawal,
  /** `owed`: the part that the balance did not cover. */
  { charged: boolean; lenderId: number; amount: number; fee: number; owed: number }
>({
  operation: 'chargeWithdrawal',
  permit: ['operator'],
  secondPair: { read: amountOfLine },
  async run(tx, { withdrawalId, lineId, note }, { context }) {
    const { withdrawal, line } = await lockBoth(tx, { withdrawalId, lineId })
    const { lenderId, methodPayment, amount, fee } = withdrawal
    const subject = `withdrawal:${withdrawalId}`
    const known = await findCharge(tx, withdrawalId)
    if (known?.lineId === lineId)
      return { answer: { charged: false, lenderId, amount, fee, owed: 0 }, subject }
    await attach(tx, line, { withdrawalId, lineId, note })
    const { net } = await currentTotals(tx, withdrawal)
    if (withdrawal.state !== 'RETURNED' || withdrawal.returned > 0)
      throw new Error(
        `Penarikan dana ${withdrawalId} berstatus ${withdrawal.state}: tidak ada yang perlu didebit.`,
      )
    if (line.type !== 'DEBIT' || line.amount !== amount || net !== amount) {
      throw new Error(
        `Bank memuat ${net} dari penarikan dana ${withdrawalId} sebesar ${amount}: mutasi ${lineId} (${line.type} ${line.amount}) bukan pembayarannya.`,
      )
    }
    const cash = await accountOfHold(tx, withdrawalId)
    const account = required((await lockAccounts(tx, [cash])).get(cash), 'INTERNAL')
    const owed = await advanceCash(tx, context.random, account, amount + fee)
    const clearing = await openAccount(tx, context.random.id(), 'BANK_CLEARING', methodPayment)
    const fees = await openAccount(tx, context.random.id(), 'TRANSFER_FEE', methodPayment)
    await recordCharge(tx, { lenderId, withdrawalId, lineId, note })
    await post(tx, {
      id: context.random.uuid(),
      kind: 'WITHDRAWAL',
      ref: withdrawalId,
      movements: [
        { debit: cash, credit: clearing, amount },
        ...(fee > 0 ? [{ debit: cash, credit: fees, amount: fee }] : []),
      ],
      newId: context.random.uuid,
    })
    await notifyLender(tx, { lenderId, id: context.random.uuid() }, 'WITHDRAWAL_CHARGED', {
      amount: amount + fee,
      owed,
    })
    await compareAgain(tx, context, {
      methodPayment,
      subjects: { withdrawals: [withdrawalId], lines: [lineId] },
    })
    const answer = { charged: true, lenderId, amount, fee, owed }
    return { answer, subject, detail: { lineId, lenderId, amount, fee, owed, note } }
  },
})

function assertGivenBack(withdrawal: LockedWithdrawal, line: StoredLine, totals: TransferTotals): void {
  const { id, state } = withdrawal
  const { sent, back, net, expected } = totals
  if (state === 'HELD' || state === 'SENT')
    throw new Error(`Penarikan dana ${id} berstatus ${state} dan selesai dengan sendirinya.`)
  if (state === 'RETURNED' && withdrawal.returned === 0)
    throw new Error(`Penarikan dana ${id} tidak pernah dibayar: uangnya tidak pernah keluar.`)
  if (line.type !== 'CREDIT') throw new Error(`Mutasi ${line.id} adalah transfer keluar, bukan pengembalian.`)
  if (line.amount === 0 || line.amount > expected || line.amount > expected - net) {
    throw new Error(
      `Bank mengirim ${sent} dari penarikan dana ${id} dan mengembalikan ${back}, dan Pemberi Dana sudah menerima ${withdrawal.returned}: ` +
        `mutasi ${line.id} sebesar ${line.amount} bukan milik Pemberi Dana.`,
    )
  }
}
