import { createPrivateKey, createHash, type KeyObject, X509Certificate } from 'node:crypto'

/**
 * A key and its certificates as PEM: the signing certificate first, then its issuers. As plain text it can be sent to a
 * thread.
 */
export type SigningCertificate = { key: string; chain: string }

/** A `SigningCertificate` in parsed form. */
export type OpenCertificate = {
  key: KeyObject
  /** The signing certificate in DER. */
  own: X509Certificate['raw']
  /** The certificates in DER, the signing certificate first. */
  chain: X509Certificate['raw'][]
  /** SHA-256 of the signing certificate. */
  fingerprint: Buffer
  /** The common name of the certificate's subject. */
  name: string
  /** The serial number in hexadecimal, upper case. */
  serial: string
  validFrom: Date
  validTo: Date
}

/** A certificate that cannot be used for signing; the message gives the reason in English. */
export class CertificateFault extends Error {}

const oneCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
const known = new Map<string, OpenCertificate>()

/**
 * Parses a certificate, once per process.
 * @throws CertificateFault if the key or the chain cannot be read, or do not belong together.
 */
export function openCertificate({ key, chain }: SigningCertificate): OpenCertificate {
  const name = createHash('sha256').update(key).update(chain).digest('hex')
  let opened = known.get(name)
  if (!opened) {
    opened = open(key, chain)
    known.clear()
    known.set(name, opened)
  }
  return opened
}

function open(keyPem: string, chainPem: string): OpenCertificate {
  const key = attempt('the private key cannot be read', () => createPrivateKey(keyPem))
  const all = attempt('the certificates cannot be read', () =>
    Array.from(chainPem.matchAll(oneCertificate), ([pem]) => new X509Certificate(pem)),
  )
  const [own, ...above] = all
  if (!own) throw new CertificateFault('there is no certificate')
  if (key.asymmetricKeyType !== 'rsa' && key.asymmetricKeyType !== 'ec') {
    throw new CertificateFault(`a key of type ${key.asymmetricKeyType} does not sign here: use RSA or EC`)
  }
  if (!own.checkPrivateKey(key)) throw new CertificateFault('the first certificate is not that of the key')
  above.reduce((below, each) => {
    if (!below.checkIssued(each)) throw new CertificateFault('each certificate must follow the one it signs')
    return each
  }, own)
  return {
    key,
    own: own.raw,
    chain: all.map(({ raw }) => raw),
    fingerprint: createHash('sha256').update(own.raw).digest(),
    name: commonName(own),
    serial: own.serialNumber,
    validFrom: new Date(own.validFrom),
    validTo: new Date(own.validTo),
  }
}

/** @throws CertificateFault if the certificate is not valid at that time */
export function checkValidity({ validFrom, validTo }: OpenCertificate, at: Date): void {
  if (at < validFrom) throw new CertificateFault(`it is not valid before ${validFrom.toISOString()}`)
  if (at > validTo) throw new CertificateFault(`it was valid until ${validTo.toISOString()}`)
}

function commonName(certificate: X509Certificate): string {
  const line = certificate.subject.split('\n').find((part) => part.startsWith('CN='))
  return line ? line.slice(3) : certificate.subject.replaceAll('\n', ', ')
}

function attempt<Value>(what: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new CertificateFault(what, { cause: error })
  }
}
