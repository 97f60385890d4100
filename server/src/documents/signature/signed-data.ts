import { constants, createHash, verify, X509Certificate } from 'node:crypto'
import { type BaseBlock, Null, ObjectIdentifier, OctetString, Primitive, Sequence } from 'asn1js'
import {
  type AlgorithmIdentifier,
  type Attribute,
  Certificate,
  ContentInfo,
  IssuerAndSerialNumber,
  SignedData,
  type SignerInfo,
} from 'pkijs'
import { isShort } from '../../platform/keys/strength.ts'
import { AsnFault, attempt, partsOf, rawOf, readAs } from './asn1.ts'
import { extensionOf, maySign } from './extensions.ts'

/** An invalid signature; the message gives the reason in English. */
export class SignatureFault extends Error {}

/**
 * A valid CMS signature (RFC 5652) of one signer over its content. Whether the signer is trusted is checked elsewhere.
 */
export type VerifiedSignature = {
  signer: X509Certificate
  /** All certificates in the message, including the signer's. */
  certificates: X509Certificate[]
  /** The content in the message; null if the signature is detached. */
  content: Buffer | null
  /** Whether the signature names its certificate by hash (signing-certificate, RFC 5035), and that is the signer's. */
  namesCertificate: boolean
}

const oids = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const

const digests: Record<string, Digest> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
type Digest = 'sha256' | 'sha384' | 'sha512'

const pss = '1.2.840.113549.1.1.10'

/** The supported signature algorithms. One without a digest here uses the digest of the content. */
const algorithms: Record<string, { type: 'rsa' | 'ec'; digest?: Digest; pss?: boolean }> = {
  '1.2.840.113549.1.1.1': { type: 'rsa' },
  [pss]: { type: 'rsa', pss: true },
  '1.2.840.113549.1.1.11': { type: 'rsa', digest: 'sha256' },
  '1.2.840.113549.1.1.12': { type: 'rsa', digest: 'sha384' },
  '1.2.840.113549.1.1.13': { type: 'rsa', digest: 'sha512' },
  '1.2.840.10045.4.3.2': { type: 'ec', digest: 'sha256' },
  '1.2.840.10045.4.3.3': { type: 'ec', digest: 'sha384' },
  '1.2.840.10045.4.3.4': { type: 'ec', digest: 'sha512' },
}

/**
 * Verifies a CMS signature over its content: one signer, signed attributes, a SHA-2 digest. PKI.js reads the message;
 * its own verification accepts more than this, such as SHA-1, attributes that stand there twice and any key.
 * @param detached the signed content, if the message does not contain it
 * @throws SignatureFault
 */
export function verifySignedData(
  cms: Buffer,
  { contentType, detached }: { contentType: string; detached?: readonly Uint8Array[] },
): VerifiedSignature {
  try {
    return verifyMessage(readMessage(cms), contentType, detached)
  } catch (error) {
    if (!(error instanceof AsnFault) && !isUnreadable(error)) throw error
    throw new SignatureFault(`the signature cannot be read: ${error.message}`, { cause: error })
  }
}

/** Whether OpenSSL failed because it cannot read a key or signature. */
const isUnreadable = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_OSSL')

type MessageCertificate = { x509: X509Certificate; parsed: Certificate }
type Message = { data: SignedData; certificates: MessageCertificate[] }

function readMessage(cms: Buffer): Message {
  const message = readAs(cms, ContentInfo).structure
  require(message.contentType === ContentInfo.SIGNED_DATA, 'it is no SignedData')
  const schema = message.content as BaseBlock
  const parts = partsOf(schema)
  const data = attempt(() => new SignedData({ schema }))
  // The library passes over values that it does not expect, so what it has read is written again and compared.
  const { version } = data
  const again = data.toSchema() as Sequence
  again.valueBlock.value[0] = parts[0] ?? new Null()
  message.content = again
  require(Buffer.from(message.toSchema().toBER()).equals(cms), 'it holds what does not belong into it')
  data.version = version
  // Other kinds of certificates than those of X.509 are passed over.
  const certificates = (data.certificates ?? [])
    .filter((one) => one instanceof Certificate)
    .map((parsed) => ({ x509: new X509Certificate(Buffer.from(parsed.toSchema().toBER())), parsed }))
  return { data, certificates }
}

function verifyMessage(
  { data, certificates }: Message,
  contentType: string,
  detached: readonly Uint8Array[] | undefined,
): VerifiedSignature {
  require([1, 3, 4, 5].includes(data.version), 'its version is not known')
  const { eContentType, eContent } = data.encapContentInfo
  require(eContentType === contentType, 'it is over something of another type')
  const content = eContent ? bytesOf(eContent) : null
  require((content === null) === (detached !== undefined), 'its content is not where it has to be')
  const [info, ...others] = data.signerInfos
  if (!info || others.length > 0) throw new SignatureFault(`it has ${data.signerInfos.length} signers`)
  // RFC 5652, 5.3: version 1 identifies the signer by issuer and serial number, version 3 by key identifier.
  require(info.version ===
    (info.sid instanceof IssuerAndSerialNumber ? 1 : 3), 'the version of its signer is wrong')
  const signer = certificates.find(({ parsed }) => isNamed(parsed, info.sid))
  if (!signer) throw new SignatureFault('it comes without the certificate of its signer')
  const digestName = plain(info.digestAlgorithm)
  const digest = digests[digestName]
  // RFC 5652, 5.1 and 5.3: the message header repeats the digest algorithm of its one signer.
  const heads = data.digestAlgorithms.map(plain)
  require(heads.length === 1 && heads[0] === digestName, 'its head names another digest than its signer')
  if (!digest) throw new SignatureFault('its digest is none of SHA-256, SHA-384 and SHA-512')
  const attributes = readAttributes(info.signedAttrs?.attributes ?? [])
  require(typeOf(attributes.get(oids.contentType)) === contentType, 'its attribute names another type')
  const hash = createHash(digest)
  for (const piece of detached ?? [content ?? Buffer.alloc(0)]) hash.update(piece)
  require(hash.digest().equals(bytesOf(attributes.get(oids.messageDigest))), 'it was made over other bytes')
  require(isSigned(info, digest, signer), 'it was not made with the key of its signer')
  return {
    signer: signer.x509,
    certificates: certificates.map(({ x509 }) => x509),
    content,
    namesCertificate: namesSigner(attributes, signer.x509),
  }
}

/** The name of an algorithm. Only PSS may have parameters other than NULL (RFC 5754). */
function plain({ algorithmId, algorithmParams }: AlgorithmIdentifier): string {
  require(algorithmParams === undefined ||
    algorithmParams instanceof Null ||
    algorithmId === pss, `algorithm ${algorithmId} has unexpected parameters`)
  return algorithmId
}

function bytesOf(value: BaseBlock | undefined): Buffer {
  if (!(value instanceof OctetString)) throw new AsnFault('a value that is no octets')
  return Buffer.from(value.getValue())
}

function typeOf(value: BaseBlock | undefined): string {
  if (!(value instanceof ObjectIdentifier)) throw new AsnFault('a value that is no object identifier')
  return value.getValue()
}

/** Whether a signer identifier refers to this certificate, by issuer and serial number or by key identifier. */
function isNamed(certificate: Certificate, identifier: unknown): boolean {
  if (identifier instanceof IssuerAndSerialNumber) {
    const { issuer, serialNumber } = identifier
    return (
      Buffer.from(issuer.valueBeforeDecode).equals(Buffer.from(certificate.issuer.valueBeforeDecode)) &&
      rawOf(serialNumber).equals(rawOf(certificate.serialNumber))
    )
  }
  const key: unknown = extensionOf(certificate, '2.5.29.14')?.parsedValue
  return (
    key instanceof OctetString &&
    identifier instanceof Primitive &&
    bytesOf(key).equals(Buffer.from(identifier.valueBlock.valueHexView))
  )
}

/** Reads the signed attributes. Each must occur once, with one value. */
function readAttributes(written: readonly Attribute[]): Map<string, BaseBlock> {
  const attributes = new Map<string, BaseBlock>()
  for (const { type, values } of written) {
    const [value, ...more] = (values as BaseBlock[] | undefined) ?? []
    if (!value || more.length > 0 || attributes.has(type))
      throw new SignatureFault('an attribute stands there twice')
    attributes.set(type, value)
  }
  return attributes
}

function isSigned(
  { signatureAlgorithm, signature, signedAttrs }: SignerInfo,
  digest: Digest,
  { x509, parsed }: MessageCertificate,
): boolean {
  const known = algorithms[plain(signatureAlgorithm)]
  const key = x509.publicKey
  if (!known || key.asymmetricKeyType !== known.type)
    throw new SignatureFault('its algorithm is not known here')
  require(maySign(parsed), 'the certificate of its signer is not one to sign with')
  require(!isShort(key, leastOfSigners), 'the key of its signer is too short')
  const padding = known.pss
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
    : {}
  // The signature covers the attributes as a SET OF (RFC 5652, 5.4), which the library has put in front of them.
  const covered = Buffer.from(signedAttrs?.encodedValue ?? new ArrayBuffer())
  return verify(known.digest ?? digest, covered, { key, ...padding }, bytesOf(signature))
}

/** Authorities in Indonesia give signers RSA keys of 2048 bits. */
const leastOfSigners = 2_048

/**
 * Whether the signature names its signer's certificate by hash, so that no other certificate of the same key can
 * replace it.
 * @throws SignatureFault if it names another certificate
 */
function namesSigner(attributes: Map<string, BaseBlock>, { raw }: X509Certificate): boolean {
  const newer = attributes.get(oids.signingCertificateV2)
  const named = newer ?? attributes.get(oids.signingCertificate)
  if (!named) return false
  // The first ESSCertID is that of the signer: perhaps an algorithm, and the hash.
  const [first, second] = partsOf(partsOf(partsOf(named)[0])[0])
  const algorithm = first instanceof Sequence ? digests[typeOf(partsOf(first)[0])] : 'sha256'
  const hash = bytesOf(first instanceof Sequence ? second : first)
  const own = createHash(newer ? (algorithm ?? 'sha256') : 'sha1')
    .update(raw)
    .digest()
  require(own.equals(hash), 'it names another certificate than that of its signer')
  return true
}

function require(holds: boolean, otherwise: string): void {
  if (!holds) throw new SignatureFault(otherwise)
}
