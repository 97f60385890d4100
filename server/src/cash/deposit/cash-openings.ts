import { maybe, type Queryable } from '../../platform/db/database.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { type BankCode, banks } from './banks.ts'

export type CashOpening = {
  id: string
  /** Whole rupiah. */
  amount: number
  asOf: BusinessDate
  /** Which it is of those of its lender and bank. */
  occurrence: number
  isTakenBack: boolean
  account: number
}

/** The cash that was last taken over for a lender at a bank. */
export const newestOpening = (
  db: Queryable,
  { lenderId, bank }: { lenderId: number; bank: BankCode },
): Promise<CashOpening | undefined> =>
  maybe<CashOpening>(
    db,
    'cash.deposit.newest_opening',
    `select o.id, o.amount, o.as_of as "asOf", o.occurrence, t.credit_account as account,
            exists (select from reversal r where r.kind = 'CASH_OPENING' and r.of_id = o.id::text) as "isTakenBack"
       from cash_opening o join transfer t on t.kind = 'CASH_OPENING' and t.ref = o.id::text
      where o.lender_id = $1 and o.method_payment = $2 order by o.occurrence desc limit 1`,
    [lenderId, banks[bank]],
  )
