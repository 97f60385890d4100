import { constants, createHash, type KeyObject, sign } from 'node:crypto'
import { p256, p384, p521 } from '@noble/curves/nist.js'
import { type BaseBlock, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  RSASSAPSSParams,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import type { OpenCertificate } from './certificate.ts'

const sha256Algorithm = new AlgorithmIdentifier({
  algorithmId: '2.16.840.1.101.3.4.2.1',
  algorithmParams: new Null(),
})
/** None: the same document has the same bytes whenever it is made (FIPS 186-5, 5.4: a salt of 0 bytes up to the hash). */
const saltLength = 0
/** RFC 4056: RSASSA-PSS with SHA-256 everywhere. */
const pss = new RSASSAPSSParams({
  hashAlgorithm: sha256Algorithm,
  maskGenAlgorithm: new AlgorithmIdentifier({
    algorithmId: '1.2.840.113549.1.1.8',
    algorithmParams: sha256Algorithm.toSchema(),
  }),
  saltLength,
})
const signatureAlgorithms = {
  rsa: new AlgorithmIdentifier({ algorithmId: '1.2.840.113549.1.1.10', algorithmParams: pss.toSchema() }),
  ec: new AlgorithmIdentifier({ algorithmId: '1.2.840.10045.4.3.2' }),
} as const

/** Node draws a nonce for each signature of a curve; these derive it from key and content (RFC 6979). */
const curves: Readonly<Record<string, typeof p256>> = { 'P-256': p256, 'P-384': p384, 'P-521': p521 }

/**
 * Signs with SHA-256, always with the same bytes for the same content.
 * @throws Error for a curve that is not of NIST
 */
function signAlike(covered: Buffer, key: KeyObject): Uint8Array {
  if (key.asymmetricKeyType !== 'ec')
    return sign('sha256', covered, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength })
  const { crv = '', d = '' } = key.export({ format: 'jwk' })
  const curve = curves[crv]
  if (!curve) throw new Error(`a key of the curve ${crv} cannot sign`)
  const digest = createHash('sha256').update(covered).digest()
  return curve.sign(digest, Buffer.from(d, 'base64url'), { prehash: false, format: 'der', lowS: false })
}

/** Bytes to reserve for a signature without its certificates: RSA 4096 needs some 900. */
const besideCertificates = 1_536

/** The size to reserve for a signature with its certificates, in bytes. */
export const roomFor = ({ chain }: OpenCertificate): number =>
  chain.reduce((sum, { length }) => sum + length, besideCertificates)

type InMessage = { certificates: Certificate[]; issuerAndSerial: IssuerAndSerialNumber }
const parsed = new WeakMap<OpenCertificate, InMessage>()

/** The certificates as a signature carries them, and what names its signer there (RFC 5652, 10.2.4); parsed once. */
function inMessage(certificate: OpenCertificate): InMessage {
  const known = parsed.get(certificate)
  if (known) return known
  const { issuer, serialNumber } = Certificate.fromBER(certificate.own)
  const made = {
    certificates: certificate.chain.map((raw) => Certificate.fromBER(raw)),
    issuerAndSerial: new IssuerAndSerialNumber({ issuer, serialNumber }),
  }
  parsed.set(certificate, made)
  return made
}

/**
 * A detached CAdES signature (RFC 5652 with the signing-certificate-v2 attribute of RFC 5035) over content with the
 * given SHA-256, DER encoded. There is no signing-time attribute: a PDF has the time in /M (EN 319 142-1, 6.3).
 */
export function signDigest(digest: Buffer, certificate: OpenCertificate): Buffer {
  const { key, fingerprint } = certificate
  const { certificates, issuerAndSerial } = inMessage(certificate)
  const signedAttrs = new SignedAndUnsignedAttributes({
    type: 0,
    // They are in the order of DER already: they differ first in their lengths, which increase.
    attributes: [
      attribute('1.2.840.113549.1.9.3', new ObjectIdentifier({ value: ContentInfo.DATA })),
      attribute('1.2.840.113549.1.9.4', new OctetString({ valueHex: digest })),
      // SigningCertificateV2 with one ESSCertIDv2; its hash algorithm is the default, SHA-256, so it is left out.
      attribute(
        '1.2.840.113549.1.9.16.2.47',
        sequence(sequence(sequence(new OctetString({ valueHex: fingerprint })))),
      ),
    ],
  })
  // RFC 5652, 5.4: the signature covers the SET OF encoding, although the message contains it as [0] IMPLICIT.
  const covered = Buffer.from(signedAttrs.toSchema().toBER())
  covered[0] = 0x31
  const signer = new SignerInfo({
    version: 1,
    sid: issuerAndSerial,
    digestAlgorithm: sha256Algorithm,
    signedAttrs,
    signatureAlgorithm: signatureAlgorithms[key.asymmetricKeyType === 'ec' ? 'ec' : 'rsa'],
    signature: new OctetString({ valueHex: signAlike(covered, key) }),
  })
  const message = new SignedData({
    digestAlgorithms: [sha256Algorithm],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: ContentInfo.DATA }),
    certificates,
    signerInfos: [signer],
  })
  const whole = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: message.toSchema() })
  return Buffer.from(whole.toSchema().toBER())
}

const sequence = (value: BaseBlock): Sequence => new Sequence({ value: [value] })
const attribute = (type: string, value: BaseBlock): Attribute => new Attribute({ type, values: [value] })

export function sha256(pieces: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest()
}
