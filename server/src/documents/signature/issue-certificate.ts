import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  Extension,
  Extensions,
  id_ce_basicConstraints,
  id_ce_keyUsage,
  id_ce_subjectKeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'
import type { SigningCertificate } from './certificate.ts'

const dayMs = 86_400_000
const sha256WithRsa = new AlgorithmIdentifier({ algorithm: '1.2.840.113549.1.1.11', parameters: null })

/**
 * Issues a self-signed certificate for development and tests. No authority has checked its subject, and its name says
 * that it is for tests.
 */
export function issueTestCertificate({ name, now }: { name: string; now: Date }): SigningCertificate {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const subject = distinguishedName(`${name} (sertifikat uji)`)
  const serial = randomBytes(16)
  // A certificate serial number is a positive integer whose first byte is not zero.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const body = new TBSCertificate({
    version: Version.v3,
    serialNumber: bytesOf(serial),
    signature: sha256WithRsa,
    issuer: subject,
    subject,
    validity: new Validity({
      notBefore: new Date(now.getTime() - dayMs),
      notAfter: new Date(now.getTime() + 3_650 * dayMs),
    }),
    subjectPublicKeyInfo: AsnConvert.parse(pair.publicKey, SubjectPublicKeyInfo),
    extensions: new Extensions([
      extension(id_ce_basicConstraints, true, new BasicConstraints({ cA: false })),
      extension(
        id_ce_keyUsage,
        true,
        new KeyUsage(KeyUsageFlags.digitalSignature | KeyUsageFlags.nonRepudiation),
      ),
      extension(
        id_ce_subjectKeyIdentifier,
        false,
        new SubjectKeyIdentifier(bytesOf(createHash('sha1').update(pair.publicKey).digest())),
      ),
    ]),
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(body)), pair.privateKey)
  const certificate = new Certificate({
    tbsCertificate: body,
    signatureAlgorithm: sha256WithRsa,
    signatureValue: bytesOf(signature),
  })
  const der = Buffer.from(AsnConvert.serialize(certificate)).toString('base64')
  const lines = der.match(/.{1,64}/g) ?? []
  const chain = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
  return { key: pair.privateKey, chain }
}

/** X.520: a common name has at most 64 characters. */
const distinguishedName = (name: string): Name =>
  new Name([
    new RelativeDistinguishedName([
      new AttributeTypeAndValue({
        type: '2.5.4.3',
        value: new AttributeValue({ utf8String: Array.from(name).slice(0, 64).join('') }),
      }),
    ]),
  ])

const extension = (extnID: string, critical: boolean, value: object): Extension =>
  new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) })

const bytesOf = (buffer: Buffer): ArrayBuffer => new Uint8Array(buffer).buffer
