import { createHash } from 'node:crypto'
import { PDFArray, PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib'

/** Room for a detached signature with its certificates, bytes. */
const room = 8_192
const hole = 9_999_999_999

/** A PDF with an empty place for a signature, which covers everything else of it. */
export type UnsignedPdf = {
  /** Of all that the signature covers. */
  sha256: Buffer
  /** The signed PDF. @throws where the signature is larger than its place */
  withSignature(cms: Buffer): Buffer
}

/**
 * Puts an empty signature on a page of a PDF as an incremental update (ISO 32000-1, 7.5.6 and 12.8): the result begins
 * with the bytes that were given. The signature has no picture; it is for a provider that signs by hash.
 * @param page 1-based
 */
export async function prepareSignature(
  shown: Buffer,
  { page, name, at }: { page: number; name: string; at: Date },
): Promise<UnsignedPdf> {
  const document = await PDFDocument.load(shown, { forIncrementalUpdate: true, updateMetadata: false })
  addField(document, { page, name, at })
  const xref = document.context.pdfFileDetails.prevStartXRef
  const saved = await document.save({
    useObjectStreams: shown.subarray(xref, xref + 4).toString('latin1') !== 'xref',
    updateFieldAppearances: false,
  })
  const bytes = Buffer.from(saved)
  if (!bytes.subarray(0, shown.length).equals(shown))
    throw new Error('the update did not keep what was shown')
  const place = `<${'0'.repeat(room * 2)}>`
  const start = bytes.indexOf(place, shown.length, 'latin1')
  const ranges = bytes.indexOf(`${hole} ${hole} ${hole}`, shown.length, 'latin1')
  if (start < 0 || ranges < 0) throw new Error('the signature has no place in the update')
  const end = start + place.length
  const range = [start, end, bytes.length - end].map((value) => String(value).padEnd(10)).join(' ')
  bytes.write(range, ranges, 'latin1')
  return {
    sha256: createHash('sha256').update(bytes.subarray(0, start)).update(bytes.subarray(end)).digest(),
    withSignature(cms) {
      if (cms.length > room) throw new Error(`a signature of ${cms.length} bytes does not fit`)
      const signed = Buffer.from(bytes)
      signed.write(cms.toString('hex'), start + 1, 'latin1')
      return signed
    },
  }
}

function addField(document: PDFDocument, { page, name, at }: { page: number; name: string; at: Date }): void {
  const { context } = document
  const { node, ref } = document.getPage(page - 1)
  const signature = context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, hole, hole, hole],
    Contents: PDFHexString.of('0'.repeat(room * 2)),
    M: PDFString.fromDate(at),
    Name: PDFHexString.fromText(name),
    Reason: PDFHexString.fromText('Persetujuan dokumen'),
  })
  const form = document.catalog.getOrCreateAcroForm()
  const fields = form.dict.lookupMaybe(PDFName.of('Fields'), PDFArray) ?? context.obj([])
  const widget = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of(`TandaTangan${fields.size() + 1}`),
      V: context.register(signature),
      P: ref,
      // Print and Locked (ISO 32000-1, table 165); a field without a picture has an empty rectangle.
      F: 132,
      Rect: [0, 0, 0, 0],
    }),
  )
  fields.push(widget)
  form.dict.set(PDFName.of('Fields'), fields)
  // SignaturesExist and AppendOnly (ISO 32000-1, table 219).
  form.dict.set(PDFName.of('SigFlags'), PDFNumber.of(3))
  const annotations = node.Annots() ?? context.obj([])
  annotations.push(widget)
  node.set(PDFName.of('Annots'), annotations)
  context.snapshot?.markObjsForSave([document.catalog, form.dict, fields, node, annotations])
}
