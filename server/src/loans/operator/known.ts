import { CommandError } from '../../operator/command.ts'
import { maybe, type Queryable } from '../../platform/db/database.ts'

/**
 * Refuses the number of no loan, which a list would answer with nothing, as if the loan had none.
 * @throws CommandError
 */
export async function requireLoan(db: Queryable, number: string): Promise<void> {
  const found = await maybe<{ id: number }>(
    db,
    'loans.operator.known_loan',
    'select id from loan where loan_number = $1',
    [number],
  )
  if (!found) throw new CommandError(`Tidak ada pinjaman ${number}.`)
}

/**
 * Refuses the number of no borrower.
 * @throws CommandError
 */
export async function requireBorrower(db: Queryable, number: string): Promise<void> {
  const found = await maybe<{ id: number }>(
    db,
    'loans.operator.known_borrower',
    'select id from borrower where number = $1',
    [number],
  )
  if (!found) throw new CommandError(`Tidak ada Penerima Dana ${number}.`)
}
