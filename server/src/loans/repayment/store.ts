import { arrayLiteral } from '../../platform/db/array-literal.ts'
import { ChangedMeanwhile } from '../../platform/db/failures.ts'
import { many, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, manyRows, unnestRows } from '../../platform/db/rows.ts'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { AllocationOrder } from '../../books/index.ts'
import type { Holders } from './holders.ts'
import type { DatedPayment } from './penalty.ts'
import type { Claim, InstallmentPart, Received } from './split-payment.ts'

export type PaymentRow = {
  id: string
  loanId: number
  reference: string
  paidOn: BusinessDate
  settles: boolean
  amount: number
  principal: number
  interest: number
  penalty: number
  fee: number
  excess: number
  /** What the platform added to it: amount + rounding = principal + interest + penalty + fee + excess. */
  rounding: number
  tax: number
  askedPenalty: number | null
  completes: boolean
  /** The order by which it was allocated; null for payments recorded before the order was stored. */
  allocation: AllocationOrder | null
  /** How often its reference was recorded for its loan, including this time: more than once only after a reversal. */
  occurrence: number
}

/** A recorded payment; `reversed` tells whether it was reversed. */
export type KnownPayment = PaymentRow & { loanNumber: string; reversed: boolean }

/** The payments with these references, by reference, in the order of recording. */
export async function findPayments(
  tx: Queryable,
  references: readonly string[],
): Promise<Map<string, KnownPayment[]>> {
  const rows = await many<KnownPayment>(
    tx,
    'loans.repayment.payments',
    `select p.id, p.loan_id as "loanId", l.loan_number as "loanNumber", p.reference, p.paid_on as "paidOn",
            p.settles, p.amount, p.principal, p.interest, p.penalty, p.fee, p.excess, p.rounding, p.tax,
            p.asked_penalty as "askedPenalty", p.completes, p.allocation, p.occurrence,
            exists (select from loan_payment r where r.reverses = p.id) as reversed
       from loan_payment p join loan l on l.id = p.loan_id
      where p.reference = any($1) and p.occurrence > 0 order by p.occurrence`,
    [references],
  )
  return Map.groupBy(rows, ({ reference }) => reference)
}

/** The payments of principal and interest on loans, by loan. */
export async function paymentHistory(
  tx: Queryable,
  loanIds: readonly number[],
): Promise<Map<number, DatedPayment[]>> {
  if (loanIds.length === 0) return new Map()
  const rows = await many<DatedPayment & { loanId: number }>(
    tx,
    'loans.repayment.history',
    `select loan_id as "loanId", paid_on as "paidOn", principal + interest as amount from loan_payment
      where loan_id = any($1)`,
    [arrayLiteral(loanIds)],
  )
  const paid = Map.groupBy(rows, ({ loanId }) => loanId)
  return new Map(loanIds.map((loanId) => [loanId, paid.get(loanId) ?? []]))
}

/** An installment that a payment touches; `begun` if something was paid on it before. */
export type Touched = { loanId: number; no: number; version: number; begun: boolean }

const touchedColumns = { loanId: 'bigint', no: 'smallint', version: 'smallint' } as const

export const touchedName = ({ loanId, no }: { loanId: number; no: number }): string => `${loanId} ${no}`

/** The claims of the fundings on each touched installment, by `touchedName`, in the order of the fundings. */
export async function claimsOn(tx: Queryable, touched: readonly Touched[]): Promise<Map<string, Claim[]>> {
  const rows = await many<Claim & { loanId: number; no: number }>(
    tx,
    'loans.repayment.claims',
    `select row.loan_id as "loanId", row.no, s.lender_id as "lenderId", s.funding_id as "fundingId",
            s.principal[row.no - s.first_no + 1] as principal, s.interest[row.no - s.first_no + 1] as interest,
            0 as "principalGot", 0 as "interestGot", f.amount,
            l.tax_rate_ppm as "taxRatePpm", tax_article_of(l.tax_status) as "taxArticle"
       from ${unnestRows(touchedColumns)}
       join funding_schedule s on s.loan_id = row.loan_id and s.version = row.version
       join funding f on f.lender_id = s.lender_id and f.id = s.funding_id
       join lender l on l.id = s.lender_id
      order by row.loan_id, row.no, s.funding_id`,
    manyRows(touchedColumns, touched),
  )
  const claims = Map.groupBy(rows, touchedName)
  const begun = touched.filter((one) => one.begun)
  if (begun.length > 0) await addReceived(tx, begun, claims)
  return claims
}

type ReceivedBefore = Pick<Received, 'fundingId' | 'no' | 'principal' | 'interest'> & { loanId: number }

/** Adds to the claims what the fundings have already received of these installments, whoever held them. */
async function addReceived(
  tx: Queryable,
  begun: readonly Touched[],
  claims: ReadonlyMap<string, Claim[]>,
): Promise<void> {
  const rows = await many<ReceivedBefore>(
    tx,
    'loans.repayment.received',
    `select row.loan_id as "loanId", row.no, r.funding_id as "fundingId", sum(r.principal)::bigint as principal,
            sum(r.interest)::bigint as interest
       from ${unnestRows(touchedColumns)}
       join funding_balance b on b.loan_id = row.loan_id
       join lender_repayment r on r.lender_id = b.lender_id and r.funding_id = b.funding_id and r.no = row.no
      group by row.loan_id, row.no, r.funding_id`,
    manyRows(touchedColumns, begun),
  )
  const byFunding = new Map(rows.map((row) => [`${touchedName(row)} ${row.fundingId}`, row]))
  for (const one of begun) {
    for (const claim of claims.get(touchedName(one)) ?? []) {
      const got = byFunding.get(`${touchedName(one)} ${claim.fundingId}`)
      if (!got) continue
      claim.principalGot = got.principal
      claim.interestGot = got.interest
    }
  }
}

const paymentColumns = {
  id: 'uuid',
  loanId: 'bigint',
  reference: 'text',
  paidOn: 'date',
  settles: 'boolean',
  amount: 'bigint',
  principal: 'bigint',
  interest: 'bigint',
  penalty: 'bigint',
  fee: 'bigint',
  excess: 'bigint',
  rounding: 'bigint',
  tax: 'bigint',
  askedPenalty: 'bigint',
  completes: 'boolean',
  allocation: 'code',
  occurrence: 'smallint',
} as const

/**
 * Stores payments, at most one per loan.
 * @throws a serialisation failure if a reference was recorded concurrently, so that the retry finds it
 */
export async function insertPayments(tx: Queryable, payments: readonly PaymentRow[]): Promise<void> {
  const inserted = await run(
    tx,
    'loans.repayment.insert_payments',
    `insert into loan_payment (${columnNames(paymentColumns)}, number)
     select row.*, 1 + (select count(*) from loan_payment before where before.loan_id = row.loan_id)
       from ${unnestRows(paymentColumns)}
      order by row.reference, row.loan_id on conflict (reference, loan_id, occurrence) do nothing`,
    manyRows(paymentColumns, payments),
  )
  if (inserted !== payments.length) {
    throw new ChangedMeanwhile('what a reference names')
  }
}

export type PaidPart = InstallmentPart & { loanId: number }

const partColumns = {
  loanId: 'bigint',
  no: 'smallint',
  principal: 'bigint',
  interest: 'bigint',
  penalty: 'bigint',
} as const

/**
 * Adds payments to the paid amounts of installments and of their loans. Each loan occurs at most once.
 * @param paidLate loans on which something was paid after its due date
 */
export async function countPaid(
  tx: Queryable,
  parts: readonly PaidPart[],
  paidLate: readonly number[],
): Promise<void> {
  if (parts.length === 0) return
  await run(
    tx,
    'loans.repayment.count_installments',
    `with part as (
       select * from ${unnestRows(partColumns)}
     ), loans as (
       update loan_servicing s
          set principal_due = s.principal_due - p.principal, interest_due = s.interest_due - p.interest,
              penalty_paid = s.penalty_paid + p.penalty, late_paid = s.late_paid or s.loan_id = any($6)
         from (select loan_id, sum(principal)::bigint as principal, sum(interest)::bigint as interest,
                      sum(penalty)::bigint as penalty from part group by loan_id) p
        where s.loan_id = p.loan_id
     )
     update installment i
        set principal_paid = i.principal_paid + p.principal, interest_paid = i.interest_paid + p.interest,
            penalty_paid = i.penalty_paid + p.penalty
       from part p where i.loan_id = p.loan_id and i.no = p.no`,
    [...manyRows(partColumns, parts), arrayLiteral(paidLate)],
  )
}

export type NewReceived = Received & { paymentId: string }

const receivedColumns = {
  lenderId: 'bigint',
  fundingId: 'uuid',
  no: 'smallint',
  paymentId: 'uuid',
  principal: 'bigint',
  interest: 'bigint',
  penalty: 'bigint',
  tax: 'bigint',
  taxRatePpm: 'integer',
  taxArticle: 'smallint',
} as const

/**
 * SQL that increases what is owed to the present holders of fundings by `row`, what is taken back, perhaps from who has
 * received it and holds the funding no more.
 */
export const increaseOwed = `
  update funding_balance b set principal_due = b.principal_due - r.principal, interest_due = b.interest_due - r.interest
    from (select coalesce(h.to_lender, f.lender_id) as lender_id, row.funding_id, sum(row.principal)::bigint as principal,
                 sum(row.interest)::bigint as interest
            from row join funding f on f.id = row.funding_id
            left join lateral (
              select t.to_lender from holding_transfer t where t.funding_id = row.funding_id
               order by t.value_date desc limit 1) h on true group by 1, 2) r
   where b.lender_id = r.lender_id and b.funding_id = r.funding_id`

/**
 * Stores what each funding received, and reduces what is owed to its present holder. There is one row of that for a funding,
 * also where two holders receive at once.
 * @param holders the transfers of all of these fundings
 */
export async function insertReceived(
  tx: Queryable,
  received: readonly NewReceived[],
  holders: Holders,
): Promise<void> {
  if (received.length === 0) return
  await run(
    tx,
    'loans.repayment.insert_received',
    `with row as (
       select * from ${unnestRows(receivedColumns)}
     ), kept as (
       insert into lender_repayment (${columnNames(receivedColumns)}) select * from row
     )
     update funding_balance b set principal_due = b.principal_due - r.principal, interest_due = b.interest_due - r.interest
       from (select coalesce(h.lender_id, row.lender_id) as lender_id, row.funding_id, sum(row.principal)::bigint as principal,
                    sum(row.interest)::bigint as interest
               from row left join unnest($11::uuid[], $12::bigint[]) as h (funding_id, lender_id) on h.funding_id = row.funding_id
              group by 1, 2) r
      where b.lender_id = r.lender_id and b.funding_id = r.funding_id`,
    [
      ...manyRows(receivedColumns, received),
      arrayLiteral([...holders.keys()]),
      arrayLiteral([...holders.values()].map(([newest]) => newest?.lenderId ?? null)),
    ],
  )
}

/** Sets loans that owe nothing any more to REPAID; a written-off loan stays WRITTEN_OFF. */
export async function markRepaid(tx: Queryable, loanIds: readonly number[]): Promise<void> {
  if (loanIds.length === 0) return
  await run(
    tx,
    'loans.repayment.repaid',
    `update loan_position set status = 'REPAID' where loan_id = any($1) and status in ('ACTIVE', 'RESTRUCTURED')`,
    [arrayLiteral(loanIds)],
  )
}

export async function lendersOf(tx: Queryable, loanIds: readonly number[]): Promise<number[]> {
  const rows = await many<{ lenderId: number }>(
    tx,
    'loans.repayment.lenders',
    'select distinct lender_id as "lenderId" from funding_balance where loan_id = any($1)',
    [arrayLiteral(loanIds)],
  )
  return rows.map(({ lenderId }) => lenderId)
}
