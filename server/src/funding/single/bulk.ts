import { arrayLiteral } from '../../platform/db/array-literal.ts'
import { many, type Queryable, run } from '../../platform/db/database.ts'
import { type LoanPosition, positionColumns } from './batch-store.ts'

/**
 * Locks the positions of loans until the end of the transaction, in the order of their ids, whether they are offered by
 * themselves or in a bulk product.
 */
export async function lockPositions(
  tx: Queryable,
  loanIds: readonly number[],
): Promise<Map<number, LoanPosition>> {
  const rows = await many<LoanPosition>(
    tx,
    'funding.single.lock_all_positions',
    `select ${positionColumns} from loan_position p
      where p.loan_id = any($1) order by p.loan_id for no key update`,
    [arrayLiteral(loanIds)],
  )
  return new Map(rows.map((row) => [row.loanId, row]))
}

export type ConsentedFunding = { id: string; loanId: number; amount: number }

/**
 * Inserts fundings of different loans that are settled without a signature of their own, because the lender consented to
 * the whole bulk funding. The caller has locked the positions and moves the money.
 */
export async function insertConsented(
  tx: Queryable,
  { lenderId, bulkId }: { lenderId: number; bulkId: string },
  fundings: readonly ConsentedFunding[],
): Promise<void> {
  const [inserted] = await Promise.all([
    run(
      tx,
      'funding.single.insert_consented',
      `insert into funding (lender_id, id, loan_id, amount, expected_interest, state, sign_before, ended_at, bulk_id)
       select lender_id, id, loan_id, amount, expected_interest, 'SETTLED', app_now(), app_now(), $3
         from agreement where lender_id = $1 and id = any($2)`,
      [lenderId, arrayLiteral(fundings.map(({ id }) => id)), bulkId],
    ),
    run(
      tx,
      'funding.single.count_consented',
      `update loan_position p set funded = p.funded + f.amount,
              status = case when p.funded + f.amount = p.total then 'FUNDED' else p.status end
         from unnest($1::bigint[], $2::bigint[]) as f (loan_id, amount)
        where p.loan_id = f.loan_id`,
      [
        arrayLiteral(fundings.map(({ loanId }) => loanId)),
        arrayLiteral(fundings.map(({ amount }) => amount)),
      ],
    ),
  ])
  if (inserted !== fundings.length) throw new Error('a funding has no agreement')
}
