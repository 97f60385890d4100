import type { Transaction } from '../../platform/db/transaction.ts'
import { type LockedWithdrawal, lockWithdrawal } from '../withdrawal/index.ts'
import { type TransferTotals, transferTotalsOf } from './compare.ts'
import { lockBankComparison } from './differences.ts'
import { withdrawalHistories } from './history.ts'
import { findLine, matchLine, type StoredLine } from './lines.ts'

/** An operator's word that a statement line is of a withdrawal. */
export type OfWithdrawal = { withdrawalId: string; lineId: string; note: string }

/** Locks the bank's comparison, then the withdrawal. */
export async function lockBoth(
  tx: Transaction,
  { withdrawalId, lineId }: { withdrawalId: string; lineId: string },
): Promise<{ withdrawal: LockedWithdrawal; line: StoredLine }> {
  const line = await findLine(tx, lineId)
  if (!line) throw new Error(`Tidak ada bank yang pernah memuat mutasi ${lineId}.`)
  await lockBankComparison(tx, line.methodPayment)
  const withdrawal = await lockWithdrawal(tx, withdrawalId)
  if (!withdrawal) throw new Error(`Tidak ada penarikan dana ${withdrawalId}.`)
  const now = await findLine(tx, lineId)
  if (!now || now.isGone) throw new Error(`Bank tidak lagi memuat mutasi ${lineId}.`)
  if (now.methodPayment !== withdrawal.methodPayment) {
    throw new Error(`Mutasi ${lineId} milik bank lain daripada penarikan dana ${withdrawalId}.`)
  }
  return { withdrawal, line: now }
}

/** Attaches a line to the withdrawal, unless it belongs to another subject. */
export async function attach(tx: Transaction, line: StoredLine, match: OfWithdrawal): Promise<void> {
  if (line.withdrawalId === match.withdrawalId) return
  if (line.withdrawalId !== null)
    throw new Error(`Mutasi ${line.id} milik penarikan dana ${line.withdrawalId}.`)
  if (line.paymentRequestId !== null)
    throw new Error(`Mutasi ${line.id} milik pembayaran ${line.paymentRequestId}.`)
  if (line.transfer !== null)
    throw new Error(`Mutasi ${line.id} adalah transfer ${line.transfer}, yang sudah dicatat.`)
  await matchLine(tx, match)
}

export async function currentTotals(tx: Transaction, withdrawal: LockedWithdrawal): Promise<TransferTotals> {
  const { id, methodPayment } = withdrawal
  const [history] = await withdrawalHistories(tx, methodPayment, [id], new Date(0))
  if (!history) throw new Error(`withdrawal ${id} is gone`)
  return transferTotalsOf(history.ours, history.lines)
}

/** The gap between books and statement, whole rupiah. */
export const gapOf = ({ net, expected }: TransferTotals): number => Math.abs(net - expected)
