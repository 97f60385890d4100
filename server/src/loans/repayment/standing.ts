import type { BusinessDate } from '@pematang/contract/format/business-date'
import { arrayLiteral } from '../../platform/db/array-literal.ts'
import { many, one, type Queryable } from '../../platform/db/database.ts'
import type { OwingInstallment } from './installments.ts'
import type { InstallmentPart } from './split-payment.ts'
import type { PaymentRow } from './store.ts'

/** The last days of a loan by which it is decided how a payment is recorded; null where there was none. */
export type LastDays = {
  /** The latest value date of its payments, also of reversed ones. */
  paidOn: BusinessDate | null
  /** The last reference of that day, unless the database may order them otherwise than `comesBefore`. */
  reference: string | null
  /** The day of its newest terms, of its early settlement or of its write-off. */
  changedOn: BusinessDate | null
}

/** The last days of loans. Only a loan that owes nothing can be settled early. */
export async function lastDaysOf(tx: Queryable, loanIds: readonly number[]): Promise<Map<number, LastDays>> {
  if (loanIds.length === 0) return new Map()
  const rows = await many<LastDays & { loanId: number }>(
    tx,
    'loans.repayment.last_days',
    `select s.loan_id as "loanId", newest.day as "paidOn",
            (select case when bool_and(p.reference ~ '^[ -~]*$') then max(p.reference collate "C") end
               from loan_payment p where p.loan_id = s.loan_id and p.paid_on = newest.day) as reference,
            greatest((select max(r.agreed_on) from restructuring r where s.version > 1 and r.loan_id = s.loan_id),
                     (select max(w.written_off_on) from write_off w where w.loan_id = s.loan_id),
                     (select max(p.paid_on) from standing_payment p
                       where s.principal_due + s.interest_due = 0 and p.loan_id = s.loan_id and p.settles)) as "changedOn"
       from loan_servicing s
       cross join lateral (select max(p.paid_on) as day from loan_payment p where p.loan_id = s.loan_id) newest
      where s.loan_id = any($1)`,
    [arrayLiteral(loanIds)],
  )
  return new Map(rows.map(({ loanId, ...days }) => [loanId, days]))
}

/** A payment that stands, with its parts by installment. */
export type StandingPayment = Omit<PaymentRow, 'allocation'> & { parts: InstallmentPart[] }

/**
 * The payments of a loan that stand, with value dates from a day on. Those before its newest terms, early settlement or
 * write-off, and the settlement itself, are left out: nothing allocates them anew.
 */
export const standingFrom = (tx: Queryable, loanId: number, from: BusinessDate): Promise<StandingPayment[]> =>
  many<StandingPayment>(
    tx,
    'loans.repayment.standing_from',
    `with standing as materialized (
       select p.* from standing_payment p where p.loan_id = $1
     ), part as materialized (
       select r.payment_id, r.no, i.version, sum(r.principal)::bigint as principal, sum(r.interest)::bigint as interest,
              sum(r.penalty)::bigint as penalty
         from standing p join lender_repayment r on r.payment_id = p.id
         join installment i on i.loan_id = p.loan_id and i.no = r.no
        group by r.payment_id, r.no, i.version
     ), terms as (
       select max(version) as version, max(created_at) as at from restructuring where loan_id = $1
     ), ended as (
       select max(p.recorded) as recorded from standing p cross join terms
        left join lateral (select max(version) as version from part where part.payment_id = p.id) touched on true
        where p.settles or coalesce(touched.version < terms.version, p.created_at < terms.at, false)
           or p.created_at < (select max(w.created_at) from write_off w where w.loan_id = $1)
     )
     select p.id, p.loan_id as "loanId", p.reference, p.paid_on as "paidOn", p.settles, p.amount, p.principal, p.interest,
            p.penalty, p.fee, p.excess, p.rounding, p.tax, p.asked_penalty as "askedPenalty", p.completes,
            p.occurrence, coalesce((select jsonb_agg(jsonb_build_object('no', part.no, 'principal', part.principal, 'interest',
                        part.interest, 'penalty', part.penalty) order by part.no)
                        from part where part.payment_id = p.id), '[]') as parts
       from standing p where p.paid_on >= $2 and p.recorded > coalesce((select recorded from ended), 0)`,
    [loanId, from],
  )

/** All installments of a loan, in order, and from which number on complete ones may owe penalty. */
export async function allInstallments(
  tx: Queryable,
  loanId: number,
): Promise<{ installments: OwingInstallment[]; penaltyFromNo: number; penaltyRoom: number }> {
  const installments = await many<OwingInstallment>(
    tx,
    'loans.repayment.all_installments',
    `select loan_id as "loanId", no, version, due_date as "dueDate", principal, interest,
            principal_paid as "principalPaid", interest_paid as "interestPaid", penalty_paid as "penaltyPaid",
            superseded_on is not null as replaced
       from installment where loan_id = $1 order by no`,
    [loanId],
  )
  const { penaltyFromNo, penaltyRoom } = await one<{ penaltyFromNo: number; penaltyRoom: number }>(
    tx,
    'loans.repayment.penalty_from',
    `select penalty_from_no as "penaltyFromNo", penalty_limit - penalty_paid as "penaltyRoom"
       from loan_servicing where loan_id = $1`,
    [loanId],
  )
  return { installments, penaltyFromNo, penaltyRoom }
}

/** Whether the borrower got back more excess of a loan than remains after a change of it, in whole rupiah. */
export async function isExcessPaidOut(tx: Queryable, loanId: number, change: number): Promise<boolean> {
  const { missing } = await one<{ missing: boolean }>(
    tx,
    'loans.repayment.excess_missing',
    `select (select coalesce(sum(excess), 0) + $2 from loan_payment where loan_id = $1)
            < (select coalesce(sum(o.amount), 0) from payout o
                where o.account_kind = 'BORROWER_EXCESS' and o.owner_id = $1
                  and not exists (select from reversal r where r.kind = 'PAYOUT' and r.of_id = o.id::text)) as missing`,
    [loanId, change],
  )
  return missing
}
