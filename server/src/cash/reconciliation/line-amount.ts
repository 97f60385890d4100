import { maybe, type Queryable } from '../../platform/db/database.ts'

/** What a line of a bank's statement is over, whole rupiah; null if there is none. */
export async function amountOfLine(db: Queryable, { lineId }: { lineId: string }): Promise<number | null> {
  const line = await maybe<{ amount: number }>(
    db,
    'cash.reconciliation.line_amount',
    'select amount from bank_line where id = $1',
    [lineId],
  )
  return line?.amount ?? null
}
