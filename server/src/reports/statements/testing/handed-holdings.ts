import { type Database, many } from '../../../platform/db/database.ts'

type Handed = { loan: number; from: number; to: number; at: Date; back: Date | null; amount: number }

/**
 * What holdings took along from one lender to another, for both, and back: the principal that was left on the first day
 * of the new holder by the payments of the days before. It is no recovery of what was written off.
 */
export async function handedHoldings(db: Database) {
  const handed = await many<Handed>(
    db,
    'test.handed_holdings',
    `select t.loan_id as loan, t.from_lender as "from", t.to_lender as "to", t.recorded_at as at,
            (select v.created_at from reversal v where v.kind = 'HOLDING_TRANSFER' and v.of_id = t.id::text) as back,
            (coalesce(g.principal_left, f.amount) - (
              select coalesce(sum(r.principal), 0) from lender_repayment r join loan_payment p on p.id = r.payment_id
               where r.funding_id = f.id and p.paid_on < t.value_date and p.created_at < t.recorded_at))::bigint as amount
       from holding_transfer_record t join funding f on f.id = t.funding_id
       left join archived_agreement g on g.funding_id = f.id`,
  )
  const isHanded = true as const
  return handed.flatMap(({ loan, from, to, at, back, amount }) => [
    { lender: to, loan, at, amount, isHanded },
    { lender: from, loan, at, amount: -amount, isHanded },
    ...(back
      ? [
          { lender: to, loan, at: back, amount: -amount, isHanded },
          { lender: from, loan, at: back, amount, isHanded },
        ]
      : []),
  ])
}
