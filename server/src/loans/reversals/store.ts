import { many, maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { interestBefore, lentOf } from '../disbursement/index.ts'
import type { PaymentRow } from '../repayment/index.ts'

/** A payment that is not reversed, with the data needed to reverse it and to record it again. */
export type UnreversedPayment = Omit<PaymentRow, 'completes' | 'allocation'> & {
  loanNumber: string
}

/** The loans with a payment under this reference, each once, with whether none of theirs stands. */
export const loansOfReference = (
  tx: Queryable,
  reference: string,
): Promise<{ loanNumber: string; reversed: boolean }[]> =>
  many(
    tx,
    'loans.reversals.loans',
    `select l.loan_number as "loanNumber", bool_and(exists (select from loan_payment r where r.reverses = p.id)) as reversed
       from loan_payment p join loan l on l.id = p.loan_id
      where p.reference = $1 and p.occurrence > 0 group by l.loan_number order by l.loan_number`,
    [reference],
  )

export const standingPayment = (
  tx: Queryable,
  loanId: number,
  reference: string,
): Promise<UnreversedPayment | undefined> =>
  maybe<UnreversedPayment>(
    tx,
    'loans.reversals.standing_payment',
    `select p.id, p.loan_id as "loanId", l.loan_number as "loanNumber", p.reference, p.paid_on as "paidOn", p.settles,
            p.amount, p.principal, p.interest, p.penalty, p.fee, p.excess, p.rounding, p.tax,
            p.asked_penalty as "askedPenalty", p.occurrence
       from standing_payment p join loan l on l.id = p.loan_id where p.loan_id = $1 and p.reference = $2`,
    [loanId, reference],
  )

export type LoanChanges = {
  /** Whether the loan was restructured, settled early or written off after the payment was recorded. */
  changed: boolean
  /** The schedule version that the payment created by settling the loan early; null if it created none. */
  settledVersion: number | null
}

export const changesSince = (tx: Queryable, paymentId: string): Promise<LoanChanges> =>
  one<LoanChanges>(
    tx,
    'loans.reversals.changes',
    `select exists (select from restructuring r where r.loan_id = p.loan_id and r.version > touched.version)
              or exists (select from standing_payment s where s.loan_id = p.loan_id and s.settles and s.recorded > p.recorded)
              or exists (select from write_off w where w.loan_id = p.loan_id and w.created_at > p.created_at) as changed,
            case when p.settles and touched.version = s.version and touched.version > touched.first
                      and not exists (select from restructuring_record r
                                       where r.loan_id = p.loan_id and r.version = touched.version)
                 then touched.version end as "settledVersion"
       from loan_payment p join loan_servicing s on s.loan_id = p.loan_id
      cross join lateral (
        select max(i.version) as version, (
                 select min(version) from installment
                  where loan_id = p.loan_id and superseded_on is distinct from '-infinity') as first
          from installment i
         where i.loan_id = p.loan_id and exists (select from lender_repayment r where r.payment_id = p.id and r.no = i.no)
      ) touched
      where p.id = $1`,
    [paymentId],
  )

/**
 * Removes a schedule version on which nothing was paid: the installments that it had replaced are in force again. The
 * interest owed by the loan and to its fundings, and the penalty limit, are computed again as when the earlier version
 * began.
 */
export async function dropVersion(tx: Queryable, loanId: number, version: number): Promise<void> {
  await run(
    tx,
    'loans.reversals.drop_version',
    `update installment set superseded_on = '-infinity' where loan_id = $1 and version = $2`,
    [loanId, version],
  )
  await run(
    tx,
    'loans.reversals.restore_version',
    `update installment i set superseded_on = null
      where i.loan_id = $1 and i.superseded_on is not null
        and i.version = coalesce((select max(r.version) from restructuring r where r.loan_id = $1 and r.version < $2),
                                 (select min(v.version) from installment v
                                   where v.loan_id = $1 and v.superseded_on is distinct from '-infinity'))`,
    [loanId, version],
  )
  await run(
    tx,
    'loans.reversals.fundings_owed',
    `update funding_balance b set interest_due = s.interest
       from (
         select s.lender_id, s.funding_id, sum(s.interest[i.no - s.first_no + 1] - coalesce(r.interest, 0))::bigint as interest
           from installment i
           join funding_schedule s on s.loan_id = i.loan_id and s.version = i.version
           left join lateral (select sum(r.interest) as interest from funding_balance held
                                join lender_repayment r on r.lender_id = held.lender_id and r.funding_id = held.funding_id and r.no = i.no
                               where held.loan_id = $1 and held.funding_id = s.funding_id) r on true
          where i.loan_id = $1 and i.superseded_on is null group by s.lender_id, s.funding_id
       ) s
      where b.loan_id = $1 and b.lender_id = holder_of(s.funding_id) and b.funding_id = s.funding_id`,
    [loanId],
  )
  await run(
    tx,
    'loans.reversals.loan_owed',
    `update loan_servicing s set interest_due = i.interest,
            -- Penalties are computed again from the beginning of the terms in force; for payments recorded before
            -- allocations were stored, from the first incomplete installment.
            late_paid = true,
            penalty_from_no = case when exists (select from standing_payment p where p.loan_id = $1 and p.allocation is null)
                                   then least(s.penalty_from_no, i.open) else least(s.penalty_from_no, i.first) end,
            penalty_limit = greatest(s.penalty_paid, least(
              floor(${lentOf} * t.penalty_maximum_ppm::numeric / 1000000)::bigint, ${lentOf} - ${interestBefore} - i.interest -
              (select coalesce(sum(p.interest), 0)::bigint from loan_payment p where p.loan_id = s.loan_id)))
       from loan_terms t, (
         select sum(interest - interest_paid)::bigint as interest,
                min(no) filter (where version = (select max(version) from installment where loan_id = $1 and superseded_on is null))
                  as first,
                min(no) filter (where principal_paid < principal or interest_paid < interest) as open
           from installment where loan_id = $1 and superseded_on is null
       ) i
      where s.loan_id = $1 and t.loan_id = s.loan_id`,
    [loanId],
  )
}

/** Updates the read model of the dashboard for a loan. */
export async function refreshLoan(tx: Queryable, loanId: number): Promise<void> {
  await many(tx, 'loans.reversals.refresh', 'select refresh_loans(array[$1::bigint])::text', [loanId])
}
