import type { DocumentContext } from '../context.ts'
import {
  hashOf,
  joinPlace,
  type KeptBytes,
  notePlace,
  type StoredBytes,
  storedBytes,
} from '../store/index.ts'
import { maybe, type Queryable, run } from '../../platform/db/database.ts'
import { columnNames, oneRow, placeholders } from '../../platform/db/rows.ts'

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

export const sha256 = hashOf

const facts = `d.id, d.lender_id as "lenderId", d.agreement_id as "agreementId", d.mandate_id as "mandateId", d.kind,
  d.media_type as "mediaType", d.signature_page as "signaturePage", d.pages`

type Found = Omit<DocumentRow, 'bytes'> & StoredBytes
type Reading = Pick<DocumentContext, 'db' | 'contents'>

async function withBytes(
  { contents }: Pick<DocumentContext, 'contents'>,
  found: Found | undefined,
): Promise<DocumentRow | undefined> {
  if (!found) return undefined
  const { place: _, size: __, ...row } = found
  return { ...row, bytes: await contents.read(found) }
}

/** A document that this lender may see, with its time stamp. A document of another lender counts as not found. */
export async function findDocument(
  context: Reading,
  lenderId: number,
  id: string,
): Promise<DocumentRow | undefined> {
  const found = await maybe<Found & { revision: Buffer | null }>(
    context.db,
    'documents.agreements.find',
    `select ${facts}, ${storedBytes}, t.revision
       from document d ${joinPlace} left join document_timestamp t on t.document_id = d.id
      where d.id = $1 and d.lender_id = $2`,
    [id, lenderId],
  )
  if (!found) return undefined
  const { revision, ...stored } = found
  const document = await withBytes(context, stored)
  return document && revision ? { ...document, bytes: Buffer.concat([document.bytes, revision]) } : document
}

/** A document of an agreement as it was shown or signed. Not for use inside a transaction. */
export async function findAgreementDocument(
  context: Reading,
  agreementId: string,
  kind: DocumentKind,
): Promise<DocumentRow | undefined> {
  const found = await maybe<Found>(
    context.db,
    'documents.agreements.of_agreement',
    `select ${facts}, ${storedBytes} from document d ${joinPlace} where d.agreement_id = $1 and d.kind = $2`,
    [agreementId, kind],
  )
  return withBytes(context, found)
}

export async function findMandateDocument(
  context: Reading,
  mandateId: string,
  kind: MandateDocumentKind,
): Promise<DocumentRow | undefined> {
  const found = await maybe<Found>(
    context.db,
    'documents.agreements.of_mandate',
    `select ${facts}, ${storedBytes} from document d ${joinPlace} where d.mandate_id = $1 and d.kind = $2`,
    [mandateId, kind],
  )
  return withBytes(context, found)
}

/**
 * Records that a lender has opened the text of a mandate, which is required before granting it. Only the first opening
 * is recorded.
 */
export async function noteMandateOpened(tx: Queryable, mandateId: string): Promise<void> {
  await run(
    tx,
    'documents.agreements.note_mandate_opened',
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
    'documents.agreements.note_opened',
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
  /** Kept before the transaction begins. */
  kept: KeptBytes
  pages?: number
  signaturePage?: number
  /** The DER certificate with which the platform signed the document. */
  platformCertificate?: Buffer | null
} & ({ agreementId: string; kind: DocumentKind } | { mandateId: string; kind: MandateDocumentKind })

/** A rendered document whose bytes are kept and that a transaction can refer to. */
export type KeptDocument = Pick<NewDocument, 'kept' | 'platformCertificate'> & {
  pages: number
  signaturePage: number
}

type Rendered = {
  bytes: Buffer
  pages: number
  signaturePage: number
  platformCertificate?: Buffer | null
}

/**
 * Keeps the bytes of a rendered document, before the transaction that stores it.
 * @throws Refusal DOCUMENT_UNAVAILABLE
 */
export const keepRendered = async (
  { contents }: Pick<DocumentContext, 'contents'>,
  { bytes, pages, signaturePage, platformCertificate = null }: Rendered,
): Promise<KeptDocument> => ({
  kept: await contents.keep(bytes),
  pages,
  signaturePage,
  platformCertificate,
})

const documentRow = {
  id: 'text',
  lenderId: 'bigint',
  agreementId: 'uuid',
  kind: 'text',
  bytes: 'bytea',
  sha256: 'bytea',
  pages: 'smallint',
  signaturePage: 'smallint',
  platformCertificate: 'bytea',
  mandateId: 'uuid',
} as const

/** Stores a PDF. Its bytes never change after this. */
export async function insertDocument(tx: Queryable, document: NewDocument): Promise<void> {
  const certificate = document.platformCertificate ?? null
  if (certificate) {
    await run(
      tx,
      'documents.agreements.insert_certificate',
      'insert into platform_certificate (sha256, der) values (sha256($1), $1) on conflict do nothing',
      [certificate],
    )
  }
  await notePlace(tx, document.kept)
  await run(
    tx,
    'documents.agreements.insert',
    `insert into document (${columnNames(documentRow)}, media_type) values (${placeholders(documentRow)}, 'application/pdf')`,
    oneRow(documentRow, {
      id: document.id,
      lenderId: document.lenderId,
      agreementId: 'agreementId' in document ? document.agreementId : null,
      kind: document.kind,
      bytes: document.kept.ofRow,
      sha256: document.kept.sha256,
      pages: document.pages,
      signaturePage: document.signaturePage,
      platformCertificate: certificate && sha256(certificate),
      mandateId: 'mandateId' in document ? document.mandateId : null,
    }),
  )
}
