import type { OwnReturn } from '@pematang/contract/reports/insight/endpoints'
import { xirr } from '../../books/index.ts'
import { many, one, type Queryable } from '../../platform/db/database.ts'
import { qualities } from '../../loans/index.ts'
import { sum } from '../../platform/sum.ts'

/**
 * Outstanding principal counts in the return up to this number of days late: the last quality class before MACET (SEOJK
 * 19/SEOJK.06/2025).
 */
const countsUntil = qualities.find(({ name }) => name === 'DIRAGUKAN')?.until ?? 90

/**
 * A lender's return after tax and losses as one yearly rate, with its cash flows. Money flows out on the day it left
 * the cash balance, or on the disbursement day if that was earlier, as with taken-over loans; for a loan with an
 * opening balance, the remaining principal flows out on the day of that balance. Money flows in on the borrower's value
 * date.
 */
export async function getReturn(db: Queryable, lenderId: number): Promise<OwnReturn> {
  const [left, flows, { taxWithheld }] = await Promise.all([
    leftOf(db, lenderId),
    flowsOf(db, lenderId),
    one<{ taxWithheld: number }>(
      db,
      'reports.insight.tax',
      'select coalesce(sum(tax), 0)::bigint as "taxWithheld" from lender_repayment where lender_id = $1',
      [lenderId],
    ),
  ])
  const { asOf, remaining, doubtful, writtenOff } = left
  const total = (of: (flow: (typeof flows)[number]) => number) => sum(flows.map(of))
  // No money came back and no outstanding principal counts, so everything is lost; no discount rate expresses that.
  const isLost = doubtful + writtenOff > 0 && remaining === 0 && total(({ received }) => received) === 0
  const rate = isLost
    ? -1
    : xirr([
        ...flows.map(({ on, paidOut, received }) => ({ on, amount: received - paidOut })),
        { on: asOf, amount: remaining },
      ])
  return {
    asOf,
    rate,
    paidOut: total(({ paidOut }) => paidOut),
    received: total(({ received }) => received),
    taxWithheld,
    remaining,
    doubtful,
    writtenOff,
    flows,
  }
}

/** The principal that has not been repaid, in whole rupiah. */
function leftOf(db: Queryable, lenderId: number) {
  return one<Pick<OwnReturn, 'asOf' | 'remaining' | 'doubtful' | 'writtenOff'>>(
    db,
    'reports.insight.left',
    `select business_day(app_now()) as "asOf",
            coalesce(sum(s.principal_due) filter (where s.oldest_due >= business_day(app_now()) - $2::int), 0)::bigint
              as remaining,
            coalesce(sum(s.principal_due) filter (where s.oldest_due < business_day(app_now()) - $2::int), 0)::bigint
              as doubtful,
            coalesce(sum(b.principal_due) filter (where s.phase = 5), 0)::bigint as "writtenOff"
       from portfolio_standing s
       left join funding_balance b on b.lender_id = s.lender_id and b.funding_id = s.funding_id and s.phase = 5
      where s.lender_id = $1`,
    [lenderId, countsUntil],
  )
}

function flowsOf(db: Queryable, lenderId: number): Promise<OwnReturn['flows']> {
  return many(
    db,
    'reports.insight.flows',
    `select flow.on, sum(out)::bigint as "paidOut", sum(back)::bigint as received
       from (
         select least(business_day(case when f.state = 'SETTLED' then f.ended_at else coalesce(g.created_at, f.created_at) end),
                      s.disbursed_on) as on, coalesce(g.principal_left, f.amount) as out, 0 as back
           from funding f left join loan_servicing s on s.loan_id = f.loan_id and f.state = 'SETTLED'
           left join archived_agreement g on g.funding_id = f.id
          where f.lender_id = $1 and (f.state = 'SETTLED' or f.state = 'REFUNDED' and g.principal_left is null)
         union all
         -- An opening balance that was taken back was never lent.
         select business_day(f.ended_at), 0, f.amount
           from funding f left join archived_agreement g on g.funding_id = f.id
          where f.lender_id = $1 and f.state = 'REFUNDED' and g.principal_left is null
         union all
         -- What went to another lender, or came from one, counts with its principal on its day.
         select t.value_date, case when t.to_lender = $1 then t.principal else 0 end,
                case when t.from_lender = $1 then t.principal else 0 end
           from holding_transfer t where $1 in (t.from_lender, t.to_lender)
         union all
         select p.paid_on, 0, r.principal + r.interest + r.penalty - r.tax
           from lender_repayment r join loan_payment p on p.id = r.payment_id where r.lender_id = $1
       ) flow
      group by flow.on order by flow.on`,
    [lenderId],
  )
}
