import { PDFArray, PDFDocument, PDFHexString, PDFName, PDFNumber, type PDFObject } from '@cantoo/pdf-lib'
import { AsnFault, readFirst } from '../signature/asn1.ts'
import { SignatureFault, type VerifiedSignature, verifySignedData } from '../signature/signed-data.ts'
import { type Anchors, checkChain } from '../signature/trust.ts'
import { type AddedSignature, checkChanges, type SignaturePlace } from './changes.ts'
import { readUpdate } from './update.ts'

const data = '1.2.840.113549.1.7.1'
const kinds = ['/ETSI.CAdES.detached', '/adbe.pkcs7.detached']

/**
 * Verifies a file from an e-signature provider: the shown document, followed by one update with one signature and
 * nothing else. The signature covers the whole file except its own value, and its certificate leads to a trusted
 * authority.
 * @param anchors the trusted authorities; null to accept the signature of any certificate
 * @throws SignatureFault
 */
export async function verifySigned(
  shown: Buffer,
  returned: Buffer,
  { place, anchors, at }: { place: SignaturePlace; anchors: Anchors | null; at: Date },
): Promise<VerifiedSignature> {
  if (returned.length <= shown.length || !returned.subarray(0, shown.length).equals(shown))
    throw new SignatureFault('it does not begin with what was shown')
  const document = await PDFDocument.load(shown, { updateMetadata: false })
  const update = readUpdate(shown, returned, document.context)
  const signature = checkChanges(document, update, place)
  const { cms, covered } = coveredBy(returned, signature)
  const verified = verifySignedData(cms, { contentType: data, detached: covered })
  const kind = signature.dictionary.get(PDFName.of('SubFilter'))?.toString() ?? 'none'
  if (!kinds.includes(kind)) throw new SignatureFault(`a signature of kind ${kind}`)
  if (kind === kinds[0] && !verified.namesCertificate)
    throw new SignatureFault('the signature does not name its certificate')
  if (anchors) checkChain(verified, anchors, at)
  return verified
}

function coveredBy(
  file: Buffer,
  { dictionary, start, end }: AddedSignature,
): { cms: Buffer; covered: Buffer[] } {
  const numbers = numbersOf(dictionary.get(PDFName.of('ByteRange')))
  const [zero, from, to, rest] = numbers as [number, number, number, number]
  if (numbers.length !== 4 || zero !== 0 || to + rest !== file.length)
    throw new SignatureFault('the signature does not cover the whole file')
  if (!numbers.every(Number.isSafeInteger) || from <= start || to >= end)
    throw new SignatureFault('the signature leaves out more than itself')
  // A range that ends before it begins does not match either.
  const [, digits] = /^<([0-9A-Fa-f]*)>$/.exec(file.subarray(from, to).toString('latin1')) ?? []
  const contents = dictionary.get(PDFName.of('Contents'))
  const written = contents instanceof PDFHexString ? contents.asString() : undefined
  if (digits === undefined || digits !== written || digits.length % 2 !== 0)
    throw new SignatureFault('the signature leaves out more than itself')
  return { cms: messageIn(Buffer.from(digits, 'hex')), covered: [file.subarray(0, from), file.subarray(to)] }
}

const numbersOf = (range: PDFObject | undefined): number[] =>
  range instanceof PDFArray
    ? range.asArray().map((one) => (one instanceof PDFNumber ? one.asNumber() : Number.NaN))
    : []

/** The CMS message at the start of the reserved bytes; the rest of them must be zeros. */
function messageIn(place: Buffer): Buffer {
  try {
    const { length } = readFirst(place)
    if (place.subarray(length).every((byte) => byte === 0)) return place.subarray(0, length)
  } catch (error) {
    if (!(error instanceof AsnFault)) throw error
  }
  throw new SignatureFault('there is no signature in its place')
}
