import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { der, integer, oid } from './der.ts'

export type Pair = { privateKey: KeyObject; publicKey: KeyObject }

export const rsaPair = (modulusLength = 2_048): Pair => generateKeyPairSync('rsa', { modulusLength })
export const ecPair = (): Pair => generateKeyPairSync('ec', { namedCurve: 'P-256' })

export const nothing = Buffer.from([0x05, 0x00])
const commonName = '2.5.4.3'
/** A name with one common name for each line of the text. */
export const nameOf = (text: string): Buffer =>
  der(
    0x30,
    ...text.split('\n').map((line) => der(0x31, der(0x30, oid(commonName), der(0x0c, Buffer.from(line))))),
  )

/** The bits of a key usage (RFC 5280, 4.2.1.3): 0x80 signs, 0x40 does not deny, 0x04 signs certificates. */
export const usage = { sign: 0x80, commit: 0x40, encipher: 0x20, certify: 0x04 }

export type CertificateChoices = {
  name: string
  pair: Pair
  /** Who issued it; itself by default. */
  issuer?: { name: string; pair: Pair }
  serial?: number
  isAuthority?: boolean
  usage?: number
  /** Whether the key usage is critical; if undefined, the extension leaves the field `critical` out. */
  isUsageCritical?: boolean
  keyIdentifier?: Buffer
  from?: Date
  to?: Date
  /** The public key as it is written, in place of that of the pair. */
  publicKey?: Buffer
  /** Whether it is a certificate of version 1, without extensions. */
  isFirstVersion?: boolean
}

const day = 86_400_000

/** A certificate in DER, put together value by value. */
export function certificateOf({
  name,
  pair,
  issuer = { name, pair },
  serial = 1,
  isAuthority = false,
  usage: bits,
  isUsageCritical,
  keyIdentifier,
  from = new Date(Date.now() - day),
  to = new Date(Date.now() + day),
  publicKey = pair.publicKey.export({ type: 'spki', format: 'der' }),
  isFirstVersion = false,
}: CertificateChoices): Buffer {
  const isEc = issuer.pair.privateKey.asymmetricKeyType === 'ec'
  const algorithm = isEc
    ? der(0x30, oid('1.2.840.10045.4.3.2'))
    : der(0x30, oid('1.2.840.113549.1.1.11'), nothing)
  const extensions = [
    extension('2.5.29.19', der(0x30, ...(isAuthority ? [der(0x01, Buffer.from([0xff]))] : []))),
    ...(bits === undefined
      ? []
      : [extension('2.5.29.15', der(0x03, Buffer.from([0, bits])), isUsageCritical)]),
    ...(keyIdentifier ? [extension('2.5.29.14', der(0x04, keyIdentifier))] : []),
  ]
  const body = der(
    0x30,
    ...(isFirstVersion ? [] : [der(0xa0, integer(2))]),
    integer(serial),
    algorithm,
    nameOf(issuer.name),
    der(0x30, time(from), time(to)),
    nameOf(name),
    publicKey,
    ...(isFirstVersion ? [] : [der(0xa3, der(0x30, ...extensions))]),
  )
  const signature = sign('sha256', body, issuer.pair.privateKey)
  return der(0x30, body, algorithm, der(0x03, Buffer.from([0]), signature))
}

function extension(type: string, value: Buffer, isCritical?: boolean): Buffer {
  const critical = isCritical === undefined ? [] : [der(0x01, Buffer.from([isCritical ? 0xff : 0x00]))]
  return der(0x30, oid(type), ...critical, der(0x04, value))
}

/** UTCTime, to the second. */
const time = (at: Date): Buffer =>
  der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replaceAll(/\D/g, '')}Z`))
