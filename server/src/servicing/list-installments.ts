import type { Pagination } from '@pematang/contract/fields'
import type { InstallmentItem } from '@pematang/contract/portfolio/endpoints'
import { many, maybe, one, type Queryable } from '../platform/db/database.ts'
import { paginate } from '../platform/pagination.ts'
import { Refusal } from '../platform/refusal.ts'
import { taxOn } from './shares/split-payment.ts'

type Row = {
  no: number
  dueDate: string
  /** Another version of the schedule has taken its place. */
  superseded: boolean
  overdue: boolean
  principal: number
  interest: number
  principalGot: number
  interestGot: number
  penaltyGot: number
  taxWithheld: number
  taxRatePpm: number
}

/**
 * The shares of a funding with what came in on them. What another version has replaced is left out, unless something
 * was paid on it. $1 lender, $2 funding.
 */
const mine = `
  from (
    select s.loan_id, s.lender_id, s.funding_id, s.first_no + place.n - 1 as no, s.principal[place.n] as principal,
           s.interest[place.n] as interest
      from funding_schedule s cross join lateral generate_series(1, cardinality(s.principal)) as place (n)
     where s.lender_id = $1 and s.funding_id = $2
  ) s
  join installment i on i.loan_id = s.loan_id and i.no = s.no
  left join lateral (
    select sum(r.principal)::bigint as principal, sum(r.interest)::bigint as interest,
           sum(r.penalty)::bigint as penalty, sum(r.tax)::bigint as tax
      from lender_repayment r where r.lender_id = s.lender_id and r.funding_id = s.funding_id and r.no = s.no
  ) r on true
  where i.superseded_on is null or r.principal + r.interest + r.penalty > 0`

/**
 * The installments of a lender's funding, the first due first, in whole rupiah. Until a loan is paid out there are
 * none.
 * @param fundingId as a lender's browser gives it
 * @throws Refusal NOT_FOUND where it is no funding of this lender
 */
export async function listInstallments(
  db: Queryable,
  lenderId: number,
  fundingId: string,
  query: { page: number; limit: number },
): Promise<{ propertyLenderId: string; detailList: InstallmentItem[]; pagination: Pagination }> {
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(fundingId)
  const own =
    isUuid &&
    (await maybe(db, 'installments.own', 'select 1 as own from funding where lender_id = $1 and id = $2', [
      lenderId,
      fundingId,
    ]))
  if (!own) throw new Refusal('NOT_FOUND')
  const { total } = await one<{ total: number }>(
    db,
    'installments.count',
    `select count(*) as total ${mine}`,
    [lenderId, fundingId],
  )
  const rows = await many<Row>(
    db,
    'installments.page',
    `select s.no, i.due_date as "dueDate", i.superseded_on is not null as superseded,
            i.due_date < business_day(app_now()) as overdue, s.principal, s.interest,
            coalesce(r.principal, 0) as "principalGot", coalesce(r.interest, 0) as "interestGot",
            coalesce(r.penalty, 0) as "penaltyGot", coalesce(r.tax, 0) as "taxWithheld",
            (select tax_rate_ppm from lender l where l.id = s.lender_id) as "taxRatePpm"
       ${mine} order by s.no limit $3 offset $4`,
    [lenderId, fundingId, query.limit, (query.page - 1) * query.limit],
  )
  const before = (query.page - 1) * query.limit
  return {
    propertyLenderId: fundingId,
    detailList: rows.map((row, index) => toItem(row, before + index + 1)),
    pagination: paginate(total, query),
  }
}

/** Of an installment that was replaced only what was paid is left, so that it is PAID. */
function toItem(row: Row, paymentNo: number): InstallmentItem {
  const principal = row.superseded ? row.principalGot : row.principal
  const interest = row.superseded ? row.interestGot : row.interest
  const isPaid = row.principalGot === principal && row.interestGot === interest
  return {
    paymentNo,
    dueDate: row.dueDate,
    principalPayment: principal,
    interestPayment: interest,
    penaltyPayment: row.penaltyGot,
    tax: isPaid ? row.taxWithheld : Math.max(row.taxWithheld, taxOn(interest, row.taxRatePpm)),
    totalPaid: row.principalGot + row.interestGot + row.penaltyGot - row.taxWithheld,
    statusName: isPaid ? 'PAID' : row.overdue ? 'LATE' : 'ACTIVE',
  }
}
