import { maybe, type Queryable, run } from '../platform/db/database.ts'
import { type LoanPosition, positionColumns } from './batch-store.ts'

/**
 * Locks the position of a loan until the end of the transaction, whether it is offered by itself or in a bulk product.
 */
export function lockPosition(tx: Queryable, loanId: number): Promise<LoanPosition | undefined> {
  return maybe<LoanPosition>(
    tx,
    'funding.lock_position',
    `select ${positionColumns} from loan_position p where p.loan_id = $1 for no key update`,
    [loanId],
  )
}

export type ConsentedFunding = {
  id: string
  lenderId: number
  bulkId: string
  loanId: number
  amount: number
}

/**
 * Inserts a funding that is settled without a signature of its own, because the lender consented to the whole bulk
 * funding. The caller has locked the position and moves the money.
 */
export async function insertConsented(tx: Queryable, funding: ConsentedFunding): Promise<void> {
  const { id, lenderId, bulkId, loanId, amount } = funding
  const [inserted] = await Promise.all([
    run(
      tx,
      'funding.insert_consented',
      `insert into funding (lender_id, id, loan_id, amount, expected_interest, state, sign_before, ended_at, bulk_id)
       select lender_id, id, loan_id, amount, expected_interest, 'SETTLED', app_now(), app_now(), $3
         from agreement where lender_id = $1 and id = $2`,
      [lenderId, id, bulkId],
    ),
    run(
      tx,
      'funding.count_consented',
      `update loan_position set funded = funded + $2, status = case when funded + $2 = total then 'FUNDED' else status end
        where loan_id = $1`,
      [loanId, amount],
    ),
  ])
  if (inserted !== 1) throw new Error(`funding ${id} has no agreement`)
}
