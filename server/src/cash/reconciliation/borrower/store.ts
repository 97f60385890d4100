import { many, maybe, one, type Queryable, run } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Window } from '../../../platform/pages.ts'

/** A borrower's payment in suspense or after it, in whole rupiah; `age` in days since it was recorded. */
export type BorrowerPayment = {
  id: string
  lineId: string
  methodPayment: 1 | 2
  amount: number
  paidOn: string
  /** The name of the bank's transfer, under which its repayments are recorded. */
  name: string
  state: 'WAITS' | 'ASSIGNED' | 'RETURNED'
  /** The assignment or return that counts; null while it waits. */
  endId: string | null
  returnReference: string | null
  age: number
}

const columns = `p.id, p.line_id as "lineId", p.method_payment as "methodPayment", p.amount, p.paid_on as "paidOn", p.name,
  p.state, p.end_id as "endId", p.return_reference as "returnReference",
  business_day(app_now()) - business_day(p.created_at) as age`

/** The payment that a line brought, unless that was taken back. */
export const borrowerPaymentOf = (tx: Queryable, lineId: string): Promise<BorrowerPayment | undefined> =>
  maybe<BorrowerPayment>(
    tx,
    'cash.reconciliation.borrower_payment',
    `select ${columns} from borrower_payment_now p where p.line_id = $1`,
    [lineId],
  )

/** The payments that wait, oldest first. */
export const waitingBorrowerPayments = (
  db: Queryable,
  { limit, after }: Window = {},
): Promise<BorrowerPayment[]> =>
  many<BorrowerPayment>(
    db,
    'cash.reconciliation.borrower_payments',
    `select ${columns} from borrower_payment_now p
      where p.state = 'WAITS'
        and ($1::uuid is null or (p.created_at, p.id) > (select created_at, id from borrower_payment where id = $1))
      order by p.created_at, p.id limit $2`,
    [after ?? null, limit ?? null],
  )

export async function insertBorrowerPayment(
  tx: Transaction,
  row: Pick<BorrowerPayment, 'id' | 'lineId' | 'methodPayment' | 'amount' | 'name'> & {
    at: Date
    note: string
  },
): Promise<BorrowerPayment> {
  await run(
    tx,
    'cash.reconciliation.insert_borrower_payment',
    `insert into borrower_payment (id, line_id, method_payment, amount, paid_on, name, note)
     values ($1, $2, $3, $4, business_day($5::timestamptz), $6, $7)`,
    [row.id, row.lineId, row.methodPayment, row.amount, row.at.toISOString(), row.name, row.note],
  )
  return one<BorrowerPayment>(
    tx,
    'cash.reconciliation.new_borrower_payment',
    `select ${columns} from borrower_payment_now p where p.id = $1`,
    [row.id],
  )
}

/** Ends a payment that waits: assigned to these repayments, or sent back under a reference. */
export async function endBorrowerPayment(
  tx: Transaction,
  end: { id: string; of: string; returnReference: string | null; payments: readonly string[]; note: string },
): Promise<void> {
  await run(
    tx,
    'cash.reconciliation.end_borrower_payment',
    `insert into borrower_payment_end (id, borrower_payment_id, return_reference, note) values ($1, $2, $3, $4)`,
    [end.id, end.of, end.returnReference, end.note],
  )
  await run(
    tx,
    'cash.reconciliation.borrower_parts',
    'insert into borrower_payment_part (end_id, payment_id) select $1, unnest($2::uuid[])',
    [end.id, end.payments],
  )
}

/** The loans of an assignment whose repayments still stand. */
export const assignedLoans = async (tx: Queryable, endId: string): Promise<string[]> =>
  (
    await many<{ loanNumber: string }>(
      tx,
      'cash.reconciliation.assigned_loans',
      `select l.loan_number as "loanNumber" from borrower_payment_part b
         join standing_payment p on p.id = b.payment_id join loan l on l.id = p.loan_id
        where b.end_id = $1 order by l.loan_number`,
      [endId],
    )
  ).map(({ loanNumber }) => loanNumber)

/** Which of these loans have a repayment under this name of a transfer. */
export const loansPaidBy = async (
  tx: Queryable,
  name: string,
  loanNumbers: readonly string[],
): Promise<string[]> =>
  (
    await many<{ loanNumber: string }>(
      tx,
      'cash.reconciliation.loans_paid_by',
      `select l.loan_number as "loanNumber" from standing_payment p join loan l on l.id = p.loan_id
        where upper(btrim(p.reference) collate "C") = $1 and l.loan_number = any($2::text[]) order by 1`,
      [name, loanNumbers],
    )
  ).map(({ loanNumber }) => loanNumber)
