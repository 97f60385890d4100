import { many, one, type Queryable } from '../../../platform/db/database.ts'
import { sum } from '../../../platform/sum.ts'
import { type LoanOnDay, daysLate, figuresOf } from '../../../loans/testing.ts'
import type { QualityFigures } from '../../../loans/index.ts'

/** The figures of a lender's funding, computed only from transfers, schedules and receipts; whole rupiah. */
export type OwnFunding = {
  id: string
  loanId: number
  loanNumber: string
  borrowerId: number
  borrowerName: string
  loanType: string
  grade: string | null
  /** The amount that the ledger moved from this lender's cash to the loan. */
  lent: number
  state: string
  disbursedOn: string | null
  writtenOffOn: string | null
  newTerms: boolean
  /** The days late of the whole loan on `today`. */
  daysLate: number
  expectedInterest: number
  installments: OwnInstallment[]
}

export type OwnInstallment = {
  no: number
  dueDate: string
  replaced: boolean
  /** The day from which another version of the schedule replaces it; null while it is in force. */
  replacedOn: string | null
  principal: number
  interest: number
  got: { paidOn: string; principal: number; interest: number; penalty: number; tax: number }[]
}

export type OwnBooks = {
  today: string
  /** Movements of the cash account; `ref` is the reference of the event, and outgoing amounts are negative. */
  moves: { kind: string; ref: string; amount: number; paidOn: string; on: string }[]
  held: number
  fundings: OwnFunding[]
}

/** Reads the rows of a lender's books and combines them, without the sums that the product stores. */
export async function ownBooks(db: Queryable, lenderId: number): Promise<OwnBooks> {
  const { today, held } = await one<{ today: string; held: number }>(
    db,
    'test.today_held',
    `select business_day(app_now()) as today, coalesce(sum(h.amount) filter (where h.state = 'OPEN'), 0)::bigint as held
       from account a left join hold h on h.account_id = a.id where a.kind = 'LENDER_CASH' and a.owner_id = $1`,
    [lenderId],
  )
  const moves = await many<OwnBooks['moves'][number]>(
    db,
    'test.moves',
    `select t.kind, t.ref, case when t.debit_account = a.id then -t.amount else t.amount end as amount,
            p.paid_on as "paidOn", business_day(t.created_at) as on
       from account a join transfer t on a.id in (t.debit_account, t.credit_account)
       left join loan_payment p on t.kind = 'REPAYMENT' and p.id::text = t.ref
      where a.kind = 'LENDER_CASH' and a.owner_id = $1`,
    [lenderId],
  )
  type Raw = Omit<OwnFunding, 'lent' | 'daysLate' | 'installments'>
  const raw = await many<Raw>(
    db,
    'test.raw_fundings',
    `select f.id, f.loan_id as "loanId", l.loan_number as "loanNumber", b.id as "borrowerId", b.name as "borrowerName",
            t.name as "loanType", l.grade, f.state, l.disbursed_on as "disbursedOn",
            (select written_off_on from write_off w where w.loan_id = l.id) as "writtenOffOn",
            exists (select from restructuring r where r.loan_id = l.id) as "newTerms",
            f.expected_interest as "expectedInterest"
       from funding f join loan l on l.id = f.loan_id join borrower b on b.id = l.borrower_id
       join loan_type t on t.id = l.loan_type_id
      where f.lender_id = $1 and f.state in ('SETTLED', 'REFUNDED', 'WAITING')`,
    [lenderId],
  )
  const installments = await installmentsOf(db, lenderId)
  const late = await daysLateOf(db, [...new Set(raw.map(({ loanId }) => loanId))], today)
  const lent = new Map(moves.filter(({ kind }) => kind === 'FUNDING').map((move) => [move.ref, -move.amount]))
  const fundings = raw.map((funding) => ({
    ...funding,
    lent: lent.get(funding.id) ?? 0,
    daysLate: late.get(funding.loanId) ?? 0,
    installments: installments.get(funding.id) ?? [],
  }))
  return { today, moves, held, fundings }
}

async function installmentsOf(db: Queryable, lenderId: number): Promise<Map<string, OwnInstallment[]>> {
  const rows = await many<OwnInstallment & { fundingId: string }>(
    db,
    'test.own_installments',
    `select s.funding_id as "fundingId", i.no, i.due_date as "dueDate", i.superseded_on is not null as replaced,
            i.superseded_on as "replacedOn",
            s.principal[i.no - s.first_no + 1] as principal, s.interest[i.no - s.first_no + 1] as interest,
            coalesce((select json_agg(json_build_object('paidOn', p.paid_on::text, 'principal', r.principal,
                        'interest', r.interest, 'penalty', r.penalty, 'tax', r.tax))
               from lender_repayment r join loan_payment p on p.id = r.payment_id
              where r.lender_id = s.lender_id and r.funding_id = s.funding_id and r.no = i.no), '[]') as got
       from funding_schedule s join installment i on i.loan_id = s.loan_id and i.version = s.version
      where s.lender_id = $1 order by i.no`,
    [lenderId],
  )
  return Map.groupBy(rows, ({ fundingId }) => fundingId)
}

/**
 * Days late of each loan, computed by the pure function of credit-quality from the loan's installments and payments.
 */
async function daysLateOf(
  db: Queryable,
  loanIds: readonly number[],
  today: string,
): Promise<Map<number, number>> {
  const schedules = await many<{
    loanId: number
    no: number
    dueDate: string
    principal: number
    interest: number
  }>(
    db,
    'test.loan_installments',
    `select loan_id as "loanId", no, due_date as "dueDate",
            case when superseded_on is null then principal else principal_paid end as principal,
            case when superseded_on is null then interest else interest_paid end as interest
       from installment where loan_id = any($1)`,
    [loanIds],
  )
  const payments = await many<{ loanId: number; paidOn: string; principal: number; interest: number }>(
    db,
    'test.loan_payments',
    `select loan_id as "loanId", paid_on as "paidOn", principal, interest from loan_payment where loan_id = any($1)`,
    [loanIds],
  )
  const byLoan = Map.groupBy(payments, ({ loanId }) => loanId)
  return new Map(
    [...Map.groupBy(schedules, ({ loanId }) => loanId)].map(([loanId, schedule]) => [
      loanId,
      daysLate(schedule, byLoan.get(loanId) ?? [], today),
    ]),
  )
}

/** Principal that has not been repaid. */
export const unpaidOf = ({ lent, installments }: OwnFunding): number =>
  lent - sum(installments.flatMap(({ got }) => got.map(({ principal }) => principal)))

/** The interest still due by the schedule; before the disbursement, the interest shown at signing. */
export const interestLeft = ({ disbursedOn, expectedInterest, installments }: OwnFunding): number =>
  disbursedOn === null
    ? expectedInterest
    : sum(
        installments
          .filter(({ replaced }) => !replaced)
          .map(({ interest, got }) => interest - sum(got.map((one) => one.interest))),
      )

/** Whether principal or interest of the funding is still due. */
export const owes = (funding: OwnFunding): boolean => unpaidOf(funding) + interestLeft(funding) > 0

export function statusOf(funding: OwnFunding): string {
  if (funding.state === 'REFUNDED') return 'REFUNDED'
  if (funding.disbursedOn === null) return 'FUNDED'
  if (funding.writtenOffOn !== null) return 'WRITTEN_OFF'
  if (!owes(funding)) return 'REPAID'
  if (funding.daysLate > 0) return 'LATE'
  return funding.newTerms ? 'RESTRUCTURE' : 'ACTIVE'
}

/**
 * The quality classes of the lender's portfolio. No borrower in these tests reaches the sum from which all loans of a
 * borrower share one quality.
 */
export const qualityOfBooks = ({ fundings }: OwnBooks): QualityFigures =>
  figuresOf(
    fundings
      .filter((one) => ['ACTIVE', 'LATE', 'RESTRUCTURE'].includes(statusOf(one)))
      .map(
        (one): LoanOnDay => ({
          borrowerId: one.borrowerId,
          outstanding: unpaidOf(one),
          daysLate: one.daysLate,
        }),
      ),
  )
