import type { StatementPortfolio } from '@pematang/contract/reports/statements/endpoints'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { lateLoansOn, qualities, qualityOf } from '../../loans/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import { sum } from '../../platform/sum.ts'

type Row = { state: 'NOT_PAID_OUT' | 'RUNNING' | 'WRITTEN_OFF'; days: number; left: number }

/**
 * The principal that a lender has lent and not received back, as recorded at the end of a day: later records do not
 * count, whatever their value date. The quality classes are those of the day.
 * @param until the end of the day
 */
export async function portfolioAt(
  db: Queryable,
  { lenderId, to, until }: { lenderId: number; to: BusinessDate; until: Date },
): Promise<StatementPortfolio> {
  const late = await lateLoansOn(db, to)
  const rows = await many<Row>(
    db,
    'reports.statements.portfolio',
    `with mine as (
       select f.id, f.loan_id, coalesce(g.principal_left, f.amount) as lent, g.principal_left is not null as opened
         from funding f left join archived_agreement g on g.funding_id = f.id
        where f.lender_id = $1
          and (f.state = 'SETTLED' and f.ended_at < $2
               and not exists (select from holding_transfer_record t where t.funding_id = f.id)
               or f.state = 'REFUNDED' and f.ended_at >= $2 and coalesce(g.created_at, (
                    select t.created_at from transfer t where t.ref = f.id::text and t.kind = 'FUNDING')) < $2)
       union all
       select f.id, f.loan_id, coalesce(g.principal_left, f.amount), g.principal_left is not null
         from (select distinct funding_id from holding_transfer_record where $1 in (from_lender, to_lender)) t
         join funding f on f.id = t.funding_id left join archived_agreement g on g.funding_id = f.id
        where f.state = 'SETTLED' and f.ended_at < $2 and holder_at(f.id, $2) = $1
     ), got as (
       select r.funding_id, sum(r.principal) as principal
         from lender_repayment r join loan_payment p on p.id = r.payment_id
        where p.created_at < $2
          and (r.lender_id = $1 or r.funding_id = any(array(
                 select funding_id from holding_transfer_record where $1 in (from_lender, to_lender))))
        group by r.funding_id
     ), standing as (
       select m.lent - coalesce(got.principal, 0) as left, coalesce(late.days, 0) as days,
              -- A loan with an opening balance was paid out before, also where that was taken back since.
              case when s.loan_id is null and not m.opened then 'NOT_PAID_OUT'
                   when exists (
                     select from write_off_record o where o.loan_id = m.loan_id and o.created_at < $2
                        and not exists (select from reversal v where v.kind = 'WRITE_OFF' and v.of_id = o.id::text
                                           and v.created_at < $2)) then 'WRITTEN_OFF'
                   else 'RUNNING' end as state
         from mine m left join got on got.funding_id = m.id
         left join loan_servicing s on s.loan_id = m.loan_id and s.created_at < $2
         left join unnest($3::bigint[], $4::int[]) as late (loan_id, days) on late.loan_id = m.loan_id
     )
     select state, case when state = 'RUNNING' then days else 0 end as days, sum(standing.left)::bigint as left
       from standing where standing.left <> 0 group by 1, 2`,
    [lenderId, until, late.loanIds, late.days],
  )
  const left = (of: (row: Row) => boolean) => sum(rows.filter(of).map((row) => row.left))
  return {
    quality: qualities.map(({ name }) => ({
      name,
      outstanding: left(({ state, days }) => state === 'RUNNING' && qualityOf(days) === name),
    })),
    notPaidOut: left(({ state }) => state === 'NOT_PAID_OUT'),
    writtenOff: left(({ state }) => state === 'WRITTEN_OFF'),
  }
}

/** The total lent principal. */
export const lentOf = ({ quality, notPaidOut }: StatementPortfolio): number =>
  notPaidOut + sum(quality.map(({ outstanding }) => outstanding))

/** Principal that is lent no more, or again, at a time without a movement of cash, whole rupiah. */
export type Shift = { at: Date; amount: number }

/** A lender's losses by write-offs recorded in a period: the unpaid principal at that time, negative for a reversal. */
export function lossesOf(
  db: Queryable,
  { lenderId, since, until }: { lenderId: number; since: Date; until: Date },
): Promise<Shift[]> {
  return many<Shift>(
    db,
    'reports.statements.losses',
    `with event as (
       select loan_id, created_at as at, 1 as sign from write_off_record where created_at >= $2 and created_at < $3
       union all
       select o.loan_id, v.created_at, -1 from reversal v join write_off_record o on o.id::text = v.of_id
        where v.kind = 'WRITE_OFF' and v.created_at >= $2 and v.created_at < $3
     )
     select e.at, (e.sign * (coalesce(g.principal_left, f.amount) - coalesce(got.principal, 0)))::bigint as amount
       from event e join holding h on h.loan_id = e.loan_id and h.lender_id = $1 and h.state = 'SETTLED'
       join funding f on f.id = h.id and holder_at(f.id, e.at) = $1
       left join archived_agreement g on g.funding_id = f.id
       left join lateral (
         select sum(r.principal) as principal from lender_repayment r join loan_payment p on p.id = r.payment_id
          where r.lender_id = any(holders_of(f.id)) and r.funding_id = f.id and p.created_at < e.at) got on true`,
    [lenderId, since, until],
  )
}

/**
 * What holdings that went to or from a lender in a period asked on the day whose payments were the first of the new
 * holder, whole rupiah, negative for those that went: payments since are movements of both. What is written off is not
 * lent any more.
 */
export function handedOver(
  db: Queryable,
  { lenderId, since, until }: { lenderId: number; since: Date; until: Date },
): Promise<Shift[]> {
  return many<Shift>(
    db,
    'reports.statements.handed_over',
    `with event as (
       select t.loan_id, t.recorded_at as at, case when t.to_lender = $1 then t.principal else -t.principal end as amount
         from holding_transfer_record t
        where $1 in (t.from_lender, t.to_lender) and t.recorded_at >= $2 and t.recorded_at < $3
       union all
       select t.loan_id, v.created_at, case when t.to_lender = $1 then -t.principal else t.principal end
         from holding_transfer_record t join reversal v on v.kind = 'HOLDING_TRANSFER' and v.of_id = t.id::text
        where $1 in (t.from_lender, t.to_lender) and v.created_at >= $2 and v.created_at < $3
     )
     select e.at, e.amount from event e
      where not exists (select from write_off_record o where o.loan_id = e.loan_id and o.created_at < e.at
                           and not exists (select from reversal v where v.kind = 'WRITE_OFF' and v.of_id = o.id::text
                                              and v.created_at < e.at))`,
    [lenderId, since, until],
  )
}
