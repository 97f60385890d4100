import { maybe, type Queryable } from '../../platform/db/database.ts'

/**
 * Refuses to give money to a closed account at an operator's word: nobody could withdraw it. What a bank reports for a
 * number of the lender is credited all the same, because it is theirs.
 * @throws Error
 */
export async function refuseClosed(tx: Queryable, lenderId: number): Promise<void> {
  if (await isClosed(tx, lenderId))
    throw new Error(`Akun Pemberi Dana ${lenderId} sudah ditutup: aktifkan dahulu ("lenders reactivate").`)
}

/**
 * Whether the account of a lender is closed; it stays as it is until the end of the transaction.
 * @throws Error where there is no such lender
 */
export async function isClosed(tx: Queryable, lenderId: number): Promise<boolean> {
  const lender = await maybe<{ state: string }>(
    tx,
    'cash.deposit.lender_state',
    'select state from lender where id = $1 for share',
    [lenderId],
  )
  if (!lender) throw new Error(`Tidak ada Pemberi Dana ${lenderId}.`)
  return lender.state === 'CLOSED'
}
