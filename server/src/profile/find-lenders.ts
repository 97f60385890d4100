import { many, maybe, type Queryable } from '../platform/db/database.ts'
import { cashOf } from '../ledger/index.ts'
import { type VirtualAccount, virtualAccountsOf } from './virtual-accounts.ts'
import type { TaxStatus } from './keep-lender.ts'

/** A lender in the operator's list; cash in whole rupiah. */
export type LenderRow = {
  lenderId: number
  phone: string
  name: string
  corporate: boolean
  cash: number
  held: number
}

/** All that is kept of a lender and is no secret; of the bank account only what tells it apart. */
export type LenderSheet = LenderRow & {
  email: string
  createdAt: Date
  taxStatus: TaxStatus
  taxRatePpm: number
  bulkFunding: boolean
  institution: { companyName: string; companyEmail: string; picFullName: string; picPhone: string } | null
  bank: { bankCode: string; bankName: string; methodPayment: number; lastDigits: string } | null
  virtualAccounts: VirtualAccount[]
}

/** The lenders above an id, in its order: pages of a list that may be long. */
export function listLenders(db: Queryable, after: number, limit: number): Promise<LenderRow[]> {
  return many<LenderRow>(
    db,
    'profile.list',
    `select l.id as "lenderId", l.phone, l.name, l.user_type_id = 3 as corporate, a.balance - a.held as cash, a.held
       from lender l join account a on a.kind = 'LENDER_CASH' and a.owner_id = l.id
      where l.id > $1 order by l.id limit $2`,
    [after, limit],
  )
}

/** The id of the lender with this national phone number. */
export async function lenderIdOf(db: Queryable, phone: string): Promise<number | undefined> {
  const row = await maybe<{ id: number }>(db, 'profile.id_of', 'select id from lender where phone = $1', [
    phone,
  ])
  return row?.id
}

/** What is kept of one lender. */
export async function showLender(db: Queryable, lenderId: number): Promise<LenderSheet | undefined> {
  const row = await maybe<Omit<LenderSheet, 'cash' | 'held' | 'virtualAccounts'>>(
    db,
    'profile.show',
    `select l.id as "lenderId", l.phone, l.name, l.email, l.user_type_id = 3 as corporate, l.created_at as "createdAt",
            l.tax_status as "taxStatus", l.tax_rate_ppm as "taxRatePpm", l.bulk_funding as "bulkFunding",
            case when i.lender_id is not null then json_build_object('companyName', i.company_name,
              'companyEmail', i.company_email, 'picFullName', i.pic_full_name, 'picPhone', i.pic_phone) end as institution,
            case when b.lender_id is not null then json_build_object('bankCode', b.bank_code, 'bankName', b.bank_name,
              'methodPayment', b.method_payment, 'lastDigits', right(b.account_number, 4)) end as bank
       from lender l left join lender_institution i on i.lender_id = l.id
       left join lender_bank_account b on b.lender_id = l.id where l.id = $1`,
    [lenderId],
  )
  if (!row) return undefined
  const cash = await cashOf(db, lenderId)
  return {
    ...row,
    cash: cash.available,
    held: cash.held,
    virtualAccounts: await virtualAccountsOf(db, lenderId),
  }
}
