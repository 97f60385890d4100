import { createHash, sign } from 'node:crypto'
import forge from 'node-forge'
import type { SignerIdentity } from '../pki.ts'

const { asn1 } = forge
const { Class, Type } = asn1
type Node = forge.asn1.Asn1

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsaEncryption: '1.2.840.113549.1.1.1',
} as const

const sequence = (...children: Node[]) => asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, children)
const set = (children: Node[]) => asn1.create(Class.UNIVERSAL, Type.SET, true, children)
const oid = (value: string) => asn1.create(Class.UNIVERSAL, Type.OID, false, asn1.oidToDer(value).getBytes())
const octets = (value: Buffer) =>
  asn1.create(Class.UNIVERSAL, Type.OCTETSTRING, false, value.toString('latin1'))
const integer = (value: number) =>
  asn1.create(Class.UNIVERSAL, Type.INTEGER, false, asn1.integerToDer(value).getBytes())
const nothing = () => asn1.create(Class.UNIVERSAL, Type.NULL, false, '')
const tagged = (tag: number, children: Node[]) => asn1.create(Class.CONTEXT_SPECIFIC, tag, true, children)
const toDer = (node: Node) => Buffer.from(asn1.toDer(node).getBytes(), 'latin1')
const fromDer = (der: Buffer) => asn1.fromDer(der.toString('latin1'))

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
  return signedMessage({ type: OID.data, digest, version: 1 }, signer)
}

/** A signature over content that is embedded in the message and has a content type other than data. */
export function signContent(type: string, content: Buffer, signer: SignerIdentity): Buffer {
  const digest = createHash('sha256').update(content).digest()
  return signedMessage({ type, digest, content, version: 3 }, signer)
}

type Message = { type: string; digest: Buffer; content?: Buffer; version: number }

function signedMessage({ type, digest, content, version }: Message, signer: SignerIdentity): Buffer {
  const attributes = sortedForDer([
    attribute(OID.contentType, oid(type)),
    attribute(OID.messageDigest, octets(digest)),
    attribute(OID.signingCertificateV2, signingCertificate(signer.certificateDer)),
  ])
  // RFC 5652, 5.4: the signature covers the SET OF encoding, though the message carries it as [0] IMPLICIT.
  const signature = sign('sha256', toDer(set(attributes)), signer.key)
  const certificate = fromDer(signer.certificateDer)
  const signerInfo = sequence(
    integer(1),
    issuerAndSerial(certificate),
    sequence(oid(OID.sha256), nothing()),
    tagged(0, attributes),
    sequence(oid(OID.rsaEncryption), nothing()),
    octets(signature),
  )
  const signedData = sequence(
    integer(version),
    set([sequence(oid(OID.sha256), nothing())]),
    sequence(oid(type), ...(content ? [tagged(0, [octets(content)])] : [])),
    tagged(0, [certificate, fromDer(signer.issuerDer)]),
    set([signerInfo]),
  )
  return toDer(sequence(oid(OID.signedData), tagged(0, [signedData])))
}

function attribute(type: string, value: Node): Node {
  return sequence(oid(type), set([value]))
}

/** SigningCertificateV2 with one ESSCertIDv2; its hash algorithm is the default, SHA-256, so it is left out. */
function signingCertificate(certificateDer: Buffer): Node {
  return sequence(sequence(sequence(octets(createHash('sha256').update(certificateDer).digest()))))
}

/** Issuer and serial copied as encoded, so that they match the certificate byte for byte. */
function issuerAndSerial(certificate: Node): Node {
  const [tbs] = certificate.value as Node[]
  const [, serial, , issuer] = (tbs?.value ?? []) as Node[]
  if (serial === undefined || issuer === undefined) throw new Error('the certificate cannot be read')
  return sequence(issuer, serial)
}

/** DER requires the members of a SET OF in the order of their encodings (X.690, 11.6). */
function sortedForDer(nodes: Node[]): Node[] {
  return nodes
    .map((node) => ({ node, der: toDer(node) }))
    .sort((a, b) => Buffer.compare(a.der, b.der))
    .map(({ node }) => node)
}
