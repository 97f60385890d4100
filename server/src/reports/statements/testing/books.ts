import { type Database, one } from '../../../platform/db/database.ts'

/**
 * The movements between the cash of all lenders and all other accounts since the beginning, computed only from
 * transfers.
 */
export const flowsOfBooks = (db: Database): Promise<Record<string, number>> =>
  one(
    db,
    'test.flows',
    `with line as (
       select d.kind as from, c.kind as to, t.kind, t.amount
         from transfer t join account d on d.id = t.debit_account join account c on c.id = t.credit_account
     ), flow as (
       select "from" as kind, "to" as other, -amount as amount, kind as of from line
       union all select "to", "from", amount, kind from line
     ), sum as (
       select sum(amount) filter (where kind like 'LENDER_CASH%' and other = 'BANK_CLEARING' and of = 'TOP_UP') as topped_up,
              sum(amount) filter (where kind = 'LOAN_ESCROW' and other like 'LENDER_CASH%') as lent,
              sum(amount) filter (where kind = 'TRANSFER_FEE' and other like 'LENDER_CASH%') as fees,
              sum(amount) filter (where kind = 'TAX_PAYABLE' and other = 'BORROWER_CLEARING') as tax,
              sum(amount) filter (where kind like 'LENDER_CASH%' and other = 'BORROWER_CLEARING') as received
         from flow
     )
     select coalesce(topped_up, 0)::bigint as "toppedUp", coalesce(lent, 0)::bigint as lent, coalesce(fees, 0)::bigint as fees,
            coalesce(tax, 0)::bigint as tax, coalesce(received, 0)::bigint as received from sum`,
  )

/** The cash of all lenders, the disbursed principal, and the principal awaiting disbursement. */
export const balancesOfBooks = (db: Database) =>
  one<{ cash: number; paidOut: number; notPaidOut: number }>(
    db,
    'test.balances',
    `select (select sum(balance)::bigint from account where kind like 'LENDER_CASH%') as cash,
            (select sum(principal_due)::bigint from loan_servicing) as "paidOut",
            (select sum(balance)::bigint from account where kind = 'LOAN_ESCROW') as "notPaidOut"`,
  )

/** The month of the newest movement. */
export async function lastMonthOf(db: Database): Promise<string> {
  const text = `select to_char(max(business_day(created_at)), 'YYYY-MM-01') as month from transfer`
  return (await one<{ month: string }>(db, 'test.last_month', text)).month
}
