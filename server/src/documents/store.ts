import { createHash } from 'node:crypto'
import { maybe, type Queryable, run } from '../platform/db/database.ts'

export type DocumentKind = 'PP' | 'PPFP' | 'PP_SIGNED' | 'PPFP_SIGNED'

export type DocumentRow = {
  id: string
  lenderId: number
  agreementId: string
  kind: DocumentKind
  mediaType: string
  bytes: Buffer
  sha256: Buffer
  signaturePage: number | null
  pages: number | null
}

export const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

const columns = `id, lender_id as "lenderId", agreement_id as "agreementId", kind, media_type as "mediaType", bytes,
  sha256, signature_page as "signaturePage", pages`

/** A document that this lender may see; another's is as absent as one that never was. */
export function findDocument(db: Queryable, lenderId: number, id: string): Promise<DocumentRow | undefined> {
  return maybe<DocumentRow>(
    db,
    'documents.find',
    `select ${columns} from document where id = $1 and lender_id = $2`,
    [id, lenderId],
  )
}

export function findAgreementDocument(
  db: Queryable,
  agreementId: string,
  kind: DocumentKind,
): Promise<DocumentRow | undefined> {
  return maybe<DocumentRow>(
    db,
    'documents.of_agreement',
    `select ${columns} from document where agreement_id = $1 and kind = $2`,
    [agreementId, kind],
  )
}

/** A document as it is kept; a signed one has no page that still waits for a signature. */
export type NewDocument = {
  id: string
  lenderId: number
  agreementId: string
  kind: DocumentKind
  bytes: Buffer
  pages?: number
  signaturePage?: number
}

/** Keeps a PDF. Its bytes never change after this. */
export async function insertDocument(tx: Queryable, document: NewDocument): Promise<void> {
  await run(
    tx,
    'documents.insert',
    `insert into document (id, lender_id, agreement_id, kind, media_type, bytes, sha256, pages, signature_page)
     values ($1, $2, $3, $4, 'application/pdf', $5, $6, $7, $8)`,
    [
      document.id,
      document.lenderId,
      document.agreementId,
      document.kind,
      document.bytes,
      sha256(document.bytes),
      document.pages ?? null,
      document.signaturePage ?? null,
    ],
  )
}
