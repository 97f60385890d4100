import { many, one, type Queryable } from '../../platform/db/database.ts'

/** Loans that are funded in full and not paid out yet, with numbers above `after`, by number. */
export async function fundedLoans(db: Queryable, after: string, limit: number): Promise<string[]> {
  const loans = await many<{ number: string }>(
    db,
    'loans.disbursement.funded_loans',
    `select l.loan_number as number from loan_position p join loan l on l.id = p.loan_id
      where p.status = 'FUNDED' and l.loan_number > $1 order by l.loan_number limit $2`,
    [after, limit],
  )
  return loans.map(({ number }) => number)
}

/** How many of these loans are funded in full and not paid out yet, and their sum in whole rupiah; null for all. */
export const fundedSum = (
  db: Queryable,
  numbers: readonly string[] | null,
): Promise<{ loans: number; amount: number }> =>
  one<{ loans: number; amount: number }>(
    db,
    'loans.disbursement.funded_sum',
    `select count(*)::int as loans, coalesce(sum(p.total), 0)::bigint as amount
       from loan_position p join loan l on l.id = p.loan_id
      where p.status = 'FUNDED' and ($1::text[] is null or l.loan_number = any($1))`,
    [numbers],
  )
