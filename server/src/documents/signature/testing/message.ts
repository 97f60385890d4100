import { constants, createHash, type KeyObject, sign } from 'node:crypto'
import { der, integer, oid } from './der.ts'
import { nameOf, nothing } from './certificates.ts'

export const oids = {
  data: '1.2.840.113549.1.7.1',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  rsa: '1.2.840.113549.1.1.1',
  rsaPss: '1.2.840.113549.1.1.10',
  rsaSha256: '1.2.840.113549.1.1.11',
  rsaSha384: '1.2.840.113549.1.1.12',
  rsaSha512: '1.2.840.113549.1.1.13',
  ecSha256: '1.2.840.10045.4.3.2',
  ecSha384: '1.2.840.10045.4.3.3',
  ecSha512: '1.2.840.10045.4.3.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const

export const content = Buffer.from('what is signed')
export const hash = (name: string, bytes: Buffer): Buffer => createHash(name).update(bytes).digest()
export const attribute = (type: string, ...values: Buffer[]): Buffer =>
  der(0x30, oid(type), der(0x31, ...values))
export const algorithm = (name: string, ...parameters: Buffer[]): Buffer =>
  der(0x30, oid(name), ...parameters)
/** The attribute that names a certificate by its hash, of the first or second kind. */
export const naming = (type: string, ...parts: Buffer[]): Buffer =>
  attribute(type, der(0x30, der(0x30, der(0x30, ...parts))))

export type MessageChoices = {
  /** The certificate of the signer in DER, and the issuer that the message names for it. */
  certificate: Buffer
  issuer: string
  key: KeyObject
  serial: number
  /** By which name the signer is identified, in place of issuer and serial number. */
  identifier: Buffer
  digest: 'sha1' | 'sha256' | 'sha384' | 'sha512'
  /** The digest that the message's head names. */
  heads: Buffer[]
  /** The algorithm that is written, and the digest by which is signed. */
  signature: Buffer
  signedBy: string
  isPss: boolean
  attributes: Buffer[]
  certificates: Buffer[]
  /** What follows the certificates, such as revocation lists. */
  others: Buffer[]
  version: number
  signerVersion: number
  type: string
  /** What follows in the outermost value. */
  behind: Buffer[]
  embedded: Buffer | null
  contentType: string
  /** How many times the message and its signer are there. */
  messages: number
  signers: number
}

type Needed = 'certificate' | 'issuer' | 'key'

/** A CMS message (RFC 5652) over `content`, valid unless something is chosen otherwise. */
export function messageOf(choices: Partial<MessageChoices> & Pick<MessageChoices, Needed>): Buffer {
  const { certificate, digest = 'sha256' } = choices
  const all: MessageChoices = {
    ...{ digest, signedBy: digest, isPss: false, version: 1, signerVersion: 1, serial: 1 },
    ...{ messages: 1, signers: 1, embedded: null, behind: [], certificates: [certificate], others: [] },
    ...{ type: '1.2.840.113549.1.7.2', contentType: oids.data, heads: [algorithm(oids[digest], nothing)] },
    attributes: attributesOf(digest, certificate),
    identifier: der(0x30, nameOf(choices.issuer), integer(choices.serial ?? 1)),
    signature:
      choices.key.asymmetricKeyType === 'ec' ? algorithm(oids.ecSha256) : algorithm(oids.rsa, nothing),
    ...choices,
  }
  const { embedded } = all
  const signer = signerOf(all)
  const message = der(
    0x30,
    integer(all.version),
    der(0x31, ...all.heads),
    der(0x30, oid(all.contentType), ...(embedded ? [der(0xa0, der(0x04, embedded))] : [])),
    der(0xa0, ...all.certificates),
    ...all.others,
    der(0x31, ...Array.from({ length: all.signers }, () => signer)),
  )
  const messages = Array.from({ length: all.messages }, () => message)
  return der(0x30, oid(all.type), der(0xa0, ...messages), ...all.behind)
}

function signerOf(all: MessageChoices): Buffer {
  const { attributes, digest, isPss, key } = all
  const padding = isPss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 } : {}
  return der(
    0x30,
    integer(all.signerVersion),
    all.identifier,
    algorithm(oids[digest], nothing),
    der(0xa0, ...attributes),
    all.signature,
    der(0x04, sign(all.signedBy, der(0x31, ...attributes), { key, ...padding })),
  )
}

/** The attributes of a signature over `content` that names its certificate. */
export const attributesOf = (digest: string, certificate: Buffer, of: Buffer = content): Buffer[] => [
  attribute(oids.contentType, oid(oids.data)),
  attribute(oids.messageDigest, der(0x04, hash(digest, of))),
  naming(oids.signingCertificateV2, der(0x04, hash('sha256', certificate))),
]
