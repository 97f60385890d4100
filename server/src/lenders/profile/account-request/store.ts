import {
  accountRequestDays,
  type AccountRequestState,
  type BankAnswer,
} from '@pematang/contract/lenders/bank-account/rules'
import { maybe, one, type Queryable, run } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { Sealed } from '../../../platform/keys/personal-data.ts'

export type AskedAccount = {
  bankCode: string
  bankName: string
  accountNumber: string
  accountName: string
}

/** A request for another bank account; `nameAtBank` is the holder by the bank's answer. */
export type StoredRequest = AskedAccount & {
  id: string
  lenderId: number
  state: AccountRequestState
  reason: string | null
  bankSays: BankAnswer | null
  nameAtBank: string | null
  saidAt: Date | null
  at: Date
  expiresAt: Date
  isOver: boolean
  endedAt: Date | null
}

/** The columns of `StoredRequest`; `$1` is the number of days. */
export const requestColumns = `
  r.id, r.lender_id as "lenderId", r.bank_code as "bankCode", r.bank_name as "bankName",
  r.account_number as "accountNumber", r.account_name as "accountName", r.state, r.reason, r.bank_says as "bankSays",
  r.name_at_bank as "nameAtBank", r.said_at as "saidAt", r.at, r.at + make_interval(days => $1) as "expiresAt",
  r.at + make_interval(days => $1) <= app_now() as "isOver",
  r.ended_at as "endedAt"`

export async function insertRequest(
  tx: Transaction,
  { id, lenderId, ...asked }: AskedAccount & { id: string; lenderId: number },
): Promise<void> {
  await run(
    tx,
    'lenders.profile.insert_account_request',
    `insert into bank_account_request (id, lender_id, bank_code, bank_name, account_number, account_name)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, lenderId, asked.bankCode, asked.bankName, new Sealed(asked.accountNumber), asked.accountName],
  )
}

/** The request of a lender that waits for a decision: one whose time is over does not, although a job has still to end it. */
export async function openRequest(db: Queryable, lenderId: number): Promise<StoredRequest | undefined> {
  const asked = await unendedRequest(db, lenderId)
  return asked?.isOver === false ? asked : undefined
}

/** The request of a lender that has not ended; there is one at most. */
export const unendedRequest = (db: Queryable, lenderId: number): Promise<StoredRequest | undefined> =>
  maybe<StoredRequest>(
    db,
    'lenders.profile.open_account_request',
    `select ${requestColumns} from bank_account_request r where r.lender_id = $2 and r.state = 'ASKED'`,
    [accountRequestDays, lenderId],
  )

/** The newest request of a lender, whatever came of it. */
export const newestRequest = (db: Queryable, lenderId: number): Promise<StoredRequest | undefined> =>
  maybe<StoredRequest>(
    db,
    'lenders.profile.newest_account_request',
    `select ${requestColumns} from bank_account_request r where r.lender_id = $2 order by r.at desc, r.id desc limit 1`,
    [accountRequestDays, lenderId],
  )

export const findRequest = (db: Queryable, id: string): Promise<StoredRequest | undefined> =>
  maybe<StoredRequest>(
    db,
    'lenders.profile.find_account_request',
    `select ${requestColumns} from bank_account_request r where r.id = $2`,
    [accountRequestDays, id],
  )

/** How many requests a lender has made in the last 24 hours. */
export async function countToday(db: Queryable, lenderId: number): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    'lenders.profile.account_requests_today',
    `select count(*) as count from bank_account_request where lender_id = $1 and at > app_now() - interval '24 hours'`,
    [lenderId],
  )
  return count
}

/**
 * Ends the request of a lender that waits; the caller has locked the lender's row.
 * @param more `id`: only this one; `reason` of a refusal
 * @returns whether there was one
 */
export async function endRequest(
  tx: Transaction,
  lenderId: number,
  state: 'WITHDRAWN' | 'REFUSED' | 'STOPPED' | 'EXPIRED',
  { id = null, reason = null }: { id?: string | null; reason?: string | null } = {},
): Promise<boolean> {
  const ended = await run(
    tx,
    'lenders.profile.end_account_request',
    `update bank_account_request set state = $2, ended_at = app_now(), reason = $4
      where lender_id = $1 and state = 'ASKED' and ($3::uuid is null or id = $3)`,
    [lenderId, state, id, reason],
  )
  return ended === 1
}

/** Ends a request as accepted, by the newest version of the lender's account. */
export async function acceptRequest(tx: Transaction, lenderId: number, id: string): Promise<void> {
  await run(
    tx,
    'lenders.profile.accept_account_request',
    `update bank_account_request set state = 'ACCEPTED', ended_at = app_now(),
            account_version = (select max(version) from lender_bank_account_version where lender_id = $1 and estate_id is null)
      where id = $2 and lender_id = $1 and state = 'ASKED'`,
    [lenderId, id],
  )
}

/** Stores what the bank says of the account of a request that still waits. */
export async function storeBankAnswer(
  tx: Transaction,
  { id, says, name }: { id: string; says: BankAnswer; name: string | null },
): Promise<boolean> {
  const stored = await run(
    tx,
    'lenders.profile.store_bank_answer',
    `update bank_account_request set bank_says = $2, name_at_bank = $3, said_at = app_now()
      where id = $1 and state = 'ASKED'`,
    [id, says, name],
  )
  return stored === 1
}

/** Deletes requests that ended a year ago; the versions of accounts stay. */
export const deleteOldRequests = (db: Queryable): Promise<number> =>
  run(
    db,
    'lenders.profile.retention_account_request',
    `delete from bank_account_request where ended_at < app_now() - interval '1 year'`,
  )
