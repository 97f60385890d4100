import { createHash } from 'node:crypto'
import { PDFArray, PDFDocument, PDFHexString, PDFName, PDFNumber } from '@cantoo/pdf-lib'
import type { PDFPage } from '@cantoo/pdf-lib'

const hole = 9_999_999_999

/** A PDF with an empty signature that covers the whole file except its own value. */
export type UnsignedPdf = {
  /** SHA-256 of the bytes that the signature covers. */
  sha256: Buffer
  /** The byte range of the signature value in the file, including its brackets. */
  place: { start: number; end: number }
  /**
   * Fills in the signature.
   * @throws if it is larger than the reserved space
   */
  withSignature(cms: Buffer): Buffer
}

export type NewSignature = {
  /** The page number, from 1. */
  page: number
  /** The reserved size of the signature, in bytes. */
  room: number
  /** The entries of the signature dictionary apart from the signature value. */
  dictionary: Record<string, unknown>
  /**
   * Adds the signature field, or fills an existing one.
   * @param value the signature dictionary
   */
  place: (document: PDFDocument, page: PDFPage, value: Record<string, unknown>) => void | Promise<void>
}

/**
 * Adds an empty signature to a page of a PDF as an incremental update (ISO 32000-1, 7.5.6 and 12.8): the result begins
 * with the original bytes.
 */
export async function appendSignature(
  original: Buffer,
  { page, room, dictionary, place }: NewSignature,
): Promise<UnsignedPdf> {
  const document = await PDFDocument.load(original, { forIncrementalUpdate: true, updateMetadata: false })
  await place(document, document.getPage(page - 1), {
    Filter: 'Adobe.PPKLite',
    ByteRange: [0, hole, hole, hole],
    Contents: PDFHexString.of('0'.repeat(room * 2)),
    ...dictionary,
  })
  const xref = document.context.pdfFileDetails.prevStartXRef
  const saved = await document.save({
    useObjectStreams: original.subarray(xref, xref + 4).toString('latin1') !== 'xref',
    updateFieldAppearances: false,
  })
  const bytes = Buffer.from(saved)
  if (!bytes.subarray(0, original.length).equals(original))
    throw new Error('the update did not keep what was there')
  const empty = `<${'0'.repeat(room * 2)}>`
  const start = bytes.indexOf(empty, original.length, 'latin1')
  const ranges = bytes.indexOf(`${hole} ${hole} ${hole}`, original.length, 'latin1')
  if (start < 0 || ranges < 0) throw new Error('the signature has no place in the update')
  const end = start + empty.length
  const range = [start, end, bytes.length - end].map((value) => String(value).padEnd(10)).join(' ')
  bytes.write(range, ranges, 'latin1')
  return {
    sha256: createHash('sha256').update(bytes.subarray(0, start)).update(bytes.subarray(end)).digest(),
    place: { start, end },
    withSignature(cms) {
      if (cms.length > room) throw new Error(`a signature of ${cms.length} bytes does not fit`)
      const signed = Buffer.from(bytes)
      signed.write(cms.toString('hex'), start + 1, 'latin1')
      return signed
    },
  }
}

/**
 * Adds a signature field to the form and to a page.
 * @param entries of the field's widget, apart from its type
 */
export function addSignatureField(
  document: PDFDocument,
  page: PDFPage,
  value: Record<string, unknown>,
  entries: (number: number) => Record<string, unknown>,
): void {
  const { context } = document
  const form = document.catalog.getOrCreateAcroForm()
  const fields = form.dict.lookupMaybe(PDFName.of('Fields'), PDFArray) ?? context.obj([])
  const widget = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      V: context.register(context.obj(value as Record<string, never>)),
      P: page.ref,
      // The field flags Print and Locked (ISO 32000-1, table 165).
      F: 132,
      ...(entries(fields.size() + 1) as Record<string, never>),
    }),
  )
  fields.push(widget)
  form.dict.set(PDFName.of('Fields'), fields)
  // The form flags SignaturesExist and AppendOnly (ISO 32000-1, table 219).
  form.dict.set(PDFName.of('SigFlags'), PDFNumber.of(3))
  const annotations = page.node.Annots() ?? context.obj([])
  annotations.push(widget)
  page.node.set(PDFName.of('Annots'), annotations)
  context.snapshot?.markObjsForSave([document.catalog, form.dict, fields, page.node, annotations])
}
