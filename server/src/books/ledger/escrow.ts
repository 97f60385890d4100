import { many, type Queryable } from '../../platform/db/database.ts'
import { type AccountKind, chart } from './accounts.ts'

/** The expected balance at a bank by the books, in whole rupiah; sums over many accounts are bigints. */
export type BankPosition = {
  methodPayment: 1 | 2
  /** The balance by all transfers, and by those up to the requested time; null without one. */
  now: bigint
  asOf: bigint | null
}

/** The accounts that represent money at a bank: clearing of banks and of borrowers. */
const atBank = ['BANK_CLEARING', 'BORROWER_CLEARING', 'OPENING_BALANCE'] as const satisfies AccountKind[]

/**
 * The expected balance at each bank. Disbursements and repayments are booked by loan, not by bank, so all of them count
 * at the bank `loansThrough`. Money paid out before a take-over never passed through our banks.
 * @param moments by payment method, up to when transfers count for `asOf`
 */
export async function bankPositions(
  db: Queryable,
  moments: Record<1 | 2, Date | null>,
  loansThrough: 1 | 2,
): Promise<BankPosition[]> {
  const rows = await many<{ methodPayment: 1 | 2; now: string; asOf: string | null }>(
    db,
    'books.ledger.bank_positions',
    `with asked as (select * from (values (1, $1::timestamptz), (2, $2::timestamptz)) as row (method, moment)),
     counted as (
       select id, case when kind = 'BANK_CLEARING' then owner_id else $3::int end as method
         from account where kind = any($4)
     ), movement as (
       select c.method, t.created_at, t.amount from transfer t join counted c on c.id = t.debit_account
        union all
       select c.method, t.created_at, -t.amount from transfer t join counted c on c.id = t.credit_account
     )
     select a.method as "methodPayment", coalesce(sum(m.amount), 0)::text as now,
            case when a.moment is not null
                 then coalesce(sum(m.amount) filter (where m.created_at <= a.moment), 0)::text end as "asOf"
       from asked a left join movement m on m.method = a.method group by a.method, a.moment order by a.method`,
    [moments[1]?.toISOString() ?? null, moments[2]?.toISOString() ?? null, loansThrough, [...atBank]],
  )
  return rows.map((row) => ({
    ...row,
    now: BigInt(row.now),
    asOf: row.asOf === null ? null : BigInt(row.asOf),
  }))
}

/** The account kinds that represent the owners of the money at the banks, in the order of the chart. */
export const nonBankKinds = (Object.keys(chart) as AccountKind[]).filter(
  (kind) => !(atBank as readonly AccountKind[]).includes(kind),
)
