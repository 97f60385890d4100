import { many, type Queryable, run } from '../../platform/db/database.ts'

/**
 * Those of these loans that a bank is to pay out, or has paid out without a line of its statement yet: nobody says by word
 * that they are paid out, and they are not cancelled. Asked after the loan's position was locked, since an order is made
 * under that lock.
 */
export async function orderedLoans(tx: Queryable, loanIds: readonly number[]): Promise<Set<number>> {
  const rows = await many<{ loanId: number }>(
    tx,
    'loans.disbursement.ordered',
    `select loan_id as "loanId" from disbursement_order where loan_id = any($1) and state <> 'RETURNED'`,
    [loanIds],
  )
  return new Set(rows.map(({ loanId }) => loanId))
}

/** SQL for whether a bank has an order to pay out `loan_position p`. */
export const isOrdered = `exists (select from disbursement_order o where o.loan_id = p.loan_id and o.state <> 'RETURNED')`

/** The order of a loan whose disbursement is reversed waits for the line of the bank again: what it says counts. */
export async function reopenOrder(tx: Queryable, loanId: number): Promise<void> {
  await run(
    tx,
    'loans.disbursement.reopen_order',
    `update disbursement_order set state = 'PAID', ended_at = null where loan_id = $1 and state = 'COMPLETED'`,
    [loanId],
  )
}
