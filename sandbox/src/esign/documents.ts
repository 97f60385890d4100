import { createHash, randomBytes } from 'node:crypto'
import type { DocumentRecord, DocumentStatus, FileRecord } from './model.ts'
import { openPdf } from './pdf/inspect.ts'
import type { Provider } from './provider.ts'
import { Refusal } from '../platform/refusal.ts'

export type UploadBody = {
  reference: string
  callbackUrl: string
  signer: { id: string; name: string }
  documents: { name: string; contentBase64: string; page: number }[]
}

/** The answer of GET /documents/:docToken. Sizes are bytes; hashes are of the file that is currently served. */
export type DocumentView = {
  docToken: string
  reference: string
  status: DocumentStatus
  signedAt: string | null
  files: { name: string; sha256: string; size: number }[]
}

/**
 * Stores a set of PDFs. The same reference with the same content answers the same docToken (created: false); with other
 * content it is refused (409 REFERENCE_REUSED). The callback URL is not part of the content: the newest one is used,
 * because an app may move. Refuses with 422 a file that cannot be opened or lacks the requested page.
 * @param own fields of the record that the caller sets itself, such as those of Privy's API
 */
export async function upload(
  provider: Provider,
  body: UploadBody,
  own: Partial<Pick<DocumentRecord, 'docToken' | 'privy'>> = {},
): Promise<{ docToken: string; created: boolean }> {
  const callbackUrl = URL.parse(body.callbackUrl)
  if (callbackUrl === null || !/^https?:$/.test(callbackUrl.protocol)) {
    throw new Refusal(422, 'CALLBACK_URL', 'callbackUrl must be an http or https address')
  }
  if (new Set(body.documents.map(({ name }) => name)).size !== body.documents.length) {
    throw new Refusal(422, 'DUPLICATE_NAME', 'Each document of a set needs a name of its own')
  }
  const contents = body.documents.map(({ contentBase64 }) => Buffer.from(contentBase64, 'base64'))
  const hashes = contents.map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  const contentHash = createHash('sha256')
    .update(
      JSON.stringify([
        body.signer.id,
        body.signer.name,
        body.documents.map(({ name, page }, index) => [name, page, hashes[index]]),
      ]),
    )
    .digest('hex')

  return provider.store.alone(`reference:${body.reference}`, async () => {
    const known = provider.store.findByReference(body.reference)
    if (known !== null) {
      if (known.contentHash !== contentHash) {
        throw new Refusal(409, 'REFERENCE_REUSED', 'This reference belongs to other content')
      }
      await change(provider, known.docToken, (record) =>
        record.callbackUrl === callbackUrl.href ? record : { ...record, callbackUrl: callbackUrl.href },
      )
      return { docToken: known.docToken, created: false }
    }
    const files: FileRecord[] = []
    for (const [index, { name, page }] of body.documents.entries()) {
      const bytes = contents[index] as Buffer
      const pageCount = (await openPdf(bytes)).getPageCount()
      if (page > pageCount) {
        throw new Refusal(
          422,
          'PAGE_OUT_OF_RANGE',
          `${name} has ${pageCount} pages, page ${page} was asked for`,
        )
      }
      files.push({ name, page, pageCount, sha256: hashes[index] as string, size: bytes.length, signed: null })
    }
    const docToken = own.docToken ?? `doc_${randomBytes(16).toString('hex')}`
    for (const [index, bytes] of contents.entries()) {
      await provider.store.writeFile(docToken, 'source', index, bytes)
    }
    await provider.store.save({
      docToken,
      reference: body.reference,
      contentHash,
      callbackUrl: callbackUrl.href,
      ...(own.privy && { privy: own.privy }),
      signer: body.signer,
      status: 'pending',
      createdAt: provider.now().toISOString(),
      reviewedAt: null,
      endedAt: null,
      rejectReason: null,
      files,
      sessions: [],
      events: [],
    })
    return { docToken, created: true }
  })
}

/** The document set of a token. Throws Refusal 404 DOCUMENT_UNKNOWN. */
export function findDocument(provider: Provider, docToken: string): DocumentRecord {
  const record = provider.store.find(docToken)
  if (record === null) throw new Refusal(404, 'DOCUMENT_UNKNOWN', 'There is no such document')
  return record
}

export function viewDocument(provider: Provider, docToken: string): DocumentView {
  const { reference, status, endedAt, files } = findDocument(provider, docToken)
  return {
    docToken,
    reference,
    status,
    signedAt: status === 'signed' ? endedAt : null,
    files: files.map(({ name, sha256, size, signed }) => ({ name, ...(signed ?? { sha256, size }) })),
  }
}

/** The bytes of a signed file. Refuses with 404 FILE_UNKNOWN and, until signed, 409 NOT_SIGNED. */
export async function readSigned(provider: Provider, docToken: string, name: string): Promise<Buffer> {
  const record = findDocument(provider, docToken)
  const index = record.files.findIndex((file) => file.name === name)
  if (index < 0) throw new Refusal(404, 'FILE_UNKNOWN', 'The document has no such file')
  if (record.status !== 'signed') throw new Refusal(409, 'NOT_SIGNED', 'The document is not signed')
  return provider.store.readFile(docToken, 'signed', index)
}

/** Cancels a pending document and ends its sessions; answers the resulting status. */
export async function cancel(provider: Provider, docToken: string): Promise<{ status: DocumentStatus }> {
  const { status } = await change(provider, docToken, (record) =>
    record.status === 'pending'
      ? { ...record, status: 'cancelled', endedAt: provider.now().toISOString() }
      : record,
  )
  return { status }
}

/** Changes a record under its lock and saves the result. If `change` returns the same object, nothing is written. */
export function change(
  provider: Provider,
  docToken: string,
  decide: (record: DocumentRecord) => DocumentRecord | Promise<DocumentRecord>,
): Promise<DocumentRecord> {
  return provider.store.alone(docToken, async () => {
    const before = findDocument(provider, docToken)
    const after = await decide(before)
    if (after !== before) await provider.store.save(after)
    return after
  })
}
