import { constants, createHash, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { DerFault, type DerValue, integer, partsOf, readDer, readOid, withTag, within } from './der.ts'
import { certificateParts, extensionOf, maySign } from './extensions.ts'

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
  signedData: '1.2.840.113549.1.7.2',
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
 * Verifies a CMS signature over its content: one signer, signed attributes, a SHA-2 digest.
 * @param detached the signed content, if the message does not contain it
 * @throws SignatureFault
 */
export function verifySignedData(
  cms: Buffer,
  { contentType, detached }: { contentType: string; detached?: readonly Uint8Array[] },
): VerifiedSignature {
  try {
    return verifyMessage(cms, contentType, detached)
  } catch (error) {
    if (!(error instanceof DerFault) && !isUnreadable(error)) throw error
    throw new SignatureFault(`the signature cannot be read: ${error.message}`, { cause: error })
  }
}

/** Whether OpenSSL failed because it cannot read a key or signature. */
const isUnreadable = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_OSSL')

function verifyMessage(
  cms: Buffer,
  contentType: string,
  detached: readonly Uint8Array[] | undefined,
): VerifiedSignature {
  const [type, wrapped, ...behind] = within(readDer(cms), 0x30)
  require(readOid(type) === oids.signedData && behind.length === 0, 'it is no SignedData')
  const [version, digestAlgorithms, encapsulated, ...others] = within(single(within(wrapped, 0xa0)), 0x30)
  require(isVersion(version, [1, 3, 4, 5]), 'its version is not known')
  const [innerType, inner] = within(encapsulated, 0x30)
  require(readOid(innerType) === contentType, 'it is over something of another type')
  const content = inner ? withTag(within(inner, 0xa0)[0], 0x04).content : null
  require((content === null) === (detached !== undefined), 'its content is not where it has to be')
  const certificates = others.filter(({ tag }) => tag === 0xa0).flatMap(readCertificates)
  const signers = within(others.at(-1), 0x31)
  require(signers.length === 1, `it has ${signers.length} signers`)
  const [signerVersion, identifier, digestAlgorithm, signed, algorithm, signature] = within(signers[0], 0x30)
  // RFC 5652, 5.3: version 1 identifies the signer by issuer and serial number, version 3 by key identifier.
  require(isVersion(
    signerVersion,
    identifier?.tag === 0x30 ? [1] : [3],
  ), 'the version of its signer is wrong')
  const signer = certificates.find((one) => isNamed(one, identifier))
  if (!signer) throw new SignatureFault('it comes without the certificate of its signer')
  const digestName = readAlgorithm(digestAlgorithm)
  const digest = digests[digestName]
  // RFC 5652, 5.1 and 5.3: the message header repeats the digest algorithm of its one signer.
  const heads = within(digestAlgorithms, 0x31)
  require(heads.length === 1 &&
    heads.every(
      (head) => readAlgorithm(head) === digestName,
    ), 'its head names another digest than its signer')
  if (!digest) throw new SignatureFault('its digest is none of SHA-256, SHA-384 and SHA-512')
  const attributes = readAttributes(withTag(signed, 0xa0))
  require(readOid(attributes.get(oids.contentType)) === contentType, 'its attribute names another type')
  const hash = createHash(digest)
  for (const piece of detached ?? [content ?? Buffer.alloc(0)]) hash.update(piece)
  const named = withTag(attributes.get(oids.messageDigest), 0x04).content
  require(hash.digest().equals(named), 'it was made over other bytes')
  // RFC 5652, 5.4: the signature covers the SET OF encoding, although the message contains it as [0] IMPLICIT.
  const covered = Buffer.concat([Buffer.from([0x31]), withTag(signed, 0xa0).raw.subarray(1)])
  require(isSigned(covered, {
    digest,
    algorithm,
    signer,
    signature,
  }), 'it was not made with the key of its signer')
  return { signer, certificates, content, namesCertificate: namesSigner(attributes, signer) }
}

/** Reads the identifier of an algorithm. Only PSS may have parameters other than NULL (RFC 5754). */
function readAlgorithm(value: DerValue | undefined): string {
  const [name, parameters, ...more] = within(value, 0x30)
  const algorithm = readOid(name)
  const isPlain = parameters === undefined || parameters.raw.equals(noParameters)
  require(more.length === 0 &&
    (isPlain || algorithm === pss), `algorithm ${algorithm} has unexpected parameters`)
  return algorithm
}
const noParameters = Buffer.from([0x05, 0x00])

const isVersion = (value: DerValue | undefined, known: readonly number[]): boolean =>
  known.some((version) => value?.raw.equals(integer(version)))

function single(values: readonly DerValue[]): DerValue | undefined {
  require(values.length === 1, 'it holds more than one message')
  return values[0]
}

function readCertificates(set: DerValue): X509Certificate[] {
  return partsOf(set)
    .filter(({ tag }) => tag === 0x30)
    .map(({ raw }) => {
      try {
        return new X509Certificate(raw)
      } catch (error) {
        throw new SignatureFault('a certificate in it cannot be read', { cause: error })
      }
    })
}

/** Whether a signer identifier refers to this certificate, by issuer and serial number or by key identifier. */
function isNamed({ raw }: X509Certificate, identifier: DerValue | undefined): boolean {
  if (identifier?.tag === 0x30) {
    const [issuer, serial] = partsOf(identifier)
    const { issuer: ownIssuer, serial: ownSerial } = certificateParts(raw)
    return !!issuer?.raw.equals(ownIssuer.raw) && !!serial?.raw.equals(ownSerial.raw)
  }
  const key = extensionOf(raw, '2.5.29.14')
  return key !== undefined && readDer(key.value).content.equals(withTag(identifier, 0x80).content)
}

/** Reads the signed attributes. Each must occur once, with one value. */
function readAttributes(set: DerValue): Map<string, DerValue> {
  const attributes = new Map<string, DerValue>()
  for (const attribute of partsOf(set)) {
    const [type, values] = within(attribute, 0x30)
    const [value, ...more] = within(values, 0x31)
    const name = readOid(type)
    require(value !== undefined &&
      more.length === 0 &&
      !attributes.has(name), 'an attribute stands there twice')
    if (value) attributes.set(name, value)
  }
  return attributes
}

type Claim = {
  digest: Digest
  algorithm: DerValue | undefined
  signer: X509Certificate
  signature: DerValue | undefined
}

function isSigned(covered: Buffer, { digest, algorithm, signer, signature }: Claim): boolean {
  const known = algorithms[readAlgorithm(algorithm)]
  const key = signer.publicKey
  if (!known || key.asymmetricKeyType !== known.type)
    throw new SignatureFault('its algorithm is not known here')
  require(maySign(signer.raw), 'the certificate of its signer is not one to sign with')
  require(!isWeak(key), 'the key of its signer is too short')
  const padding = known.pss
    ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
    : {}
  return verify(known.digest ?? digest, covered, { key, ...padding }, withTag(signature, 0x04).content)
}

const isWeak = ({ asymmetricKeyDetails }: KeyObject): boolean =>
  (asymmetricKeyDetails?.modulusLength ?? 2_048) < 2_048

/**
 * Whether the signature names its signer's certificate by hash, so that no other certificate of the same key can
 * replace it.
 * @throws SignatureFault if it names another certificate
 */
function namesSigner(attributes: Map<string, DerValue>, { raw }: X509Certificate): boolean {
  const second = attributes.get(oids.signingCertificateV2)
  const named = second ?? attributes.get(oids.signingCertificate)
  if (!named) return false
  const parts = within(within(within(named, 0x30)[0], 0x30)[0], 0x30)
  const algorithm = parts[0]?.tag === 0x30 ? digests[readOid(partsOf(parts[0])[0])] : 'sha256'
  const hash = withTag(parts[0]?.tag === 0x30 ? parts[1] : parts[0], 0x04).content
  const own = createHash(second ? (algorithm ?? 'sha256') : 'sha1')
    .update(raw)
    .digest()
  require(own.equals(hash), 'it names another certificate than that of its signer')
  return true
}

function require(holds: boolean, otherwise: string): void {
  if (!holds) throw new SignatureFault(otherwise)
}
