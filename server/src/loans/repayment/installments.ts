import { arrayLiteral } from '../../platform/db/array-literal.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
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
    'loans.repayment.unpaid',
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

/** The installments of a loan that may owe something, in order. */
export type Owing = {
  installments: OwingInstallment[]
  /** What the loan still owes without penalty, in whole rupiah, also on installments that are not among these. */
  left: number
}

/**
 * The installments of loans that may owe something, by loan: the incomplete ones, and for loans with a late payment all
 * from the first one that may owe penalty. With a day they end with the last one that is due then or begun, or else with
 * the first incomplete one: a loan still owes many, and most payments reach none of the later ones.
 */
export async function owingOf(
  tx: Queryable,
  asked: readonly { loanId: number; until?: BusinessDate | undefined }[],
): Promise<Map<number, Owing>> {
  if (asked.length === 0) return new Map()
  const rows = await many<OwingInstallment & { left: number }>(
    tx,
    'loans.repayment.owing',
    `select ${columns}, i.superseded_on is not null as replaced, s.principal_due + s.interest_due as left
       from unnest($1::bigint[], $2::date[]) as asked (loan_id, until)
       join loan_servicing s on s.loan_id = asked.loan_id
      cross join lateral (
        select greatest(max(i.no) filter (where i.due_date <= asked.until or i.principal_paid + i.interest_paid > 0),
                        min(i.no) filter (where ${isUnpaid})) as no
          from installment i where i.loan_id = s.loan_id
      ) last
       join installment i on i.loan_id = s.loan_id and i.no <= last.no
      where ${isUnpaid} or s.late_paid and i.no >= s.penalty_from_no
      order by i.loan_id, i.no`,
    [
      arrayLiteral(asked.map(({ loanId }) => loanId)),
      arrayLiteral(asked.map(({ until }) => until ?? 'infinity')),
    ],
  )
  const byLoan = Map.groupBy(rows, ({ loanId }) => loanId)
  return new Map(
    [...byLoan].map(([loanId, installments]) => [loanId, { installments, left: installments[0]?.left ?? 0 }]),
  )
}

/**
 * The same for payments of these amounts and value dates: at least the installments that each can reach. An amount that
 * is more than is owed by the first ones read can reach others, so all of its loan are read then.
 */
export async function reachedBy(
  tx: Queryable,
  payments: readonly { loanId: number; on: BusinessDate; amount: number }[],
): Promise<Map<number, Owing>> {
  const near = await owingOf(
    tx,
    payments.map(({ loanId, on }) => ({ loanId, until: on })),
  )
  const beyond = payments.filter(({ loanId, amount }) => {
    const owing = near.get(loanId)
    return owing && amount > leftOn(owing.installments) && leftOn(owing.installments) < owing.left
  })
  return new Map([...near, ...(await owingOf(tx, beyond))])
}

/** What is still owed on these installments, in whole rupiah; nothing on one that new terms replaced. */
export const leftOn = (installments: readonly OwingInstallment[]): number =>
  installments.reduce((sum, one) => sum + principalLeft(one) + interestLeft(one), 0)

export const principalLeft = (one: OwingInstallment): number =>
  one.replaced ? 0 : one.principal - one.principalPaid
export const interestLeft = (one: OwingInstallment): number =>
  one.replaced ? 0 : one.interest - one.interestPaid
