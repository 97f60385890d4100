import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { maybe, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { lockBankComparison } from './differences.ts'
import { findLine, type StoredLine } from './lines.ts'
import { compareAgain } from './reconcile.ts'

/**
 * Matches a line to recorded movements by their name: the number of a disbursed loan, or the reference of a repayment, a
 * payout or a return. No money moves. Idempotent.
 * @throws Error when nothing is recorded under this name, or the line is something else of ours
 */
export const matchToTransfer = mutation<
  Context,
  { lineId: string; name: string; note: string },
  { matched: boolean }
>({
  operation: 'matchBankLine',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { lineId, name: said, note }, { context }) {
    const name = said.trim().toUpperCase()
    const found = await findLine(tx, lineId)
    if (!found) throw new Error(`Tidak ada bank yang pernah memuat mutasi ${lineId}.`)
    await lockBankComparison(tx, found.methodPayment)
    const line = await findLine(tx, lineId)
    if (!line || line.isGone) throw new Error(`Bank tidak lagi memuat mutasi ${lineId}.`)
    const subject = `transfer:${name}`
    if (line.transfer === name) return { answer: { matched: false }, subject }
    if (line.withdrawalId !== null)
      throw new Error(`Mutasi ${lineId} milik penarikan dana ${line.withdrawalId}.`)
    if (line.paymentRequestId !== null)
      throw new Error(`Mutasi ${lineId} milik pembayaran ${line.paymentRequestId}.`)
    if (line.transfer !== null) throw new Error(`Mutasi ${lineId} adalah transfer ${line.transfer}.`)
    const { methodPayment } = line
    // Also what came back of a payment that is not recorded: together the two lines need nothing of ours.
    const known = await maybe(
      tx,
      'cash.reconciliation.movement_named',
      `select 1 from bank_movement where name = $1 and (method_payment is null or method_payment = $2)
        union all select 1 from bank_line_name where name = $1 and method_payment = $2 and id <> $3 limit 1`,
      [name, methodPayment, lineId],
    )
    if (!known) throw new Error(`Tidak ada yang dicatat sebagai ${name} di bank ini.`)
    await insertName(tx, { lineId, name, note })
    await compareAgain(tx, context, { methodPayment, subjects: { lines: [lineId] } })
    return { answer: { matched: true }, subject, detail: { lineId, amount: line.amount, note } }
  },
})

/** The name under which the movements of a line are recorded; a line without a reference gets one of its own. */
export async function nameLine(tx: Transaction, line: StoredLine, note: string): Promise<string> {
  const reference = line.bankReference?.trim().toUpperCase() ?? ''
  if (reference !== '' && reference.length <= 100) return reference
  const name = `LINE-${line.id.toUpperCase()}`
  await insertName(tx, { lineId: line.id, name, note })
  return name
}

/** The name that was given to a line, and stands; null for a line that has at most its own. */
export const saidName = async (tx: Queryable, lineId: string): Promise<string | null> =>
  (
    await maybe<{ name: string }>(
      tx,
      'cash.reconciliation.said_name',
      'select name from bank_line_transfer where line_id = $1 and taken_back_at is null',
      [lineId],
    )
  )?.name ?? null

/** Says of a line under which name its movements are recorded; one of which that was said before keeps it. */
export async function insertName(
  tx: Transaction,
  { lineId, name, note }: { lineId: string; name: string; note: string },
): Promise<void> {
  await run(
    tx,
    'cash.reconciliation.name_line',
    `insert into bank_line_transfer (line_id, name, note) values ($1, $2, $3)
     on conflict (line_id) where taken_back_at is null do nothing`,
    [lineId, name, note],
  )
}

/** Takes the match of a line to recorded movements back. @returns whether there was one */
export const forgetName = async (tx: Queryable, lineId: string, note: string): Promise<boolean> =>
  (await run(
    tx,
    'cash.reconciliation.forget_name',
    `update bank_line_transfer set taken_back_at = app_now(), taken_back_note = $2
      where line_id = $1 and taken_back_at is null`,
    [lineId, note],
  )) > 0
