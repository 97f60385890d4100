import type { LenderState } from '../auth/index.ts'
import { ColumnFault } from '../../platform/csv/column-fault.ts'
import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import { Lookup } from '../../platform/keys/personal-data.ts'
import { cashOf } from '../../books/index.ts'
import { type VirtualAccount, virtualAccountsOf } from './virtual-accounts.ts'
import type { TaxStatus } from './lender-settings.ts'

/** A lender in the operator's list; cash in whole rupiah. */
export type LenderRow = {
  lenderId: number
  phone: string
  name: string
  corporate: boolean
  state: LenderState
  cash: number
  held: number
}

type BankSheet = { bankCode: string; bankName: string; methodPayment: number; lastDigits: string }

/** A lender's data without secrets; the bank account is shortened to what identifies it. */
export type LenderSheet = LenderRow & {
  email: string
  createdAt: Date
  /** Time of the last change of state; null if it has never changed. */
  stateSince: Date | null
  sessions: number
  taxStatus: TaxStatus
  taxRatePpm: number
  bulkFunding: boolean
  institution: { companyName: string; companyEmail: string; picFullName: string; picPhone: string } | null
  bank: BankSheet | null
  virtualAccounts: VirtualAccount[]
}

/** A page of lenders in the order of their ids, after the given id. */
export function listLenders(
  db: Queryable,
  after: number,
  limit: number,
  state?: LenderState,
): Promise<LenderRow[]> {
  return many<LenderRow>(
    db,
    'lenders.profile.list',
    `select l.id as "lenderId", l.phone, l.name, l.user_type_id = 3 as corporate, l.state, a.balance - a.held as cash, a.held
       from lender l join account a on a.kind = 'LENDER_CASH' and a.owner_id = l.id
      where l.id > $1 and ($3::text is null or l.state = $3) order by l.id limit $2`,
    [after, limit, state ?? null],
  )
}

export async function lenderIdOf(db: Queryable, phone: string): Promise<number | undefined> {
  const row = await maybe<{ id: number }>(
    db,
    'lenders.profile.id_of',
    'select id from lender where phone_search = any($1)',
    [new Lookup(phone)],
  )
  return row?.id
}

async function isMember(db: Queryable, lenderId: number): Promise<boolean> {
  const row = await maybe<{ is: boolean }>(
    db,
    'lenders.profile.is_member',
    'select is_member as is from lender where id = $1',
    [lenderId],
  )
  return row?.is ?? false
}

/**
 * The id of the lender that a line of a file names.
 * @throws ColumnFault if no lender has the number
 */
export async function lenderOfLine(db: Queryable, phone: string, column = 'phone'): Promise<number> {
  const id = await lenderIdOf(db, phone)
  if (id === undefined || (await isMember(db, id)))
    throw new ColumnFault(column, `tidak ada yang terdaftar dengan ${phone}`)
  return id
}

/**
 * Whether a phone number is registered, in plain text or encrypted. Search keys differ from key to key, so no database
 * constraint can enforce uniqueness: the check locks out other registrations until the end of the transaction.
 */
export async function isPhoneTaken(tx: Queryable, phone: string): Promise<boolean> {
  await many(tx, 'lenders.profile.lock_phones', `select pg_advisory_xact_lock(hashtext('lender.phone'))`)
  return (await lenderIdOf(tx, phone)) !== undefined
}

/** @param other what the registered lender has otherwise, where that is known */
export const phoneTaken = (phone: string, other?: string): ColumnFault =>
  new ColumnFault('phone', `${phone} sudah terdaftar${other ? `, dengan ${other} lain` : ''}`)

export async function showLender(db: Queryable, lenderId: number): Promise<LenderSheet | undefined> {
  const row = await maybe<
    Omit<LenderSheet, 'cash' | 'held' | 'virtualAccounts' | 'bank'> & {
      bank: (Omit<BankSheet, 'lastDigits'> & { number: string }) | null
    }
  >(
    db,
    'lenders.profile.show',
    `select l.id as "lenderId", l.phone, l.name, l.email, l.user_type_id = 3 as corporate, l.created_at as "createdAt",
            l.state, l.state_since as "stateSince",
            (select count(*)::integer from session s where s.lender_id = l.id and s.ended_at is null
                and s.ends_at > app_now()) as sessions,
            l.tax_status as "taxStatus", l.tax_rate_ppm as "taxRatePpm", l.bulk_funding as "bulkFunding",
            case when i.lender_id is not null then json_build_object('companyName', i.company_name,
              'companyEmail', i.company_email, 'picFullName', i.pic_full_name, 'picPhone', i.pic_phone) end as institution,
            case when b.lender_id is not null then json_build_object('bankCode', b.bank_code, 'bankName', b.bank_name,
              'methodPayment', b.method_payment, 'number', b.account_number) end as bank
       from lender l left join lender_institution i on i.lender_id = l.id
       left join lender_bank_account b on b.lender_id = l.id where l.id = $1`,
    [lenderId],
  )
  if (!row) return undefined
  const cash = await cashOf(db, lenderId)
  const { number = '', ...bank } = row.bank ?? {}
  return {
    ...row,
    bank: row.bank && { ...(bank as Omit<BankSheet, 'lastDigits'>), lastDigits: number.slice(-4) },
    cash: cash.available,
    held: cash.held,
    virtualAccounts: await virtualAccountsOf(db, lenderId),
  }
}
