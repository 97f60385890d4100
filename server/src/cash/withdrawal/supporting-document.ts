import { one, type Queryable, run } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'

/** A document by which an operator moves cash: its name in the operator's archive, and the hexadecimal SHA-256 of its file. */
export type SupportingDocument = { name: string; sha256: string }

/**
 * Keeps a document under its name. Its content is what was named first: a file that was swapped since has another hash.
 * @throws Refusal DOCUMENT_MISMATCH
 */
export async function nameDocument(tx: Queryable, { name, sha256 }: SupportingDocument): Promise<void> {
  await run(
    tx,
    'cash.withdrawal.name_document',
    'insert into supporting_document (name, sha256) values ($1, $2) on conflict (name) do nothing',
    [name, sha256],
  )
  const known = await one<{ sha256: string }>(
    tx,
    'cash.withdrawal.named_document',
    'select sha256 from supporting_document where name = $1',
    [name],
  )
  if (known.sha256 !== sha256) throw new Refusal('DOCUMENT_MISMATCH')
}
