import { constants, createHash, sign } from 'node:crypto'
import { type BaseBlock, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
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
const saltLength = 32
/** RFC 4056: RSASSA-PSS with SHA-256 everywhere and a salt as long as the hash, in place of PKCS#1 v1.5. */
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
const paddings = { rsa: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength }, ec: {} } as const

/** Bytes to reserve for a signature without its certificates: RSA 4096 needs some 900. */
const besideCertificates = 1_536

/** The size to reserve for a signature with its certificates, in bytes. */
export const roomFor = ({ chain }: OpenCertificate): number =>
  chain.reduce((sum, { length }) => sum + length, besideCertificates)

/**
 * A detached CAdES signature (RFC 5652 with the signing-certificate-v2 attribute of RFC 5035) over content with the
 * given SHA-256, DER encoded. There is no signing-time attribute: a PDF has the time in /M (EN 319 142-1, 6.3).
 */
export function signDigest(digest: Buffer, certificate: OpenCertificate): Buffer {
  const { key, certificates, fingerprint, issuerAndSerial } = certificate
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
  const type = key.asymmetricKeyType === 'ec' ? 'ec' : 'rsa'
  const signer = new SignerInfo({
    version: 1,
    sid: issuerAndSerial,
    digestAlgorithm: sha256Algorithm,
    signedAttrs,
    signatureAlgorithm: signatureAlgorithms[type],
    signature: new OctetString({ valueHex: sign('sha256', covered, { key, ...paddings[type] }) }),
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
