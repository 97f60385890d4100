import { many, one, type Queryable, run } from '../../platform/db/database.ts'
import { manyRows, unnestRows } from '../../platform/db/rows.ts'
import { interestBefore, lentOf } from '../disbursement/index.ts'
import type { PaymentRow } from '../repayment/index.ts'
import type { TaxBack } from './tax-back.ts'

/** A payment that is not reversed, with the data needed to reverse it and to record it again. */
export type UnreversedPayment = Omit<PaymentRow, 'completes' | 'allocation' | 'occurrence'> & {
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

/** The payments of a loan that are not reversed, in the order of their recording. */
export const unreversedPayments = (tx: Queryable, loanId: number): Promise<UnreversedPayment[]> =>
  many<UnreversedPayment>(
    tx,
    'loans.reversals.standing_payments',
    `select p.id, p.loan_id as "loanId", l.loan_number as "loanNumber", p.reference, p.paid_on as "paidOn", p.settles,
            p.amount, p.principal, p.interest, p.penalty, p.fee, p.excess, p.rounding, p.tax, p.asked_penalty as "askedPenalty"
       from standing_payment p join loan l on l.id = p.loan_id where p.loan_id = $1 order by p.recorded`,
    [loanId],
  )

export type LoanChanges = {
  /** Whether the loan was restructured or written off after the payment was recorded. */
  changed: boolean
  /** The schedule version that the payment created by settling the loan early; null if it created none. */
  settledVersion: number | null
  /** Whole rupiah of excess on the loan that were not returned to the borrower. */
  excess: number
}

/** What changed on a loan after a payment. */
export const changesSince = (tx: Queryable, paymentId: string): Promise<LoanChanges> =>
  one<LoanChanges>(
    tx,
    'loans.reversals.changes',
    `select exists (select from restructuring r where r.loan_id = p.loan_id and r.version > touched.version)
              or exists (select from write_off w where w.loan_id = p.loan_id and w.created_at > p.created_at) as changed,
            case when p.settles and touched.version = s.version and touched.version > touched.first
                      and not exists (select from restructuring_record r
                                       where r.loan_id = p.loan_id and r.version = touched.version)
                 then touched.version end as "settledVersion",
            ((select coalesce(sum(e.excess), 0) from loan_payment e where e.loan_id = p.loan_id)
             - (select coalesce(sum(o.amount), 0) from payout o
                 where o.account_kind = 'BORROWER_EXCESS' and o.owner_id = p.loan_id
                   and not exists (select from reversal r where r.kind = 'PAYOUT' and r.of_id = o.id::text)))::bigint as excess
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

const taxBackColumns = { lenderId: 'bigint', fundingId: 'uuid', no: 'smallint', tax: 'bigint' } as const

/**
 * Inserts the reversal of a payment: a payment of the same value date with negative amounts, also for each lender. Adds
 * the amounts to what the loan owes.
 * @param taxBack the tax that each share gives back
 */
export async function negatePayment(
  tx: Queryable,
  paymentId: string,
  reversalId: string,
  taxBack: readonly TaxBack[],
): Promise<void> {
  const ids = [paymentId, reversalId]
  await run(
    tx,
    'loans.reversals.payment',
    `insert into loan_payment (id, loan_id, reference, paid_on, settles, amount, principal, interest, penalty, fee, excess,
                               rounding, tax, asked_penalty, completes, occurrence, reverses, allocation, number)
     select $2, loan_id, reference, paid_on, settles, -amount, -principal, -interest, -penalty, -fee, -excess,
            -rounding, -$3::bigint, asked_penalty, completes, -occurrence, id, allocation,
            case when allocation is not null then
              1 + (select count(*) from loan_payment before where before.loan_id = p.loan_id) end
       from loan_payment p where id = $1`,
    [...ids, taxBack.reduce((sum, { tax }) => sum + tax, 0)],
  )
  await run(
    tx,
    'loans.reversals.received',
    `with row as (
       insert into lender_repayment (lender_id, funding_id, no, payment_id, principal, interest, penalty, tax, tax_rate_ppm,
                                     tax_article)
       select r.lender_id, r.funding_id, r.no, $2, -r.principal, -r.interest, -r.penalty, -row.tax, r.tax_rate_ppm, r.tax_article
         from lender_repayment r
         join ${unnestRows(taxBackColumns, 3)} using (lender_id, funding_id, no)
        where r.payment_id = $1
       returning lender_id, funding_id, principal, interest
     )
     update funding_balance b set principal_due = b.principal_due - r.principal, interest_due = b.interest_due - r.interest
       from (select lender_id, funding_id, sum(principal)::bigint as principal, sum(interest)::bigint as interest
               from row group by lender_id, funding_id) r
      where b.lender_id = r.lender_id and b.funding_id = r.funding_id`,
    [...ids, ...manyRows(taxBackColumns, taxBack)],
  )
  await run(
    tx,
    'loans.reversals.count',
    `with part as (
       select p.loan_id, r.no, sum(r.principal)::bigint as principal, sum(r.interest)::bigint as interest,
              sum(r.penalty)::bigint as penalty
         from lender_repayment r join loan_payment p on p.id = r.payment_id where r.payment_id = $1
        group by p.loan_id, r.no
     ), loans as (
       update loan_servicing s
          set principal_due = s.principal_due + p.principal, interest_due = s.interest_due + p.interest,
              penalty_paid = s.penalty_paid - p.penalty
         from (select loan_id, sum(principal)::bigint as principal, sum(interest)::bigint as interest,
                      sum(penalty)::bigint as penalty from part group by loan_id) p
        where s.loan_id = p.loan_id
     )
     update installment i
        set principal_paid = i.principal_paid - p.principal, interest_paid = i.interest_paid - p.interest,
            penalty_paid = i.penalty_paid - p.penalty
       from part p where i.loan_id = p.loan_id and i.no = p.no`,
    [paymentId],
  )
}

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
           left join lateral (select sum(interest) as interest from lender_repayment r
                               where r.lender_id = s.lender_id and r.funding_id = s.funding_id and r.no = i.no) r on true
          where i.loan_id = $1 and i.superseded_on is null group by s.lender_id, s.funding_id
       ) s
      where b.lender_id = s.lender_id and b.funding_id = s.funding_id`,
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

/** Sets the status of a loan that owes money again, or whose write-off or restructuring was reversed. */
export async function setStatusFromTerms(tx: Queryable, loanId: number): Promise<void> {
  await run(
    tx,
    'loans.reversals.status',
    `update loan_position p set status = case
              when exists (select from write_off w where w.loan_id = p.loan_id) then 'WRITTEN_OFF'
              when s.principal_due = 0 and s.interest_due = 0 then 'REPAID'
              when exists (select from restructuring r where r.loan_id = p.loan_id) then 'RESTRUCTURED'
              else 'ACTIVE' end
       from loan_servicing s where s.loan_id = p.loan_id and p.loan_id = $1`,
    [loanId],
  )
}

/** Updates the read model of the dashboard for a loan. */
export async function refreshLoan(tx: Queryable, loanId: number): Promise<void> {
  await many(tx, 'loans.reversals.refresh', 'select refresh_loans(array[$1::bigint])::text', [loanId])
}
