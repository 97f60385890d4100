import type { CollectionEvent, Collection } from '@pematang/contract/reports/portfolio/endpoints'
import { many, maybe, type Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { shareOut } from '../../books/index.ts'
import { sum } from '../../platform/sum.ts'

// In all these statements $1 is the lender and $2 the funding.

/** SQL for the installment shares of a funding while the lender held it, with their installments. */
const shares = `
  select i.no, i.due_date, i.superseded_on, s.loan_id, s.principal[i.no - s.first_no + 1] as principal,
         s.interest[i.no - s.first_no + 1] as interest
    from funding_schedule s join installment i
      on i.loan_id = s.loan_id and i.no between s.first_no and s.first_no + cardinality(s.principal) - 1
    join holding h on h.lender_id = $1 and h.id = $2 and s.lender_id = h.origin_lender and s.funding_id = h.id
   where (h.transfer_id is null or i.due_date >= (select min(t.value_date) from holding_transfer t
                                                   where t.funding_id = h.id and t.to_lender = h.lender_id))
     and not exists (select from holding_transfer t where t.funding_id = h.id and t.from_lender = h.lender_id
                        and t.value_date <= i.due_date and holder_of(h.id) <> h.lender_id)`

/** SQL for the payments received by a funding that were not reversed, by installment. */
const receipts = `
  select r.no, r.principal, r.interest, r.penalty, r.tax, p.id, p.paid_on, p.created_at
    from lender_repayment r join standing_payment p on p.id = r.payment_id
   where r.lender_id = $1 and r.funding_id = $2`

/** SQL for installments in force that were not fully paid on their due date, with the missing amount. */
const missed = `
  with share as (${shares}), got as (${receipts})
  select s.due_date as "on", 'MISSED' as kind, (s.principal + s.interest - g.paid)::bigint as amount, s.no
    from share s cross join lateral (
      select coalesce(sum(got.principal + got.interest), 0) as paid from got
       where got.no = s.no and got.paid_on <= s.due_date) g
   where s.due_date < business_day(app_now()) and (s.superseded_on is null or s.superseded_on > s.due_date)
     and g.paid < s.principal + s.interest
     and not exists (select from write_off w where w.loan_id = s.loan_id and w.written_off_on < s.due_date)`

/** SQL for payments after the due date, or after the loan was written off. */
const late = `
  with share as (${shares}), got as (${receipts})
  select g.paid_on as "on", case when bool_or(g.recovers) then 'RECOVERED' else 'RECEIVED' end as kind,
         sum(g.principal + g.interest + g.penalty - g.tax)::bigint as amount, null::int as no
    from (
      select got.*, s.due_date, exists (
               select from write_off w where w.loan_id = s.loan_id and w.created_at < got.created_at) as recovers
        from got join share s on s.no = got.no
    ) g
   where g.recovers or g.paid_on > g.due_date
   group by g.id, g.paid_on having sum(g.principal + g.interest + g.penalty - g.tax) > 0`

/** SQL for the write-off of the loan, with the principal of this funding that was unpaid at that time. */
const writtenOff = `
  select w.written_off_on as "on", 'WRITTEN_OFF' as kind, null::int as no,
         (b.principal_due + coalesce((select sum(r.principal) from (${receipts}) r where r.created_at > w.created_at), 0))
           ::bigint as amount
    from funding_balance b join write_off w on w.loan_id = b.loan_id
   where b.lender_id = $1 and b.funding_id = $2`

/**
 * SQL for restructurings, with the overdue interest of this funding that was waived and the waived penalty of the whole
 * loan.
 */
const restructured = `
  with share as (${shares}), got as (${receipts})
  select t.agreed_on as "on", t.penalty_waived as "penaltyWaived",
         case when t.interest_waived = 0 then 0 else coalesce((
           select sum(s.interest - coalesce((select sum(got.interest) from got where got.no = s.no), 0))
             from share s where s.superseded_on = t.agreed_on and s.due_date <= t.agreed_on), 0) end::bigint as interest
    from restructuring t where t.loan_id = (select loan_id from holding where lender_id = $1 and id = $2)`

/** SQL for the fundings among which a penalty of the loan is split, in a fixed order. */
const amountsOf = `
  select f.id, f.amount from funding_balance b join funding f on f.lender_id = b.lender_id and f.id = b.funding_id
   where b.loan_id = (select loan_id from holding where lender_id = $1 and id = $2) order by b.funding_id`

const order: Record<CollectionEvent['kind'], number> = {
  MISSED: 0,
  RECEIVED: 1,
  RESTRUCTURED: 2,
  WRITTEN_OFF: 3,
  RECOVERED: 4,
}

/**
 * The collection history of a funding whose loan was not paid in time: missed installments, later payments,
 * restructurings with the waived amounts, the write-off and recoveries. Newest first, in whole rupiah of this lender's
 * share.
 * @param fundingId unchecked input from the lender's browser
 * @throws Refusal NOT_FOUND if it is not a funding of this lender
 */
export async function showCollection(
  db: Queryable,
  lenderId: number,
  fundingId: string,
): Promise<Collection> {
  const values = [lenderId, fundingId]
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(fundingId)
  const own =
    isUuid &&
    (await maybe(
      db,
      'reports.portfolio.collection_own',
      'select 1 as own from holding where lender_id = $1 and id = $2',
      values,
    ))
  if (!own) throw new Refusal('NOT_FOUND')
  const [missedOnes, lateOnes, writeOffs, anew, fundings] = await Promise.all([
    many<CollectionEvent>(db, 'reports.portfolio.collection_missed', missed, values),
    many<CollectionEvent>(db, 'reports.portfolio.collection_late', late, values),
    many<CollectionEvent>(db, 'reports.portfolio.collection_written_off', writtenOff, values),
    many<{ on: string; interest: number; penaltyWaived: number }>(
      db,
      'reports.portfolio.collection_restructured',
      restructured,
      values,
    ),
    many<{ id: string; amount: number }>(db, 'reports.portfolio.collection_amounts', amountsOf, values),
  ])
  const place = fundings.findIndex(({ id }) => id === fundingId)
  const amounts = fundings.map(({ amount }) => amount)
  const newTerms = anew.map(
    ({ on, interest, penaltyWaived }): CollectionEvent => ({
      on,
      kind: 'RESTRUCTURED',
      amount: interest + (shareOut(penaltyWaived, amounts)[place] ?? 0),
      no: null,
    }),
  )
  const events = [...missedOnes, ...lateOnes, ...writeOffs, ...newTerms].toSorted(
    (a, b) => b.on.localeCompare(a.on) || order[b.kind] - order[a.kind] || (b.no ?? 0) - (a.no ?? 0),
  )
  const total = (kind: CollectionEvent['kind']) =>
    sum(events.map((event) => (event.kind === kind ? event.amount : 0)))
  return {
    propertyLenderId: fundingId,
    events,
    receivedLate: total('RECEIVED'),
    writtenOff: total('WRITTEN_OFF'),
    recovered: total('RECOVERED'),
    waived: total('RESTRUCTURED'),
  }
}
