import type { TransferType, WithdrawalReason } from '@pematang/contract/cash/withdrawal/rules'
import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, oneRow, placeholders } from '../../platform/db/rows.ts'
import type { Window } from '../../platform/pages.ts'

/**
 * HELD: the money is held. SENT: the transfer was ordered. PAID and RETURNED are final, except that a PAID one becomes
 * RETURNED if the bank returns the money.
 */
export type WithdrawalState = 'HELD' | 'SENT' | 'PAID' | 'RETURNED'

export type RegisteredAccount = {
  accountName: string
  accountNumber: string
  bankCode: string
  version: number
}

/**
 * Locks the lender's bank account against changes. Its version is read by a second statement, because the one that
 * waited for the lock would still see older versions.
 */
export async function lockRegisteredAccount(
  tx: Queryable,
  lenderId: number,
): Promise<RegisteredAccount | undefined> {
  await run(
    tx,
    'cash.withdrawal.lock_registered',
    'select from lender_bank_account where lender_id = $1 for share',
    [lenderId],
  )
  return registeredAccount(tx, lenderId)
}

export const registeredAccount = (db: Queryable, lenderId: number): Promise<RegisteredAccount | undefined> =>
  maybe<RegisteredAccount>(
    db,
    'cash.withdrawal.registered',
    `select account_name as "accountName", account_number as "accountNumber", bank_code as "bankCode", version
       from lender_bank_account_version where lender_id = $1 and estate_id is null order by version desc limit 1`,
    [lenderId],
  )

/** Why an operator orders a withdrawal, as its lender reads it. */
export const orderedReasons = {
  idleCash: 'Pengembalian dana siaga',
  heirs: 'Pembayaran kepada ahli waris',
} as const
type OrderedReason = (typeof orderedReasons)[keyof typeof orderedReasons]

/**
 * What a lender has asked to withdraw in the last 24 hours, in whole rupiah, without what came back and what an operator
 * ordered.
 */
export async function askedToday(db: Queryable, lenderId: number): Promise<number> {
  const { asked } = await one<{ asked: number }>(
    db,
    'cash.withdrawal.asked_today',
    `select coalesce(sum(asked), 0)::bigint as asked from withdrawal
      where lender_id = $1 and created_at > app_now() - interval '24 hours' and state <> 'RETURNED'
        and reason <> all($2)`,
    [lenderId, Object.values(orderedReasons)],
  )
  return asked
}

export type NewWithdrawal = {
  lenderId: number
  id: string
  asked: number
  amount: number
  fee: number
  methodPayment: 1 | 2
  transferType: TransferType
  reason: WithdrawalReason | OrderedReason
  accountVersion: number
}

const withdrawalColumns = {
  lenderId: 'bigint',
  id: 'uuid',
  asked: 'bigint',
  amount: 'bigint',
  fee: 'bigint',
  methodPayment: 'smallint',
  transferType: 'text',
  reason: 'text',
  accountVersion: 'integer',
} as const

export async function insertWithdrawal(tx: Queryable, row: NewWithdrawal): Promise<void> {
  await run(
    tx,
    'cash.withdrawal.insert',
    `insert into withdrawal (${columnNames(withdrawalColumns)}) values (${placeholders(withdrawalColumns)})`,
    oneRow(withdrawalColumns, row),
  )
}

/** A withdrawal with its destination; amounts in whole rupiah, ages in seconds by the database's time. */
export type WithdrawalRow = {
  lenderId: number
  id: string
  state: WithdrawalState
  amount: number
  fee: number
  methodPayment: 1 | 2
  transferType: TransferType
  accountName: string
  accountNumber: string
  bankCode: string
  age: number
  /** Seconds since the transfer was ordered; null before. */
  sentAge: number | null
  /** Whether the lender is suspended and it goes to them: what an estate pays goes to heirs. */
  isOfSuspended: boolean
}

export function findWithdrawal(db: Queryable, id: string): Promise<WithdrawalRow | undefined> {
  return maybe<WithdrawalRow>(
    db,
    'cash.withdrawal.find',
    `select w.lender_id as "lenderId", w.id, w.state, w.amount, w.fee, w.method_payment as "methodPayment",
            w.transfer_type as "transferType", v.account_name as "accountName", v.account_number as "accountNumber",
            v.bank_code as "bankCode",
            extract(epoch from app_clock() - w.created_at)::float8 as age,
            extract(epoch from app_clock() - w.sent_at)::float8 as "sentAge",
            l.state = 'SUSPENDED' and v.estate_id is null as "isOfSuspended"
       from withdrawal w join lender l on l.id = w.lender_id
       join lender_bank_account_version v on v.lender_id = w.lender_id and v.version = w.account_version
      where w.id = $1`,
    [id],
  )
}

export type LockedWithdrawal = {
  lenderId: number
  id: string
  state: WithdrawalState
  amount: number
  fee: number
  methodPayment: 1 | 2
  /** Seconds since the transfer was ordered; null before. */
  sentAge: number | null
  /** The amount that the bank returned after paying, and that was credited to the lender. */
  returned: number
  feeReturned: number
}

/** Locks a withdrawal, then reads it: what came back of it while this waited for the lock counts. */
export async function lockWithdrawal(tx: Queryable, id: string): Promise<LockedWithdrawal | undefined> {
  await run(tx, 'cash.withdrawal.lock', 'select from withdrawal where id = $1 for update', [id])
  return await maybe<LockedWithdrawal>(
    tx,
    'cash.withdrawal.locked',
    `select w.lender_id as "lenderId", w.id, w.state, w.amount, w.fee, w.method_payment as "methodPayment",
            extract(epoch from app_clock() - w.sent_at)::float8 as "sentAge",
            (select coalesce(sum(r.amount), 0)::bigint from withdrawal_return r where r.withdrawal_id = w.id) as returned,
            (select coalesce(sum(r.fee), 0)::bigint from withdrawal_return r where r.withdrawal_id = w.id) as "feeReturned"
       from withdrawal w where w.id = $1`,
    [id],
  )
}

/**
 * Whether a withdrawal goes to a suspended lender; their state cannot change until the transaction ends. What an estate
 * pays goes to heirs.
 */
export async function isOfSuspended(
  tx: Queryable,
  { id, lenderId }: Pick<LockedWithdrawal, 'id' | 'lenderId'>,
): Promise<boolean> {
  const { state } = await one<{ state: string }>(
    tx,
    'cash.withdrawal.lender_state',
    'select state from lender where id = $1 for share',
    [lenderId],
  )
  if (state !== 'SUSPENDED') return false
  const { heirs } = await one<{ heirs: boolean }>(
    tx,
    'cash.withdrawal.goes_to_heirs',
    'select exists (select from ordered_withdrawal where withdrawal_id = $1 and estate_id is not null) as heirs',
    [id],
  )
  return !heirs
}

/** What the bank's statements list of a withdrawal as sent, less what came back of it; whole rupiah. */
export async function listedNet(
  tx: Queryable,
  { id, methodPayment }: Pick<LockedWithdrawal, 'id' | 'methodPayment'>,
): Promise<number> {
  const { net } = await one<{ net: number }>(
    tx,
    'cash.withdrawal.listed_net',
    `select coalesce(sum(case type when 'DEBIT' then amount else -amount end), 0)::bigint as net
       from bank_line
      where method_payment = $2 and gone_at is null
        and (withdrawal_id = $1 or id in (select line_id from bank_line_match where withdrawal_id = $1))`,
    [id, methodPayment],
  )
  return net
}

/** An amount that a bank returned of a paid withdrawal, as listed in its statement. */
export type WithdrawalReturn = {
  lenderId: number
  id: string
  withdrawalId: string
  lineId: string
  amount: number
  fee: number
  note: string
}

export async function recordReturn(tx: Queryable, back: WithdrawalReturn): Promise<void> {
  await run(
    tx,
    'cash.withdrawal.insert_return',
    `insert into withdrawal_return (lender_id, id, withdrawal_id, line_id, amount, fee, note, occurrence)
     select $1, $2, $3, $4, $5, $6, $7, 1 + (select count(*) from withdrawal_return_record where line_id = $4)`,
    [back.lenderId, back.id, back.withdrawalId, back.lineId, back.amount, back.fee, back.note],
  )
  await run(
    tx,
    'cash.withdrawal.given_back',
    `update withdrawal set state = 'RETURNED', end_reason = 'GIVEN_BACK' where id = $1 and state = 'PAID'`,
    [back.withdrawalId],
  )
}

export const findReturn = (
  tx: Queryable,
  lineId: string,
): Promise<Pick<WithdrawalReturn, 'withdrawalId' | 'amount' | 'fee'> | undefined> =>
  maybe(
    tx,
    'cash.withdrawal.find_return',
    'select withdrawal_id as "withdrawalId", amount, fee from withdrawal_return where line_id = $1',
    [lineId],
  )

export async function markSent(tx: Queryable, id: string, sent: boolean): Promise<void> {
  await run(
    tx,
    'cash.withdrawal.mark_sent',
    `update withdrawal set state = case when $2 then 'SENT' else 'HELD' end, sent_at = case when $2 then app_clock() end
      where id = $1`,
    [id, sent],
  )
}

export async function recordEnd(
  tx: Queryable,
  id: string,
  end: { state: 'PAID'; bankReference: string | null } | { state: 'RETURNED'; reason: string },
): Promise<void> {
  await run(
    tx,
    'cash.withdrawal.end',
    `update withdrawal set state = $2, ended_at = app_now(), bank_reference = $3, end_reason = $4 where id = $1`,
    [
      id,
      end.state,
      end.state === 'PAID' ? end.bankReference : null,
      end.state === 'RETURNED' ? end.reason : null,
    ],
  )
}

/** A withdrawal that has not ended; `age` in minutes. */
export type OpenWithdrawal = {
  id: string
  lenderId: number
  phone: string
  state: WithdrawalState
  amount: number
  fee: number
  methodPayment: 1 | 2
  age: number
}

/** Withdrawals that are neither paid nor returned, oldest first. */
export function withdrawalsUnderWay(db: Queryable, { limit, after }: Window = {}): Promise<OpenWithdrawal[]> {
  return many<OpenWithdrawal>(
    db,
    'cash.withdrawal.open',
    `select w.id, w.lender_id as "lenderId", l.phone, w.state, w.amount, w.fee, w.method_payment as "methodPayment",
            floor(extract(epoch from app_now() - w.created_at) / 60)::int as age
       from withdrawal w join lender l on l.id = w.lender_id
      where w.ended_at is null
        and ($1::uuid is null or (w.created_at, w.id) > (select created_at, id from withdrawal where id = $1))
      order by w.created_at, w.id limit $2`,
    [after ?? null, limit ?? null],
  )
}

/** Records by a statement line that the bank paid although the money had been returned: the withdrawal becomes PAID. */
export async function recordCharge(
  tx: Queryable,
  charge: { lenderId: number; withdrawalId: string; lineId: string; note: string },
): Promise<void> {
  await run(
    tx,
    'cash.withdrawal.insert_charge',
    `insert into withdrawal_charge (lender_id, withdrawal_id, line_id, note, occurrence)
     select $1, $2, $3, $4, 1 + (select count(*) from withdrawal_charge_record where withdrawal_id = $2)`,
    [charge.lenderId, charge.withdrawalId, charge.lineId, charge.note],
  )
  await run(
    tx,
    'cash.withdrawal.charged',
    `update withdrawal set state = 'PAID', end_reason = null, ended_at = app_now(), sent_at = coalesce(sent_at, app_now())
      where id = $1`,
    [charge.withdrawalId],
  )
}

export async function recordSettledBy(
  tx: Queryable,
  by: { lenderId: number; withdrawalId: string; lineId: string; note: string },
): Promise<void> {
  await run(
    tx,
    'cash.withdrawal.insert_settlement',
    `insert into withdrawal_settlement (lender_id, withdrawal_id, line_id, note, occurrence)
     select $1, $2, $3, $4, 1 + (select count(*) from withdrawal_settlement_record where withdrawal_id = $2)`,
    [by.lenderId, by.withdrawalId, by.lineId, by.note],
  )
}

export const findCharge = (tx: Queryable, withdrawalId: string): Promise<{ lineId: string } | undefined> =>
  maybe(
    tx,
    'cash.withdrawal.find_charge',
    'select line_id as "lineId" from withdrawal_charge where withdrawal_id = $1',
    [withdrawalId],
  )
