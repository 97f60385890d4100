import { many, type Queryable } from '../../platform/db/database.ts'

/** The sum of a portfolio and of its requested parts, by borrower, loan type and grade, in whole rupiah. */
export type PortfolioParts = { all: number } & Record<Kind, ReadonlyMap<string, number>>

type Kind = 'BORROWER' | 'LOAN_TYPE' | 'GRADE'

/**
 * SQL for the sum of each requested part. Outstanding principal comes from a read model of sums, so that a portfolio of
 * 100,000 fundings need not be read; reservations are read from the fundings. Parameters: lender, borrowers, loan
 * types, grades.
 */
export const partsStatement = `
  with waiting as (
    select l.borrower_id, l.loan_type_id, coalesce(l.grade, '') as grade, w.amount
      from (select loan_id, amount from funding where lender_id = $1 and state = 'WAITING'
            union all
            select loan_id, amount from bulk_funding_loan where lender_id = $1 and state = 'WAITING') w
      join loan l on l.id = w.loan_id
  )
  select kind, key, sum(amount)::bigint as amount from (
    select 'ALL' as kind, '' as key, principal_due as amount from portfolio_total where lender_id = $1
    union all
    select 'ALL', '', amount from waiting
    union all
    select 'BORROWER', borrower_id::text, principal_due from portfolio_borrower_due
     where lender_id = $1 and borrower_id = any($2::bigint[])
    union all
    select 'BORROWER', borrower_id::text, amount from waiting where borrower_id = any($2::bigint[])
    union all
    select 'LOAN_TYPE', loan_type_id::text, principal_due from portfolio_mix
     where lender_id = $1 and loan_type_id = any($3::bigint[])
    union all
    select 'LOAN_TYPE', loan_type_id::text, amount from waiting where loan_type_id = any($3::bigint[])
    union all
    select 'GRADE', grade, principal_due from portfolio_mix where lender_id = $1 and grade = any($4::text[])
    union all
    select 'GRADE', grade, amount from waiting where grade = any($4::text[])
  ) part group by kind, key`

/** The outstanding and reserved sums of a lender, in total and for the requested parts. */
export async function portfolioOf(
  db: Queryable,
  lenderId: number,
  asked: { borrowers: readonly number[]; loanTypes: readonly number[]; grades: readonly string[] },
): Promise<PortfolioParts> {
  const rows = await many<{ kind: Kind | 'ALL'; key: string; amount: number }>(
    db,
    'funding.concentration.portfolio_parts',
    partsStatement,
    [
      lenderId,
      ...[asked.borrowers, asked.loanTypes, asked.grades].map((keys) => [...new Set<number | string>(keys)]),
    ],
  )
  const of = (kind: Kind) =>
    new Map(rows.flatMap((row) => (row.kind === kind ? [[row.key, row.amount] as const] : [])))
  return {
    all: rows.find(({ kind }) => kind === 'ALL')?.amount ?? 0,
    BORROWER: of('BORROWER'),
    LOAN_TYPE: of('LOAN_TYPE'),
    GRADE: of('GRADE'),
  }
}
