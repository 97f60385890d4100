import { openPositions } from '../../books/index.ts'
import { many, type Queryable } from '../../platform/db/database.ts'
import type { Page } from '../../platform/pages.ts'

/** The amount in whole rupiah that the borrower of a loan paid beyond everything owed, and that was not returned. */
export type LoanExcess = {
  loanNumber: string
  borrowerNumber: string
  borrowerName: string
  amount: number
  /** When the oldest part of the excess came in, and how many days ago. */
  since: Date
  age: number
}

/** The loans with a balance on BORROWER_EXCESS, in the order of their ids. */
export async function excessByLoan(
  db: Queryable,
  page: { limit: number; after?: string | undefined },
): Promise<Page<LoanExcess>> {
  const { rows, next } = await openPositions(db, 'BORROWER_EXCESS', page)
  const loans = await many<
    Pick<LoanExcess, 'loanNumber' | 'borrowerNumber' | 'borrowerName'> & { id: number }
  >(
    db,
    'loans.overview.excess_loans',
    `select l.id, l.loan_number as "loanNumber", b.number as "borrowerNumber", b.name as "borrowerName"
       from loan l join borrower b on b.id = l.borrower_id where l.id = any($1)`,
    [rows.map(({ ownerId }) => ownerId)],
  )
  const byId = new Map(loans.map(({ id, ...loan }) => [id, loan]))
  return {
    next,
    rows: rows.flatMap(({ ownerId, balance, since, age }) => {
      const loan = byId.get(ownerId)
      return loan ? [{ ...loan, amount: Number(balance), since, age }] : []
    }),
  }
}
