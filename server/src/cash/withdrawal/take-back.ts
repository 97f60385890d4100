import type { Context } from '../../context.ts'
import {
  claimShortfalls,
  collectReceivables,
  insertReversal,
  lockClearing,
  reverseJournal,
  setOff,
} from '../../books/index.ts'
import { notifyLender } from '../../lenders/index.ts'
import { maybe, type Queryable, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { listedNet, type LockedWithdrawal } from './store.ts'
import { sum } from '../../platform/sum.ts'

/** What an operator said of a line of a withdrawal, as its own row has it. */
type SaidOfLine = { what: keyof typeof reversalOf; id: string; withdrawalId: string }

const reversalOf = {
  GIVEN_BACK: 'WITHDRAWAL_RETURN',
  CHARGE: 'WITHDRAWAL_CHARGE',
  SETTLEMENT: 'WITHDRAWAL_SETTLEMENT',
  MATCH: 'BANK_LINE_MATCH',
} as const

/** What of it left or reached the lender's cash, in whole rupiah; `owed` is what the cash did not cover. */
export type WithdrawalTakenBack = { lenderId: number; amount: number; fee: number; owed: number }

/** What was said of a line last and stands; its match only if nothing else was. */
export const saidOfLine = (tx: Queryable, lineId: string): Promise<SaidOfLine | undefined> =>
  maybe<SaidOfLine>(
    tx,
    'cash.withdrawal.said_of_line',
    `select what, id, withdrawal_id as "withdrawalId" from (
       select 1 as place, 'GIVEN_BACK' as what, id, withdrawal_id, created_at from withdrawal_return where line_id = $1
       union all select 1, 'CHARGE', id, withdrawal_id, created_at from withdrawal_charge where line_id = $1
       union all select 1, 'SETTLEMENT', id, withdrawal_id, created_at from withdrawal_settlement where line_id = $1
       union all select 2, 'MATCH', m.id, w.id, m.created_at from bank_line_match m join withdrawal w on w.id = m.withdrawal_id
                  where m.line_id = $1
     ) said order by place, created_at desc limit 1`,
    [lineId],
  )

/**
 * Takes back what was said of a line, and its match with it. The caller has locked the bank's comparison and the
 * withdrawal.
 * @throws Error when the bank gave the withdrawal back since, lists it as sent all the same, or may still take the order
 */
export async function takeBackSaid(
  tx: Transaction,
  context: Context,
  {
    said,
    withdrawal,
    lineId,
    reason,
  }: { said: SaidOfLine; withdrawal: LockedWithdrawal; lineId: string; reason: string },
): Promise<WithdrawalTakenBack> {
  await takeMatchBack(tx, context, { lineId, reason })
  const { lenderId } = withdrawal
  if (said.what === 'MATCH') return { lenderId, amount: 0, fee: 0, owed: 0 }
  return said.what === 'GIVEN_BACK'
    ? takeReturnBack(tx, context, { withdrawal, returnId: said.id, reason })
    : takePaymentBack(tx, context, { withdrawal, said, reason })
}

/** Takes the match of a line to a withdrawal back, if there is one. No money moves. */
async function takeMatchBack(
  tx: Transaction,
  { random }: Context,
  { lineId, reason }: { lineId: string; reason: string },
): Promise<void> {
  const match = await maybe<{ id: string }>(
    tx,
    'cash.withdrawal.match_of_line',
    'select id from bank_line_match where line_id = $1 and withdrawal_id is not null',
    [lineId],
  )
  if (!match) return
  const kind = 'BANK_LINE_MATCH'
  await insertReversal(tx, { id: random.uuid(), kind, ofId: match.id, journalId: null, reason })
}

/** What a bank did not give back leaves the lender's cash again; what is missing there is owed. */
async function takeReturnBack(
  tx: Transaction,
  { random }: Context,
  { withdrawal, returnId, reason }: { withdrawal: LockedWithdrawal; returnId: string; reason: string },
): Promise<WithdrawalTakenBack> {
  const { id: withdrawalId, lenderId, methodPayment } = withdrawal
  const { amount, fee } = await returnOf(tx, returnId)
  const reversed = await reverseJournal(tx, random, {
    kind: 'WITHDRAWAL_RETURN',
    ref: returnId,
    reversal: { id: random.uuid(), kind: 'WITHDRAWAL_RETURN', ofId: returnId, reason },
    history: { type: 6, loanId: null },
  })
  await run(
    tx,
    'cash.withdrawal.not_given_back',
    `update withdrawal set state = 'PAID', end_reason = null
      where id = $1 and not exists (select from withdrawal_return r where r.withdrawal_id = $1)`,
    [withdrawalId],
  )
  if (fee > 0) {
    await lockClearing(tx, 'TRANSFER_FEE', methodPayment)
    await setOff(tx, random, { kind: 'TRANSFER_FEE', ownerId: methodPayment })
  }
  const owed = sum(reversed.map((one) => one.owed))
  await collectReceivables(tx, random, [lenderId])
  await notifyLender(tx, { lenderId, id: random.uuid() }, 'WITHDRAWAL_CHARGED', {
    amount: amount + fee,
    owed,
  })
  return { lenderId, amount, fee, owed }
}

/** What no line says was paid is the lender's again, less what they owe. */
async function takePaymentBack(
  tx: Transaction,
  { random, config }: Context,
  { withdrawal, said, reason }: { withdrawal: LockedWithdrawal; said: SaidOfLine; reason: string },
): Promise<WithdrawalTakenBack> {
  const { id, lenderId, methodPayment, amount, fee, returned, sentAge } = withdrawal
  if (returned > 0)
    throw new Error(
      `Bank sejak itu mengembalikan ${returned} dari penarikan dana ${id}: batalkan itu dahulu.`,
    )
  const listed = await listedNet(tx, withdrawal)
  if (listed > 0)
    throw new Error(
      `Mutasi bank memuat ${listed} dari penarikan dana ${id} sebagai terkirim. Yang dikembalikannya dicatat dengan mutasi itu.`,
    )
  const { WITHDRAWAL_LOST_SECONDS: wait } = config
  if (said.what === 'SETTLEMENT' && (sentAge ?? 0) <= wait)
    throw new Error(
      `Penarikan dana ${id} diperintahkan kurang dari ${wait} detik yang lalu: bank mungkin masih menerimanya.`,
    )
  const reversalId = random.uuid()
  await reverseJournal(tx, random, {
    kind: 'WITHDRAWAL',
    ref: id,
    reversal: { id: reversalId, kind: reversalOf[said.what], ofId: said.id, reason },
  })
  await run(
    tx,
    'cash.withdrawal.not_paid',
    `update withdrawal set state = 'RETURNED', ended_at = app_now(), bank_reference = null, end_reason = $2 where id = $1`,
    [id, `${said.what}_TAKEN_BACK`],
  )
  if (fee > 0)
    await claimShortfalls(tx, random, [{ kind: 'TRANSFER_FEE', ownerId: methodPayment }], reversalId)
  await collectReceivables(tx, random, [lenderId])
  await notifyLender(tx, { lenderId, id: random.uuid() }, 'WITHDRAWAL_RETURNED', { amount: amount + fee })
  return { lenderId, amount, fee, owed: 0 }
}

const returnOf = async (tx: Queryable, id: string): Promise<{ amount: number; fee: number }> => {
  const found = await maybe<{ amount: number; fee: number }>(
    tx,
    'cash.withdrawal.return_of_id',
    'select amount, fee from withdrawal_return where id = $1',
    [id],
  )
  if (!found) throw new Error(`give-back ${id} is gone`)
  return found
}
