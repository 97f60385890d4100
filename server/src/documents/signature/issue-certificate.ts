import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import { BitString, Integer, OctetString, Utf8String } from 'asn1js'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
} from 'pkijs'
import type { SigningCertificate } from './certificate.ts'

const dayMs = 86_400_000

/**
 * Issues a self-signed certificate for development and tests. No authority has checked its subject, and its name says
 * that it is for tests.
 */
export function issueTestCertificate({ name, now }: { name: string; now: Date }): SigningCertificate {
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const subject = distinguishedName(`${name} (sertifikat uji)`)
  const sha256WithEcdsa = new AlgorithmIdentifier({ algorithmId: '1.2.840.10045.4.3.2' })
  const serial = randomBytes(16)
  // A certificate serial number is a positive integer whose first byte is not zero.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ valueHex: serial }),
    signature: sha256WithEcdsa,
    issuer: subject,
    notBefore: new Time({ value: new Date(now.getTime() - dayMs) }),
    notAfter: new Time({ value: new Date(now.getTime() + 3_650 * dayMs) }),
    subject,
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(pair.publicKey),
    extensions: [
      extension('2.5.29.19', new BasicConstraints({ cA: false }).toSchema(), true),
      // digitalSignature and nonRepudiation
      extension('2.5.29.15', new BitString({ valueHex: Buffer.from([0xc0]), unusedBits: 6 }), true),
      extension(
        '2.5.29.14',
        new OctetString({ valueHex: createHash('sha1').update(pair.publicKey).digest() }),
      ),
    ],
    signatureAlgorithm: sha256WithEcdsa,
  })
  certificate.tbsView = new Uint8Array(certificate.encodeTBS().toBER())
  certificate.signatureValue = new BitString({
    valueHex: sign('sha256', certificate.tbsView, pair.privateKey),
  })
  const der = Buffer.from(certificate.toSchema().toBER())
  return { key: pair.privateKey, chain: new X509Certificate(der).toString() }
}

/** X.520: a common name has at most 64 characters. */
const distinguishedName = (name: string): RelativeDistinguishedNames =>
  new RelativeDistinguishedNames({
    typesAndValues: [
      new AttributeTypeAndValue({
        type: '2.5.4.3',
        value: new Utf8String({ value: Array.from(name).slice(0, 64).join('') }),
      }),
    ],
  })

const extension = (extnID: string, value: { toBER(): ArrayBuffer }, critical = false): Extension =>
  new Extension({ extnID, critical, extnValue: value.toBER() })
