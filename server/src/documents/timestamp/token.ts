import type { X509Certificate } from 'node:crypto'
import { Integer, Null, OctetString } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs'
import { AsnFault, partsOf, rawOf, readAs } from '../signature/asn1.ts'
import { purposesOf } from '../signature/extensions.ts'
import { SignatureFault, verifySignedData } from '../signature/signed-data.ts'
import { type Anchors, checkChain } from '../signature/trust.ts'

export type Timestamp = {
  /** The token, DER: a CMS signature of the authority over the hash and its time. */
  token: Buffer
  at: Date
  /** The authority's number of the token, hexadecimal. */
  serial: string
  /** The name of the authority: the subject of its certificate. */
  authority: string
}

/** The authority refused the request; the message contains its reason. */
export class TimestampRefused extends Error {}

const sha256 = '2.16.840.1.101.3.4.2.1'
const tokenInfo = '1.2.840.113549.1.9.16.1.4'
const timeStamping = '1.3.6.1.5.5.7.3.8'

/** The tolerated difference between the clock of the authority and ours, in milliseconds. */
const skewMs = 300_000

/** The content of a request: a SHA-256 to be stamped, and a number that is unique to the request. */
export type Question = { digest: Buffer; nonce: Buffer }

/** The request to an authority (RFC 3161, 2.4.1); it asks for the certificate as well. */
export function timestampRequest({ digest, nonce }: Question): Buffer {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: digest }),
    }),
    nonce: new Integer({ valueHex: positive(nonce) }),
    certReq: true,
  })
  return Buffer.from(request.toSchema().toBER())
}

/** A nonce as the content of a positive integer whose first byte is not zero. */
function positive(nonce: Buffer): Buffer {
  const bytes = Buffer.from(nonce)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return bytes
}

/**
 * Reads an authority's answer and verifies that it is the requested time stamp: the hash, the nonce, the signature, the
 * purpose and issuer of the certificate, and a time close to now.
 * @param anchors the trusted authorities; null to accept the signature of any certificate
 * @throws TimestampRefused if the authority refuses
 * @throws SignatureFault if its answer is not valid
 */
export function readTimestamp(
  answer: Buffer,
  question: Question,
  { now, anchors }: { now: Date; anchors: Anchors | null },
): Timestamp {
  try {
    const { value, structure } = readAs(answer, TimeStampResp)
    const { status, statusStrings } = structure.status
    // The status codes granted and grantedWithMods.
    if (status > 1)
      throw new TimestampRefused(
        `the time-stamping authority refuses with status ${status}: ${statusStrings?.map((text) => text.getValue()).join(' ') || 'no reason'}`,
      )
    const [, token] = partsOf(value)
    if (!token) throw new AsnFault('it grants a time stamp and has none')
    return readToken(rawOf(token), question, { now, anchors })
  } catch (error) {
    if (!(error instanceof AsnFault)) throw error
    throw new SignatureFault(`the answer cannot be read: ${error.message}`, { cause: error })
  }
}

function readToken(
  token: Buffer,
  { digest, nonce }: Question,
  { now, anchors }: { now: Date; anchors: Anchors | null },
): Timestamp {
  const signature = verifySignedData(token, { contentType: tokenInfo })
  if (!signature.namesCertificate) throw new SignatureFault('the time stamp does not name its certificate')
  checkPurpose(signature.signer)
  const info = readAs(signature.content ?? Buffer.alloc(0), TSTInfo).structure
  if (info.version !== 1) throw new SignatureFault('a time stamp of another version')
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  if (hashAlgorithm.algorithmId !== sha256 || !Buffer.from(hashedMessage.getValue()).equals(digest))
    throw new SignatureFault('the time stamp is of something else')
  if (!info.nonce || !contentOf(info.nonce).equals(positive(nonce)))
    throw new SignatureFault('the time stamp answers another question: its nonce is not ours')
  const at = info.genTime
  if (Number.isNaN(at.getTime())) throw new SignatureFault('the time stamp has no time')
  if (Math.abs(at.getTime() - now.getTime()) > skewMs)
    throw new SignatureFault(`the time stamp says ${at.toISOString()}, and our clock ${now.toISOString()}`)
  if (anchors) checkChain(signature, anchors, at)
  return {
    token,
    at,
    serial: contentOf(info.serialNumber).toString('hex'),
    authority: signature.signer.subject.replaceAll('\n', ', '),
  }
}

const contentOf = ({ valueBlock }: Integer): Buffer => Buffer.from(valueBlock.valueHexView)

/**
 * Checks the certificate of an authority by RFC 3161, 2.3: its key must be restricted to time stamps, by a critical
 * extension.
 */
function checkPurpose(certificate: X509Certificate): void {
  const usage = purposesOf(certificate)
  if (!usage?.critical || usage.purposes.length !== 1 || usage.purposes[0] !== timeStamping)
    throw new SignatureFault('the certificate of the time stamp is not one for time stamps alone')
}
