import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFString,
} from '@cantoo/pdf-lib'
import type { SignerIdentity } from '../pki.ts'
import { Refusal } from '../../platform/refusal.ts'
import { signDetached } from './cms.ts'
import { openPdf } from './inspect.ts'
import { drawStamp, STAMP } from './stamp.ts'

/** Reserved bytes for the signature. Two RSA-2048 certificates and the signature need about 2.8 kB. */
const ROOM = 8_192
const RANGE_DIGITS = 10
const RANGE_HOLE = 9_999_999_999

export type SignPdfInput = {
  bytes: Uint8Array
  /** The page number, from 1. */
  page: number
  /** Lower-left corner of the stamp in points from the lower-left corner of the page. */
  x: number
  y: number
  signerName: string
  identity: SignerIdentity
  at: Date
}

/**
 * Signs a PDF (PAdES B-B, ETSI EN 319 142-1) with a visible stamp. The result is the unchanged input followed by an
 * incremental update (ISO 32000-1, 7.5.6), so that the owner of the input can prove what was signed. Throws Refusal
 * PAGE_OUT_OF_RANGE or COORDINATES_OUT_OF_RANGE (422) and those of openPdf.
 */
export async function signPdf(input: SignPdfInput): Promise<Uint8Array> {
  const document = await openPdf(input.bytes)
  await addSignatureField(document, input)
  const prepared = await document.save({
    useObjectStreams: endsInXrefStream(document, input.bytes),
    updateFieldAppearances: false,
  })
  if (!startsWith(prepared, input.bytes)) throw new Error('the update did not keep the original bytes')
  return fillSignature(Buffer.from(prepared), input.bytes.length, input.identity)
}

/**
 * Checks that the page exists and that the stamp fits on it.
 * @throws Refusal PAGE_OUT_OF_RANGE, COORDINATES_OUT_OF_RANGE
 */
export function checkPlace(document: PDFDocument, place: { page: number; x: number; y: number }): void {
  if (!Number.isInteger(place.page) || place.page < 1 || place.page > document.getPageCount()) {
    throw new Refusal(422, 'PAGE_OUT_OF_RANGE', `The document has ${document.getPageCount()} pages`)
  }
  const { width, height } = document.getPage(place.page - 1).getCropBox()
  const inside =
    place.x >= 0 && place.y >= 0 && place.x + STAMP.width <= width && place.y + STAMP.height <= height
  if (!inside) throw new Refusal(422, 'COORDINATES_OUT_OF_RANGE', 'The stamp would leave the page')
}

async function addSignatureField(document: PDFDocument, input: SignPdfInput): Promise<void> {
  checkPlace(document, input)
  const { context } = document
  const page = document.getPage(input.page - 1)
  const { x: originX, y: originY } = page.getCropBox()
  const left = originX + input.x
  const bottom = originY + input.y

  const { signerName: name, at, identity } = input
  const { commands, fonts } = await drawStamp(document, { name, at, serial: identity.serial })
  const appearance = context.flateStream(commands, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, STAMP.width, STAMP.height],
    Resources: { Font: fonts },
  })
  const signature = context.obj({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, RANGE_HOLE, RANGE_HOLE, RANGE_HOLE],
    Contents: PDFHexString.of('0'.repeat(ROOM * 2)),
    M: PDFString.fromDate(input.at),
    Name: PDFHexString.fromText(input.signerName),
    Reason: PDFHexString.fromText('Persetujuan dokumen'),
  })
  const filled = {
    V: context.register(signature),
    AP: context.obj({ N: context.register(appearance) }),
  }
  const empty = emptyFieldAt(page, { left, bottom })
  if (empty) {
    empty.set(PDFName.of('V'), filled.V)
    empty.set(PDFName.of('AP'), filled.AP)
    context.snapshot?.markObjForSave(empty)
    return
  }
  const acroForm = document.catalog.getOrCreateAcroForm()
  const fields = acroForm.dict.lookupMaybe(PDFName.of('Fields'), PDFArray) ?? context.obj([])
  const widget = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of(`TandaTangan${fields.size() + 1}`),
      // The alternative text for screen readers.
      TU: PDFHexString.fromText(`Tanda tangan elektronik ${name}`),
      P: page.ref,
      // The field flags Print and Locked (ISO 32000-1, table 165).
      F: 132,
      Rect: [left, bottom, left + STAMP.width, bottom + STAMP.height],
      ...filled,
    }),
  )
  fields.push(widget)
  acroForm.dict.set(PDFName.of('Fields'), fields)
  // The form flags SignaturesExist and AppendOnly (ISO 32000-1, table 219).
  acroForm.dict.set(PDFName.of('SigFlags'), PDFNumber.of(3))
  const annotations = page.node.Annots() ?? context.obj([])
  annotations.push(widget)
  page.node.set(PDFName.of('Annots'), annotations)
  context.snapshot?.markObjsForSave([document.catalog, acroForm.dict, fields, page.node, annotations])
}

/** The unsigned signature field at this position, if the document was prepared with one in its structure tree. */
function emptyFieldAt(
  page: PDFPage,
  { left, bottom }: { left: number; bottom: number },
): PDFDict | undefined {
  const annotations = page.node.Annots()?.asArray() ?? []
  return annotations
    .map((entry) => page.doc.context.lookupMaybe(entry, PDFDict))
    .find((widget) => {
      if (widget?.lookup(PDFName.of('FT')) !== PDFName.of('Sig') || widget.has(PDFName.of('V'))) return false
      const place = widget.lookupMaybe(PDFName.of('Rect'), PDFArray)?.asRectangle()
      // Coordinates are rounded when written, hence the tolerance of a tenth of a point.
      return place && Math.abs(place.x - left) < 0.1 && Math.abs(place.y - bottom) < 0.1
    })
}

/**
 * Writes the byte range and the signature into the placeholders of the update. The signature covers everything else.
 */
function fillSignature(bytes: Buffer, originalLength: number, identity: SignerIdentity): Uint8Array {
  const hole = `<${'0'.repeat(ROOM * 2)}>`
  const start = bytes.indexOf(hole, originalLength, 'latin1')
  const holes = `${RANGE_HOLE} ${RANGE_HOLE} ${RANGE_HOLE}`
  const rangeAt = bytes.indexOf(holes, originalLength, 'latin1')
  if (start < 0 || rangeAt < 0) throw new Error('the signature has no place in the update')
  const end = start + hole.length
  const range = [start, end, bytes.length - end].map((value) => String(value).padEnd(RANGE_DIGITS)).join(' ')
  bytes.write(range, rangeAt, 'latin1')
  const signature = signDetached([bytes.subarray(0, start), bytes.subarray(end)], identity)
  if (signature.length > ROOM) throw new Error(`a signature of ${signature.length} bytes does not fit`)
  bytes.write(signature.toString('hex'), start + 1, 'latin1')
  return bytes
}

/** An update must use the same kind of cross-reference as the file before it (ISO 32000-1, 7.5.8.4). */
function endsInXrefStream(document: PDFDocument, bytes: Uint8Array): boolean {
  const at = document.context.pdfFileDetails.prevStartXRef
  return Buffer.from(bytes.subarray(at, at + 4)).toString('latin1') !== 'xref'
}

function startsWith(bytes: Uint8Array, beginning: Uint8Array): boolean {
  return Buffer.compare(bytes.subarray(0, beginning.length), beginning) === 0
}
