import { createHash, generateKeyPair, randomBytes, sign, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { BitString, Integer, Null, OctetString, PrintableString, Utf8String } from 'asn1js'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
} from 'pkijs'

const makeKeyPair = promisify(generateKeyPair)
const DAY_MS = 86_400_000
const sha256WithRsa = new AlgorithmIdentifier({
  algorithmId: '1.2.840.113549.1.1.11',
  algorithmParams: new Null(),
})

/** A key with its certificate, both as stored on disk. */
export type Identity = { certificatePem: string; keyPem: string }

type Choices = {
  /** X.520 attributes of the subject. */
  subject: { commonName: string; serialNumber?: string }
  /** For what the key is meant, by its identifier; an authority has no such restriction. */
  purpose?: { id: string; critical: boolean }
  now: Date
  days: number
  /** Who issues it; null for an authority of its own. */
  issuer: Identity | null
}

/** Issues a certificate for a new key. */
export async function issueCertificate(choices: Choices): Promise<Identity> {
  const { publicKey, privateKey } = await makeKeyPair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const issuer = choices.issuer
    ? Certificate.fromBER(new X509Certificate(choices.issuer.certificatePem).raw)
    : null
  const subject = distinguishedName(choices.subject)
  const ownKey = PublicKeyInfo.fromBER(publicKey)
  const serial = randomBytes(16)
  // A serial number is a positive ASN.1 integer: the sign bit is cleared, and the first byte must not be zero.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ valueHex: serial }),
    signature: sha256WithRsa,
    signatureAlgorithm: sha256WithRsa,
    issuer: issuer?.subject ?? subject,
    subject,
    notBefore: new Time({ value: new Date(choices.now.getTime() - DAY_MS) }),
    notAfter: new Time({ value: new Date(choices.now.getTime() + choices.days * DAY_MS) }),
    subjectPublicKeyInfo: ownKey,
    extensions: issuer
      ? [...signerExtensions(issuer, choices.purpose), extension('2.5.29.14', identifierOf(ownKey))]
      : [...authorityExtensions(), extension('2.5.29.14', identifierOf(ownKey))],
  })
  certificate.tbsView = new Uint8Array(certificate.encodeTBS().toBER())
  certificate.signatureValue = new BitString({
    valueHex: sign('sha256', certificate.tbsView, choices.issuer?.keyPem ?? privateKey),
  })
  const der = Buffer.from(certificate.toSchema().toBER())
  return { certificatePem: new X509Certificate(der).toString(), keyPem: privateKey }
}

const authorityExtensions = (): Extension[] => [
  extension('2.5.29.19', new BasicConstraints({ cA: true }).toSchema(), true),
  keyUsage(0x06, 1), // keyCertSign, cRLSign
]

const signerExtensions = (issuer: Certificate, purpose: Choices['purpose']): Extension[] => [
  extension('2.5.29.19', new BasicConstraints({ cA: false }).toSchema(), true),
  keyUsage(0xc0, 6), // digitalSignature, nonRepudiation
  ...(purpose
    ? [extension('2.5.29.37', new ExtKeyUsage({ keyPurposes: [purpose.id] }).toSchema(), purpose.critical)]
    : []),
  extension(
    '2.5.29.35',
    new AuthorityKeyIdentifier({ keyIdentifier: identifierOf(issuer.subjectPublicKeyInfo) }).toSchema(),
  ),
]

const extension = (extnID: string, value: { toBER(): ArrayBuffer }, critical = false): Extension =>
  new Extension({ extnID, critical, extnValue: value.toBER() })

const keyUsage = (bits: number, unusedBits: number): Extension =>
  extension('2.5.29.15', new BitString({ valueHex: Buffer.from([bits]), unusedBits }), true)

/** RFC 5280, 4.2.1.2: the SHA-1 of the key's bits. */
const identifierOf = ({ subjectPublicKey }: PublicKeyInfo): OctetString =>
  new OctetString({
    valueHex: createHash('sha1').update(subjectPublicKey.valueBlock.valueHexView).digest(),
  })

function distinguishedName({ commonName, serialNumber }: Choices['subject']): RelativeDistinguishedNames {
  const typesAndValues = [
    // X.520 ub-common-name: a common name holds 64 characters at most.
    { type: '2.5.4.3', value: new Utf8String({ value: Array.from(commonName).slice(0, 64).join('') }) },
    ...(serialNumber ? [{ type: '2.5.4.5', value: new PrintableString({ value: serialNumber }) }] : []),
    { type: '2.5.4.6', value: new PrintableString({ value: 'ID' }) },
  ]
  return new RelativeDistinguishedNames({
    typesAndValues: typesAndValues.map((one) => new AttributeTypeAndValue(one)),
  })
}
