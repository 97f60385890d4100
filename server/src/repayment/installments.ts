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

/**
 * The installments of loans that may owe something, by loan, in order: the incomplete ones, and for loans with a late
 * payment all from the first one that may owe penalty.
 */
export async function owingOf(
  tx: Queryable,
  loanIds: readonly number[],
): Promise<Map<number, OwingInstallment[]>> {
  const rows = await many<OwingInstallment>(
    tx,
    'servicing.owing',
    `select ${columns}, i.superseded_on is not null as replaced
       from loan_servicing s join installment i on i.loan_id = s.loan_id
      where s.loan_id = any($1) and (${isUnpaid} or s.late_paid and i.no >= s.penalty_from_no)
      order by i.loan_id, i.no`,
    [arrayLiteral(loanIds)],
  )
  return Map.groupBy(rows, ({ loanId }) => loanId)
}
