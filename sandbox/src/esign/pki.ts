import { createHash, createPrivateKey, generateKeyPair, type KeyObject, randomBytes } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import forge from 'node-forge'
import { readTextIfAny, writeDurably } from '../platform/durable-file.ts'
import { KeyedLock } from '../platform/keyed-lock.ts'

const makeKeyPair = promisify(generateKeyPair)
const DAY_MS = 86_400_000
const CA_NAME = 'CA Kotak Pasir (uji coba, tanpa kekuatan hukum)'
const TSA_NAME = 'Stempel Waktu Kotak Pasir (uji coba, tanpa kekuatan hukum)'

/** The holder of a certificate, and its purpose. */
type Subject = { id: string; name: string; purpose: object }

/** A key with its certificate, both as stored on disk. */
type Identity = { certificatePem: string; keyPem: string }

/** The signer of a PDF: a private key, its certificate and the issuer's, DER encoded. */
export type SignerIdentity = {
  key: KeyObject
  certificateDer: Buffer
  issuerDer: Buffer
  /** Serial number of the certificate, upper-case hexadecimal. */
  serial: string
}

/**
 * The test certificate chain: a certificate authority of its own and one signer per person. Generated on first use and
 * stored in the data folder, so that no key is part of the source.
 */
export class TestPki {
  readonly #folder: string
  readonly #now: () => Date
  readonly #name: string
  readonly #lock = new KeyedLock()

  constructor(folder: string, now: () => Date, name = CA_NAME) {
    this.#folder = folder
    this.#now = now
    this.#name = name
  }

  /** The certificate of the authority, PEM; generated on the first start. */
  async authority(): Promise<string> {
    return (await this.#authority()).certificatePem
  }

  signerFor(person: { id: string; name: string }): Promise<SignerIdentity> {
    return this.#identity({ ...person, purpose: { name: 'extKeyUsage', emailProtection: true } })
  }

  /** The signer of time stamps (RFC 3161, 2.3), restricted to that purpose. */
  timestamper(): Promise<SignerIdentity> {
    const purpose = { name: 'extKeyUsage', timeStamping: true, critical: true }
    return this.#identity({ id: 'timestamps', name: TSA_NAME, purpose })
  }

  /** Generates a new certificate when there is none, or when it expires within 30 days. */
  async #identity(person: Subject): Promise<SignerIdentity> {
    const authority = await this.#authority()
    const name = createHash('sha256')
      .update(JSON.stringify([person.id, person.name]))
      .digest('hex')
    const kept = await this.#lock.run(name, async () => {
      const file = path.join(this.#folder, 'signers', `${name}.json`)
      const existing = await readIdentity(file)
      if (existing !== null && endsAfter(existing, this.#now().getTime() + 30 * DAY_MS)) return existing
      const made = await this.#issue(person, authority)
      await writeDurably(file, JSON.stringify(made))
      return made
    })
    const certificate = forge.pki.certificateFromPem(kept.certificatePem)
    return {
      key: createPrivateKey(kept.keyPem),
      certificateDer: pemToDer(kept.certificatePem),
      issuerDer: pemToDer(authority.certificatePem),
      serial: certificate.serialNumber.toUpperCase(),
    }
  }

  #authority(): Promise<Identity> {
    return this.#lock.run('authority', async () => {
      const file = path.join(this.#folder, 'authority.json')
      const existing = await readIdentity(file)
      if (existing !== null) return existing
      const { publicKey, privateKey } = await rsaPair()
      const certificate = blankCertificate(publicKey, this.#now(), 3_650)
      const subject = [utf8Name('commonName', this.#name), { name: 'countryName', value: 'ID' }]
      certificate.setSubject(subject)
      certificate.setIssuer(subject)
      certificate.setExtensions([
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
        { name: 'subjectKeyIdentifier' },
      ])
      certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create())
      const made = { certificatePem: forge.pki.certificateToPem(certificate), keyPem: privateKey }
      await writeDurably(file, JSON.stringify(made))
      return made
    })
  }

  async #issue(person: Subject, authority: Identity): Promise<Identity> {
    const { publicKey, privateKey } = await rsaPair()
    const issuer = forge.pki.certificateFromPem(authority.certificatePem)
    const certificate = blankCertificate(publicKey, this.#now(), 730)
    certificate.setSubject([
      // X.520 ub-common-name: a common name holds 64 characters at most.
      utf8Name('commonName', Array.from(person.name).slice(0, 64).join('')),
      { name: 'serialNumber', value: createHash('sha256').update(person.id).digest('hex').slice(0, 32) },
      { name: 'countryName', value: 'ID' },
    ])
    certificate.setIssuer(issuer.subject.attributes)
    certificate.setExtensions([
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
      person.purpose,
      { name: 'subjectKeyIdentifier' },
      { name: 'authorityKeyIdentifier', keyIdentifier: issuer.generateSubjectKeyIdentifier().getBytes() },
    ])
    certificate.sign(forge.pki.privateKeyFromPem(authority.keyPem), forge.md.sha256.create())
    return { certificatePem: forge.pki.certificateToPem(certificate), keyPem: privateKey }
  }
}

function rsaPair() {
  return makeKeyPair('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}

function blankCertificate(publicKeyPem: string, now: Date, days: number): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKeyPem)
  const serial = randomBytes(16)
  // A serial number is a positive ASN.1 integer: the sign bit is cleared, and the first byte must not be zero.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  certificate.serialNumber = serial.toString('hex')
  certificate.validity.notBefore = new Date(now.getTime() - DAY_MS)
  certificate.validity.notAfter = new Date(now.getTime() + days * DAY_MS)
  return certificate
}

function utf8Name(name: string, value: string): forge.pki.CertificateField {
  return { name, value, valueTagClass: forge.asn1.Type.UTF8 as unknown as forge.asn1.Class }
}

async function readIdentity(file: string): Promise<Identity | null> {
  const text = await readTextIfAny(file)
  return text === null ? null : (JSON.parse(text) as Identity)
}

function endsAfter(identity: Identity, timeMs: number): boolean {
  return forge.pki.certificateFromPem(identity.certificatePem).validity.notAfter.getTime() > timeMs
}

function pemToDer(pem: string): Buffer {
  return Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')
}
