import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import path from 'node:path'
import { readTextIfAny, writeDurably } from '../platform/durable-file.ts'
import { KeyedLock } from '../platform/keyed-lock.ts'
import { type Identity, issueCertificate } from './certificate.ts'

const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const DAY_MS = 86_400_000
const CA_NAME = 'CA Kotak Pasir (uji coba, tanpa kekuatan hukum)'
const TSA_NAME = 'Stempel Waktu Kotak Pasir (uji coba, tanpa kekuatan hukum)'

/** The holder of a certificate, and its purpose. */
type Subject = { id: string; name: string; purpose: { id: string; critical: boolean } }

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
    return this.#identity({ ...person, purpose: { id: EMAIL_PROTECTION, critical: false } })
  }

  /** The signer of time stamps (RFC 3161, 2.3), restricted to that purpose. */
  timestamper(): Promise<SignerIdentity> {
    const purpose = { id: TIME_STAMPING, critical: true }
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
      const { id, name: commonName, purpose } = person
      const serialNumber = createHash('sha256').update(id).digest('hex').slice(0, 32)
      const made = await issueCertificate({
        subject: { commonName, serialNumber },
        purpose,
        now: this.#now(),
        days: 730,
        issuer: authority,
      })
      await writeDurably(file, JSON.stringify(made))
      return made
    })
    const certificate = new X509Certificate(kept.certificatePem)
    return {
      key: createPrivateKey(kept.keyPem),
      certificateDer: certificate.raw,
      issuerDer: new X509Certificate(authority.certificatePem).raw,
      serial: certificate.serialNumber,
    }
  }

  #authority(): Promise<Identity> {
    return this.#lock.run('authority', async () => {
      const file = path.join(this.#folder, 'authority.json')
      const existing = await readIdentity(file)
      if (existing !== null) return existing
      const made = await issueCertificate({
        subject: { commonName: this.#name },
        now: this.#now(),
        days: 3_650,
        issuer: null,
      })
      await writeDurably(file, JSON.stringify(made))
      return made
    })
  }
}

async function readIdentity(file: string): Promise<Identity | null> {
  const text = await readTextIfAny(file)
  return text === null ? null : (JSON.parse(text) as Identity)
}

const endsAfter = ({ certificatePem }: Identity, timeMs: number): boolean =>
  new X509Certificate(certificatePem).validToDate.getTime() > timeMs
