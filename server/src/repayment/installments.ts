import { arrayLiteral } from '../platform/db/array-literal.ts'
import { many, type Queryable } from '../platform/db/database.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'

/** An installment in force that is not fully paid; amounts in whole rupiah. */
export type UnpaidInstallment = {
  loanId: number
  no: number
  version: number
  dueDate: BusinessDate
  principal: number
  interest: number
  principalPaid: number
  interestPaid: number
  penaltyPaid: number
}

const columns = `i.loan_id as "loanId", i.no, i.version, i.due_date as "dueDate", i.principal, i.interest,
  i.principal_paid as "principalPaid", i.interest_paid as "interestPaid", i.penalty_paid as "penaltyPaid"`
const isUnpaid = `i.superseded_on is null and (i.principal_paid < i.principal or i.interest_paid < i.interest)`

/** The unpaid installments of loans, by loan, in order. */
export async function unpaidOf(
  tx: Queryable,
  loanIds: readonly number[],
): Promise<Map<number, UnpaidInstallment[]>> {
  const rows = await many<UnpaidInstallment>(
    tx,
    'servicing.unpaid',
    `select ${columns} from installment i where i.loan_id = any($1) and ${isUnpaid} order by i.loan_id, i.no`,
    [arrayLiteral(loanIds)],
  )
  return Map.groupBy(rows, ({ loanId }) => loanId)
}

/** An installment that may still owe principal, interest or penalty; amounts in whole rupiah. */
export type OwingInstallment = UnpaidInstallment & {
  /**
   * Whether other terms have superseded it: then it owes nothing, but the amount paid on it counts before later
   * installments.
   */
  replaced: boolean
}

/** What is asked of a loan: all that it owes, or only what a payment of this amount can reach on its value date. */
type OwingRequest = { loanId: number; on: BusinessDate; amount: number | null }

/** The installments of a loan that may owe something, in order. */
type Owing = {
  installments: OwingInstallment[]
  /** What the loan still owes without penalty, in whole rupiah, also on installments that were not asked for. */
  left: number
}

/**
 * The installments of loans that may owe something, by loan: the incomplete ones, and for loans with a late payment all
 * from the first one that may owe penalty. A payment mostly pays one of the many that its loan still owes, so for a
 * payment they end with the last one that is due, or begun, or that the amount can reach.
 */
export async function owingOf(tx: Queryable, requests: readonly OwingRequest[]): Promise<Map<number, Owing>> {
  const rows = await many<OwingInstallment & { left: number }>(
    tx,
    'servicing.owing',
    `select ${columns}, i.superseded_on is not null as replaced, i.left
       from (
         select i.*, asked.amount, s.principal_due + s.interest_due as left,
                sum(case when i.superseded_on is null
                         then i.principal + i.interest - i.principal_paid - i.interest_paid else 0 end)
                  over (of_loan order by i.no rows between unbounded preceding and 1 preceding) as before,
                max(i.no) filter (where i.due_date <= asked.value_date or i.principal_paid + i.interest_paid > 0)
                  over of_loan as due_until
           from unnest($1::bigint[], $2::date[], $3::bigint[]) as asked (loan_id, value_date, amount)
           join loan_servicing s on s.loan_id = asked.loan_id
           join installment i on i.loan_id = s.loan_id
          where ${isUnpaid} or s.late_paid and i.no >= s.penalty_from_no
         window of_loan as (partition by i.loan_id)
       ) i
      where i.amount is null or coalesce(i.before, 0) < i.amount or i.no <= i.due_until
      order by i.loan_id, i.no`,
    [
      arrayLiteral(requests.map(({ loanId }) => loanId)),
      arrayLiteral(requests.map(({ on }) => on)),
      arrayLiteral(requests.map(({ amount }) => amount)),
    ],
  )
  const byLoan = Map.groupBy(rows, ({ loanId }) => loanId)
  return new Map(
    [...byLoan].map(([loanId, installments]) => [loanId, { installments, left: installments[0]?.left ?? 0 }]),
  )
}
