import type { X509Certificate } from 'node:crypto'
import {
  der,
  DerFault,
  type DerValue,
  integer,
  oid,
  partsOf,
  readDer,
  readOid,
  withTag,
  within,
} from '../signature/der.ts'
import { purposesOf } from '../signature/extensions.ts'
import { SignatureFault, verifySignedData } from '../signature/signed-data.ts'
import { type Anchors, checkChain } from '../signature/trust.ts'

/** A verified time stamp. */
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
export const timestampRequest = ({ digest, nonce }: Question): Buffer =>
  der(
    0x30,
    integer(1),
    der(0x30, der(0x30, oid(sha256), der(0x05)), der(0x04, digest)),
    positive(nonce),
    der(0x01, Buffer.from([0xff])),
  )

/** Encodes a nonce as a positive integer whose first byte is not zero. */
function positive(nonce: Buffer): Buffer {
  const bytes = Buffer.from(nonce)
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40
  return der(0x02, bytes)
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
    const [status, token] = within(readDer(answer), 0x30)
    const [code, ...reasons] = within(status, 0x30)
    const granted = withTag(code, 0x02).content.toString('hex')
    // The status codes granted and grantedWithMods.
    if (granted !== '00' && granted !== '01') throw new TimestampRefused(refusalOf(granted, reasons))
    return readToken(withTag(token, 0x30).raw, question, { now, anchors })
  } catch (error) {
    if (!(error instanceof DerFault)) throw error
    throw new SignatureFault(`the answer cannot be read: ${error.message}`, { cause: error })
  }
}

function refusalOf(code: string, reasons: readonly DerValue[]): string {
  const texts = reasons.flatMap((one) =>
    one.tag === 0x30 ? partsOf(one).map(({ content }) => content.toString('utf8')) : [],
  )
  return `the time-stamping authority refuses with status ${Number.parseInt(code, 16)}: ${texts.join(' ') || 'no reason'}`
}

function readToken(
  token: Buffer,
  { digest, nonce }: Question,
  { now, anchors }: { now: Date; anchors: Anchors | null },
): Timestamp {
  const signature = verifySignedData(token, { contentType: tokenInfo })
  if (!signature.namesCertificate) throw new SignatureFault('the time stamp does not name its certificate')
  checkPurpose(signature.signer)
  const [version, , imprint, serial, time, ...optional] = within(
    readDer(signature.content ?? Buffer.alloc(0)),
    0x30,
  )
  if (withTag(version, 0x02).content.toString('hex') !== '01')
    throw new SignatureFault('a time stamp of another version')
  const [algorithm, hash] = within(imprint, 0x30)
  if (readOid(within(algorithm, 0x30)[0]) !== sha256 || !withTag(hash, 0x04).content.equals(digest))
    throw new SignatureFault('the time stamp is of something else')
  if (!optional.find(({ tag }) => tag === 0x02)?.raw.equals(positive(nonce)))
    throw new SignatureFault('the time stamp answers another question: its nonce is not ours')
  const at = readTime(withTag(time, 0x18).content.toString('latin1'))
  if (Math.abs(at.getTime() - now.getTime()) > skewMs)
    throw new SignatureFault(`the time stamp says ${at.toISOString()}, and our clock ${now.toISOString()}`)
  if (anchors) checkChain(signature, anchors, at)
  return {
    token,
    at,
    serial: withTag(serial, 0x02).content.toString('hex'),
    authority: signature.signer.subject.replaceAll('\n', ', '),
  }
}

/**
 * Checks the certificate of an authority by RFC 3161, 2.3: its key must be restricted to time stamps, by a critical
 * extension.
 */
function checkPurpose({ raw }: X509Certificate): void {
  const usage = purposesOf(raw)
  if (!usage?.critical || usage.purposes.length !== 1 || usage.purposes[0] !== timeStamping)
    throw new SignatureFault('the certificate of the time stamp is not one for time stamps alone')
}

const generalized = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{1,9}))?Z$/

function readTime(text: string): Date {
  const [, year, month, day, hour, minute, second, fraction = '0'] = generalized.exec(text) ?? []
  const at = new Date(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`,
  )
  if (Number.isNaN(at.getTime())) throw new SignatureFault(`the time stamp has no time: ${text}`)
  return at
}
