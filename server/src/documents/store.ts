import { createHash } from 'node:crypto'
import { maybe, type Queryable, run } from '../platform/db/database.ts'

export type DocumentKind = 'PP' | 'PPFP' | 'PP_SIGNED' | 'PPFP_SIGNED' | 'PP_VOID' | 'PPFP_VOID'
export type MandateDocumentKind = 'MANDATE' | 'MANDATE_SIGNED'

export type DocumentRow = {
  id: string
  lenderId: number
  /** The id of the document's agreement or mandate. */
  agreementId: string | null
  mandateId: string | null
  kind: DocumentKind | MandateDocumentKind
  mediaType: string
  bytes: Buffer
  sha256: Buffer
  signaturePage: number | null
  pages: number | null
}

export const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

const facts = `id, lender_id as "lenderId", agreement_id as "agreementId", mandate_id as "mandateId", kind,
  media_type as "mediaType", sha256,
  signature_page as "signaturePage", pages`

/** A document that this lender may see, with its time stamp. A document of another lender counts as not found. */
export function findDocument(db: Queryable, lenderId: number, id: string): Promise<DocumentRow | undefined> {
  return maybe<DocumentRow>(
    db,
    'documents.find',
    `select ${facts}, bytes || coalesce(revision, '') as bytes
       from document d left join (select document_id, revision from document_timestamp) t on t.document_id = d.id
      where id = $1 and lender_id = $2`,
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
    `select ${facts}, bytes from document where agreement_id = $1 and kind = $2`,
    [agreementId, kind],
  )
}

export const findMandateDocument = (
  db: Queryable,
  mandateId: string,
  kind: MandateDocumentKind,
): Promise<DocumentRow | undefined> =>
  maybe<DocumentRow>(
    db,
    'documents.of_mandate',
    `select ${facts}, bytes from document where mandate_id = $1 and kind = $2`,
    [mandateId, kind],
  )

/**
 * Records that a lender has opened the text of a mandate, which is required before granting it. Only the first opening
 * is recorded.
 */
export async function noteMandateOpened(tx: Queryable, mandateId: string): Promise<void> {
  await run(
    tx,
    'documents.note_mandate_opened',
    'insert into mandate_opening (mandate_id) values ($1) on conflict do nothing',
    [mandateId],
  )
}

/**
 * Records that a lender has opened an agreement that must be read before funding. Only the first opening is recorded.
 * @param documents the two of one agreement, or one of them
 */
export async function noteOpened(
  tx: Queryable,
  documents: readonly { agreementId: string; kind: 'PP' | 'PPFP'; lenderId: number }[],
): Promise<void> {
  await run(
    tx,
    'documents.note_opened',
    `insert into agreement_opening (agreement_id, kind, lender_id)
     select * from unnest($1::uuid[], $2::text[], $3::bigint[]) on conflict do nothing`,
    [
      documents.map(({ agreementId }) => agreementId),
      documents.map(({ kind }) => kind),
      documents.map(({ lenderId }) => lenderId),
    ],
  )
}

/** A document to store. One that is already signed has no page that waits for a signature. */
export type NewDocument = {
  id: string
  lenderId: number
  bytes: Buffer
  pages?: number
  signaturePage?: number
  /** The DER certificate with which the platform signed the document. */
  platformCertificate?: Buffer | null
} & ({ agreementId: string; kind: DocumentKind } | { mandateId: string; kind: MandateDocumentKind })

/** Stores a PDF. Its bytes never change after this. */
export async function insertDocument(tx: Queryable, document: NewDocument): Promise<void> {
  const certificate = document.platformCertificate ?? null
  if (certificate) {
    await run(
      tx,
      'documents.insert_certificate',
      'insert into platform_certificate (sha256, der) values (sha256($1), $1) on conflict do nothing',
      [certificate],
    )
  }
  await run(
    tx,
    'documents.insert',
    `insert into document (id, lender_id, agreement_id, kind, media_type, bytes, sha256, pages, signature_page,
                           platform_certificate, mandate_id)
     values ($1, $2, $3, $4, 'application/pdf', $5, $6, $7, $8, $9, $10)`,
    [
      document.id,
      document.lenderId,
      'agreementId' in document ? document.agreementId : null,
      document.kind,
      document.bytes,
      sha256(document.bytes),
      document.pages ?? null,
      document.signaturePage ?? null,
      certificate && sha256(certificate),
      'mandateId' in document ? document.mandateId : null,
    ],
  )
}
