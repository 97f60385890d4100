import { createHash, sign } from 'node:crypto'
import type { OpenCertificate } from './certificate.ts'
import { der, integer, oid } from './der.ts'

const nothing = der(0x05)
const data = oid('1.2.840.113549.1.7.1')
const sha256Algorithm = der(0x30, oid('2.16.840.1.101.3.4.2.1'), nothing)
const signatureAlgorithms = {
  rsa: der(0x30, oid('1.2.840.113549.1.1.1'), nothing),
  ec: der(0x30, oid('1.2.840.10045.4.3.2')),
} as const

/** Bytes to reserve for a signature without its certificates: RSA 4096 needs some 900. */
const besideCertificates = 1_536

/** The size to reserve for a signature with its certificates, in bytes. */
export const roomFor = ({ chain }: OpenCertificate): number =>
  chain.reduce((sum, { length }) => sum + length, besideCertificates)

/**
 * A detached CAdES signature (RFC 5652 with the signing-certificate-v2 attribute of RFC 5035) over content with the
 * given SHA-256, DER encoded. There is no signing-time attribute: a PDF has the time in /M (EN 319 142-1, 6.3). It is
 * assembled from parts that are already encoded, because encoding the certificates each time takes longer than signing.
 */
export function signDigest(digest: Buffer, certificate: OpenCertificate): Buffer {
  const { key, chain, fingerprint, issuerAndSerial } = certificate
  const attributes = Buffer.concat(
    [
      attribute('1.2.840.113549.1.9.3', data),
      attribute('1.2.840.113549.1.9.4', der(0x04, digest)),
      // SigningCertificateV2 with one ESSCertIDv2; its hash algorithm is the default, SHA-256, so it is left out.
      attribute('1.2.840.113549.1.9.16.2.47', der(0x30, der(0x30, der(0x30, der(0x04, fingerprint))))),
    ].toSorted((a, b) => Buffer.compare(a, b)),
  )
  // RFC 5652, 5.4: the signature covers the SET OF encoding, although the message contains it as [0] IMPLICIT.
  const signature = sign('sha256', der(0x31, attributes), key)
  const signerInfo = der(
    0x30,
    integer(1),
    issuerAndSerial,
    sha256Algorithm,
    der(0xa0, attributes),
    signatureAlgorithms[key.asymmetricKeyType === 'ec' ? 'ec' : 'rsa'],
    der(0x04, signature),
  )
  const signedData = der(
    0x30,
    integer(1),
    der(0x31, sha256Algorithm),
    der(0x30, data),
    der(0xa0, ...chain),
    der(0x31, signerInfo),
  )
  return der(0x30, oid('1.2.840.113549.1.7.2'), der(0xa0, signedData))
}

const attribute = (type: string, value: Buffer): Buffer => der(0x30, oid(type), der(0x31, value))

export function sha256(pieces: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest()
}
