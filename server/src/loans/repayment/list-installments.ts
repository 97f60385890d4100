import { daysBetween } from '@pematang/contract/format/business-date'
import type { Pagination } from '@pematang/contract/fields'
import type { InstallmentItem } from '@pematang/contract/reports/portfolio/endpoints'
import { many, maybe, one, type Queryable } from '../../platform/db/database.ts'
import { paginate } from '../../platform/pagination.ts'
import { Refusal } from '../../platform/refusal.ts'
import { owedShares } from './owed-shares.ts'
import { taxOn } from '../../books/index.ts'

type Row = {
  no: number
  dueDate: string
  superseded: boolean
  overdue: boolean
  principal: number
  interest: number
  principalGot: number
  interestGot: number
  penaltyGot: number
  taxWithheld: number
  taxRatePpm: number
  /** The value date of the last payment on it that was not reversed. */
  lastPaidOn: string | null
  today: string
}

/**
 * SQL for the shares of a funding with what was paid on them. A superseded installment is left out unless something was
 * paid on it. $1 is the lender, $2 the funding.
 */
const mine = `
  from (
    select s.loan_id, s.lender_id, s.funding_id, s.first_no + place.n - 1 as no, s.principal[place.n] as principal,
           s.interest[place.n] as interest
      from funding_schedule s cross join lateral generate_series(1, cardinality(s.principal)) as place (n)
     where s.lender_id = $1 and s.funding_id = $2
       and not exists (select from holding_transfer_record t where t.funding_id = $2)
    union all
    select x.loan_id, x.lender_id, x.funding_id, x.no, x.principal, x.interest from transferred_share x
     where x.lender_id = $1 and x.funding_id = $2 and x.principal + x.interest > 0
  ) s
  join installment i on i.loan_id = s.loan_id and i.no = s.no
  left join lateral (
    select sum(r.principal)::bigint as principal, sum(r.interest)::bigint as interest,
           sum(r.penalty)::bigint as penalty, sum(r.tax)::bigint as tax
      from lender_repayment r where r.lender_id = s.lender_id and r.funding_id = s.funding_id and r.no = s.no
  ) r on true
  where i.superseded_on is null or r.principal + r.interest + r.penalty > 0`

/**
 * The installments of a lender's funding, ordered by due date, in whole rupiah; none before the loan is paid out.
 * @param query with `open`, the page with the first unpaid installment is returned, or the first page when all are paid
 * @param fundingId as the lender's browser sends it, not validated
 * @throws Refusal NOT_FOUND when the lender has no such funding
 */
export async function listInstallments(
  db: Queryable,
  lenderId: number,
  fundingId: string,
  query: { page: number; limit: number; open?: 'UNPAID' | '' | undefined },
): Promise<{ propertyLenderId: string; detailList: InstallmentItem[]; pagination: Pagination }> {
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(fundingId)
  const own =
    isUuid &&
    (await maybe(db, 'loans.repayment.own', 'select 1 as own from holding where lender_id = $1 and id = $2', [
      lenderId,
      fundingId,
    ]))
  if (!own) throw new Refusal('NOT_FOUND')
  const { total, paidFirst } = await one<{ total: number; paidFirst: number }>(
    db,
    'loans.repayment.count',
    `with mine as (
       select s.no, i.superseded_on is null and (coalesce(r.principal, 0) < s.principal
                                                 or coalesce(r.interest, 0) < s.interest) as unpaid ${mine}
     )
     select count(*) as total,
            (select count(*) from mine where no < (select min(no) from mine where unpaid)) as "paidFirst" from mine`,
    [lenderId, fundingId],
  )
  const { limit } = query
  const page = query.open ? Math.floor(paidFirst / limit) + 1 : query.page
  const before = (page - 1) * limit
  const rows = await many<Row>(
    db,
    'loans.repayment.page',
    // The installment of an early settlement is shown with the last due date of the terms that it replaced.
    `select s.no, coalesce((select before.due_date from installment before
                             where before.loan_id = i.loan_id and before.version < i.version
                               and before.superseded_on = i.due_date
                               and not exists (select from restructuring r
                                                where r.loan_id = i.loan_id and r.version = i.version)
                             order by before.version desc, before.due_date desc limit 1), i.due_date) as "dueDate",
            i.superseded_on is not null as superseded,
            i.due_date < business_day(app_now()) and holder_of($2) = $1 as overdue, s.principal, s.interest,
            coalesce(r.principal, 0) as "principalGot", coalesce(r.interest, 0) as "interestGot",
            coalesce(r.penalty, 0) as "penaltyGot", coalesce(r.tax, 0) as "taxWithheld",
            (select tax_rate_ppm from lender l where l.id = s.lender_id) as "taxRatePpm",
            (select max(p.paid_on) from lender_repayment r join standing_payment p on p.id = r.payment_id
              where r.lender_id = s.lender_id and r.funding_id = s.funding_id and r.no = s.no) as "lastPaidOn",
            business_day(app_now()) as today
       ${mine} order by s.no limit $3 offset $4`,
    [lenderId, fundingId, limit, before],
  )
  const owed = rows.some(({ overdue }) => overdue)
    ? await owedShares(db, fundingId)
    : new Map<number, number>()
  return {
    propertyLenderId: fundingId,
    detailList: rows.map((row, index) => toItem(row, before + index + 1, owed.get(row.no) ?? 0)),
    pagination: paginate(total, { page, limit }),
  }
}

/** A superseded installment is reduced to what was paid on it, so it shows as PAID. */
function toItem(row: Row, paymentNo: number, penaltyOwed: number): InstallmentItem {
  const principal = row.superseded ? row.principalGot : row.principal
  const interest = row.superseded ? row.interestGot : row.interest
  const isPaid = row.principalGot === principal && row.interestGot === interest
  const tax = isPaid ? row.taxWithheld : Math.max(row.taxWithheld, taxOn(interest, row.taxRatePpm))
  const penalty = row.penaltyGot + penaltyOwed
  const netPayment = principal + interest + penalty - tax
  const totalPaid = row.principalGot + row.interestGot + row.penaltyGot - row.taxWithheld
  const paidOn = isPaid ? row.lastPaidOn : null
  return {
    paymentNo,
    dueDate: row.dueDate,
    principalPayment: principal,
    interestPayment: interest,
    penaltyPayment: penalty,
    tax,
    totalPaid,
    statusName: isPaid ? 'PAID' : row.overdue ? 'LATE' : 'ACTIVE',
    netPayment,
    paidOn,
    stillDue: Math.max(0, netPayment - totalPaid),
    daysLate: isPaid && paidOn === null ? 0 : Math.max(0, daysBetween(row.dueDate, paidOn ?? row.today)),
  }
}
