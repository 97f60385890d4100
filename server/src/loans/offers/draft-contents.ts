import { one, type Queryable } from '../../platform/db/database.ts'

/** Loans by their numbers, with a hash of all that they say when it is decided that they are offered. */
export type NamedLoans = { loanNumbers: string[]; contents: string }

/**
 * The hexadecimal SHA-256 of the contents of these loans, in the order of their numbers. A draft that is edited, or whose
 * borrower is renamed, changes it.
 */
export async function contentsOf(db: Queryable, loanNumbers: readonly string[]): Promise<string> {
  const { contents } = await one<{ contents: string }>(
    db,
    'loans.offers.contents',
    `select encode(sha256(coalesce(string_agg(loan_number || ' ' || encode(source_hash, 'hex'), ',' order by loan_number), '')::bytea),
                   'hex') as contents
       from loan where loan_number = any($1)`,
    [loanNumbers],
  )
  return contents
}

/** These loans as they are now, for a proposal to offer them. */
export const asTheyAre = async (db: Queryable, loanNumbers: string[]): Promise<NamedLoans> => ({
  loanNumbers,
  contents: await contentsOf(db, loanNumbers),
})
