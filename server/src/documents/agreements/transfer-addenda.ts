import type { DocumentContext } from '../context.ts'
import { joinPlace, type KeptBytes, notePlace, type StoredBytes, storedBytes } from '../store/index.ts'
import { maybe, type Queryable, run } from '../../platform/db/database.ts'

/** The addendum of a transfer of holdings from or to this lender. */
export async function findTransferAddendum(
  { db, contents }: Pick<DocumentContext, 'db' | 'contents'>,
  lenderId: number,
  id: string,
): Promise<Buffer | undefined> {
  const found = await maybe<StoredBytes>(
    db,
    'documents.agreements.find_of_transfer',
    `select ${storedBytes} from transfer_addendum d ${joinPlace}
      where d.id = $1 and $2 in (d.from_lender, d.to_lender)`,
    [id, lenderId],
  )
  return found && contents.read(found)
}

/** Inserts the addendum of a transfer; `price` in whole rupiah, null where none was told. */
export async function insertTransferAddendum(
  tx: Queryable,
  {
    kept,
    ...addendum
  }: { id: string; fromLender: number; toLender: number; price: number | null; kept: KeptBytes },
): Promise<void> {
  await notePlace(tx, kept)
  await run(
    tx,
    'documents.agreements.insert_of_transfer',
    `insert into transfer_addendum (id, from_lender, to_lender, price, bytes, sha256) values ($1, $2, $3, $4, $5, $6)`,
    [addendum.id, addendum.fromLender, addendum.toLender, addendum.price, kept.ofRow, kept.sha256],
  )
}
