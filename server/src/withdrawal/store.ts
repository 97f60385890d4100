import type { TransferType, WithdrawalReason } from '@pematang/contract/withdrawal/rules'
import { many, maybe, type Queryable, run } from '../platform/db/database.ts'

/** HELD: the money waits. SENT: the bank has or had the order. PAID and RETURNED are ends. */
export type WithdrawalState = 'HELD' | 'SENT' | 'PAID' | 'RETURNED'

export type RegisteredAccount = {
  accountName: string
  accountNumber: string
  bankCode: string
  version: number
}

/**
 * The lender's bank account, which cannot be changed until this transaction ends. Its version is read after the lock: a
 * statement that had to wait for a change would still see the versions of before.
 */
export async function lockRegisteredAccount(
  tx: Queryable,
  lenderId: number,
): Promise<RegisteredAccount | undefined> {
  await run(
    tx,
    'withdrawal.lock_registered',
    'select from lender_bank_account where lender_id = $1 for share',
    [lenderId],
  )
  return maybe<RegisteredAccount>(
    tx,
    'withdrawal.registered',
    `select account_name as "accountName", account_number as "accountNumber", bank_code as "bankCode", version
       from lender_bank_account_version where lender_id = $1 order by version desc limit 1`,
    [lenderId],
  )
}

export type NewWithdrawal = {
  lenderId: number
  id: string
  asked: number
  amount: number
  fee: number
  methodPayment: 1 | 2
  transferType: TransferType
  reason: WithdrawalReason
  accountVersion: number
}

export async function insertWithdrawal(tx: Queryable, row: NewWithdrawal): Promise<void> {
  await run(
    tx,
    'withdrawal.insert',
    `insert into withdrawal (lender_id, id, asked, amount, fee, method_payment, transfer_type, reason, account_version)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.lenderId,
      row.id,
      row.asked,
      row.amount,
      row.fee,
      row.methodPayment,
      row.transferType,
      row.reason,
      row.accountVersion,
    ],
  )
}

/** A withdrawal with where it goes; amounts in whole rupiah, ages in seconds by the database's time. */
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
  /** Since it was given to the bank; null where it was not. */
  sentAge: number | null
}

export function findWithdrawal(db: Queryable, id: string): Promise<WithdrawalRow | undefined> {
  return maybe<WithdrawalRow>(
    db,
    'withdrawal.find',
    `select w.lender_id as "lenderId", w.id, w.state, w.amount, w.fee, w.method_payment as "methodPayment",
            w.transfer_type as "transferType", v.account_name as "accountName", v.account_number as "accountNumber",
            v.bank_code as "bankCode",
            extract(epoch from app_clock() - w.created_at)::float8 as age,
            extract(epoch from app_clock() - w.sent_at)::float8 as "sentAge"
       from withdrawal w
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
}

export function lockWithdrawal(tx: Queryable, id: string): Promise<LockedWithdrawal | undefined> {
  return maybe<LockedWithdrawal>(
    tx,
    'withdrawal.lock',
    `select lender_id as "lenderId", id, state, amount, fee, method_payment as "methodPayment"
       from withdrawal where id = $1 for update`,
    [id],
  )
}

/** HELD becomes SENT, or back. */
export async function markSent(tx: Queryable, id: string, sent: boolean): Promise<void> {
  await run(
    tx,
    'withdrawal.mark_sent',
    `update withdrawal set state = case when $2 then 'SENT' else 'HELD' end, sent_at = case when $2 then app_clock() end
      where id = $1`,
    [id, sent],
  )
}

export async function endWithdrawal(
  tx: Queryable,
  id: string,
  end: { state: 'PAID'; bankReference: string | null } | { state: 'RETURNED'; reason: string },
): Promise<void> {
  await run(
    tx,
    'withdrawal.end',
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

/** Those that are neither paid nor returned, the oldest first, at most a thousand. */
export function withdrawalsUnderWay(db: Queryable): Promise<OpenWithdrawal[]> {
  return many<OpenWithdrawal>(
    db,
    'withdrawal.open',
    `select w.id, w.lender_id as "lenderId", l.phone, w.state, w.amount, w.fee, w.method_payment as "methodPayment",
            floor(extract(epoch from app_now() - w.created_at) / 60)::int as age
       from withdrawal w join lender l on l.id = w.lender_id
      where w.ended_at is null order by w.created_at, w.id limit 1000`,
  )
}
