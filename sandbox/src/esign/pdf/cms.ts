import { createHash, sign } from 'node:crypto'
import { type BaseBlock, Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import type { SignerIdentity } from '../pki.ts'

const OID = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const

const sha256 = new AlgorithmIdentifier({
  algorithmId: '2.16.840.1.101.3.4.2.1',
  algorithmParams: new Null(),
})
const rsaEncryption = new AlgorithmIdentifier({
  algorithmId: '1.2.840.113549.1.1.1',
  algorithmParams: new Null(),
})

/**
 * A detached CAdES signature (RFC 5652 SignedData with the signing-certificate-v2 attribute of RFC 5035) over the given
 * pieces, DER encoded. There is no signing-time attribute: a PDF has the time in /M (ETSI EN 319 142-1, 6.3).
 */
export function signDetached(pieces: readonly Uint8Array[], signer: SignerIdentity): Buffer {
  const digest = createHash('sha256')
  for (const piece of pieces) digest.update(piece)
  return signDigest(digest.digest(), signer)
}

/** A detached CAdES signature over content of which only the SHA-256 is known, DER encoded. */
export function signDigest(digest: Buffer, signer: SignerIdentity): Buffer {
  return signedMessage({ type: ContentInfo.DATA, digest }, signer)
}

/** A signature over content that is embedded in the message and has a content type other than data. */
export function signContent(type: string, content: Buffer, signer: SignerIdentity): Buffer {
  const digest = createHash('sha256').update(content).digest()
  return signedMessage({ type, digest, content }, signer)
}

type Message = { type: string; digest: Buffer; content?: Buffer }

function signedMessage({ type, digest, content }: Message, signer: SignerIdentity): Buffer {
  const certificate = Certificate.fromBER(new Uint8Array(signer.certificateDer))
  const { issuer, serialNumber } = certificate
  const fingerprint = createHash('sha256').update(signer.certificateDer).digest()
  const signedAttrs = new SignedAndUnsignedAttributes({
    type: 0,
    attributes: sortedForDer([
      attribute(OID.contentType, new ObjectIdentifier({ value: type })),
      attribute(OID.messageDigest, new OctetString({ valueHex: digest })),
      // SigningCertificateV2 with one ESSCertIDv2; its hash algorithm is the default, SHA-256, so it is left out.
      attribute(
        OID.signingCertificateV2,
        sequence(sequence(sequence(new OctetString({ valueHex: fingerprint })))),
      ),
    ]),
  })
  // RFC 5652, 5.4: the signature covers the SET OF encoding, though the message carries it as [0] IMPLICIT.
  const covered = Buffer.from(signedAttrs.toSchema().toBER())
  covered[0] = 0x31
  const signedData = new SignedData({
    digestAlgorithms: [sha256],
    encapContentInfo: encapsulated(type, content),
    certificates: [certificate, Certificate.fromBER(new Uint8Array(signer.issuerDer))],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer, serialNumber }),
        digestAlgorithm: sha256,
        signedAttrs,
        signatureAlgorithm: rsaEncryption,
        signature: new OctetString({ valueHex: sign('sha256', covered, signer.key) }),
      }),
    ],
  })
  const message = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signedData.toSchema() })
  return Buffer.from(message.toSchema().toBER())
}

const sequence = (value: BaseBlock): Sequence => new Sequence({ value: [value] })
const attribute = (type: string, value: BaseBlock): Attribute => new Attribute({ type, values: [value] })

/** The content is set afterwards, because the constructor would cut it into pieces, which DER does not allow. */
function encapsulated(type: string, content: Buffer | undefined): EncapsulatedContentInfo {
  const info = new EncapsulatedContentInfo({ eContentType: type })
  if (content) info.eContent = new OctetString({ valueHex: content })
  return info
}

/** DER requires the members of a SET OF in the order of their encodings (X.690, 11.6). */
function sortedForDer(attributes: Attribute[]): Attribute[] {
  const encoded = (one: Attribute): Buffer => Buffer.from(one.toSchema().toBER())
  return attributes.toSorted((a, b) => Buffer.compare(encoded(a), encoded(b)))
}
