import { type Reversed, reverseJournals } from '../../books/index.ts'
import type { Context } from '../../context.ts'
import { many, type Queryable, run } from '../../platform/db/database.ts'
import { manyRows, unnestRows } from '../../platform/db/rows.ts'
import { increaseOwed } from './store.ts'
import { taxBackOf } from './tax-back.ts'

/** A payment to take back, and the id of the payment that negates it. */
export type Negation = { paymentId: string; reversalId: string }

/** A negated payment; amounts in whole rupiah. */
export type Negated = Negation & {
  /** The tax that is given back, and by lender how much more that is than was withheld. */
  tax: number
  taxBack: ReadonlyMap<number, number>
  installments: ReadonlySet<number>
}

const negationColumns = { paymentId: 'uuid', reversalId: 'uuid', tax: 'bigint' } as const
const shareColumns = {
  paymentId: 'uuid',
  reversalId: 'uuid',
  lenderId: 'bigint',
  fundingId: 'uuid',
  no: 'smallint',
  tax: 'bigint',
} as const

/**
 * Inserts the reversals of payments of one loan, in order: payments of the same value dates with negative amounts, also
 * for each lender. Their tax is what makes the present months of the lenders right. Adds the amounts to what the loan
 * owes. The caller ends with `reverseNegated`, which moves the money.
 */
export async function negatePayments(tx: Queryable, negations: readonly Negation[]): Promise<Negated[]> {
  if (negations.length === 0) return []
  const given = await taxBackOf(
    tx,
    negations.map(({ paymentId }) => paymentId),
  )
  const negated = negations.map((one): Negated => {
    const { tax = 0, more = new Map<number, number>(), shares = [] } = given.get(one.paymentId) ?? {}
    return { ...one, tax, taxBack: more, installments: new Set(shares.map(({ no }) => no)) }
  })
  await run(
    tx,
    'loans.repayment.negate',
    `insert into loan_payment (id, loan_id, reference, paid_on, settles, amount, principal, interest, penalty, fee, excess,
                               rounding, tax, asked_penalty, completes, occurrence, reverses, allocation, number)
     select reversal_id, loan_id, reference, paid_on, settles, -amount, -principal, -interest, -penalty, -fee, -excess,
            -rounding, -row.tax, asked_penalty, completes, -occurrence, id, allocation,
            case when allocation is not null then
              place + (select count(*) from loan_payment before where before.loan_id = p.loan_id) end
       from ${unnestRows(negationColumns, 1, 'place')} join loan_payment p on p.id = row.payment_id order by place`,
    manyRows(negationColumns, negated),
  )
  await run(
    tx,
    'loans.repayment.negate_received',
    `with row as (
       insert into lender_repayment (lender_id, funding_id, no, payment_id, principal, interest, penalty, tax, tax_rate_ppm,
                                     tax_article)
       select r.lender_id, r.funding_id, r.no, row.reversal_id, -r.principal, -r.interest, -r.penalty, -row.tax, r.tax_rate_ppm,
              r.tax_article
         from ${unnestRows(shareColumns)} join lender_repayment r using (payment_id, lender_id, funding_id, no)
       returning lender_id, funding_id, principal, interest
     )
     ${increaseOwed}`,
    manyRows(
      shareColumns,
      negated.flatMap(({ paymentId, reversalId }) =>
        (given.get(paymentId)?.shares ?? []).map((share) => ({ ...share, reversalId })),
      ),
    ),
  )
  await run(
    tx,
    'loans.repayment.negate_count',
    `with part as (
       select p.loan_id, r.no, sum(r.principal)::bigint as principal, sum(r.interest)::bigint as interest,
              sum(r.penalty)::bigint as penalty
         from lender_repayment r join loan_payment p on p.id = r.payment_id where r.payment_id = any($1)
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
    [negations.map(({ paymentId }) => paymentId)],
  )
  return negated
}

/**
 * Moves the money of negated payments back, each with the tax that its negation gives back.
 * @returns what was taken from lenders, once for each lender and payment
 */
export const reverseNegated = (
  tx: Queryable,
  { random }: Pick<Context, 'random'>,
  negated: readonly Negated[],
  { loanId, reason }: { loanId: number; reason: string },
): Promise<Reversed[]> =>
  reverseJournals(
    tx,
    random,
    negated.map(({ paymentId, reversalId, taxBack }) => ({
      kind: 'REPAYMENT',
      ref: paymentId,
      reversal: { id: reversalId, kind: 'REPAYMENT', ofId: paymentId, reason },
      taxBack,
    })),
    { type: 5, loanId },
  )

export async function setStatusFromTerms(tx: Queryable, loanId: number): Promise<void> {
  await run(
    tx,
    'loans.repayment.status',
    `update loan_position p set status = case
              when exists (select from write_off w where w.loan_id = p.loan_id) then 'WRITTEN_OFF'
              when s.principal_due = 0 and s.interest_due = 0 then 'REPAID'
              when exists (select from restructuring r where r.loan_id = p.loan_id) then 'RESTRUCTURED'
              else 'ACTIVE' end
       from loan_servicing s where s.loan_id = p.loan_id and p.loan_id = $1`,
    [loanId],
  )
}

type NetOfLender = { lenderId: number; net: number }

/** What these payments brought each lender after tax, in whole rupiah, reversals below zero. */
export const netOfLenders = (tx: Queryable, paymentIds: readonly string[]): Promise<NetOfLender[]> =>
  many<NetOfLender>(
    tx,
    'loans.repayment.net_of_lenders',
    `select lender_id as "lenderId", sum(principal + interest + penalty - tax)::bigint as net
       from lender_repayment where payment_id = any($1) group by lender_id order by lender_id`,
    [paymentIds],
  )
