import { createHash, randomBytes } from 'node:crypto'
import type { Book } from './book.ts'
import type { SandboxBank } from './keys.ts'
import { type Answer, answer, type Service, SnapFault } from './snap/answers.ts'
import { type Fields, jakarta, text } from './snap/fields.ts'
import { isSignedWith, isTokenCallSigned } from './snap/signatures.ts'

/** A call as it came. */
export type RawCall = {
  /** The whole path of the address. */
  path: string
  body: Buffer
  header: (name: string) => string | undefined
}

/** A call that is the app's for certain: its fields, and when it was signed (milliseconds). */
export type GenuineCall = { fields: Fields; signedAt: number; externalId: string }

const TOKEN_SECONDS = 900
/** How far the time of a call may be off. */
const SKEW_MS = 300_000
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** A bank's door for the app: gives tokens, and lets in what is signed with the keys that both know. */
export class Door {
  readonly #bank: SandboxBank
  readonly #book: Book
  readonly #now: () => Date
  /** Hashes of the tokens, with their end. */
  readonly #tokens = new Map<string, number>()

  constructor(bank: SandboxBank, book: Book, now: () => Date) {
    this.#bank = bank
    this.#book = book
    this.#now = now
  }

  /** Service 73. Throws a SnapFault. */
  giveToken(call: RawCall): Answer {
    const { clientKey, publicKey } = this.#bank.outbound
    const signature = header(call, 'X-SIGNATURE', /^[A-Za-z0-9+/]{1,2000}={0,2}$/)
    const timestamp = header(call, 'X-TIMESTAMP', TIMESTAMP)
    const isKnown = header(call, 'X-CLIENT-KEY', /^.{1,100}$/) === clientKey
    if (!isKnown || !isTokenCallSigned(publicKey, clientKey, timestamp, signature)) {
      throw new SnapFault('unauthorized', 'Signature')
    }
    this.#checkTime(timestamp)
    text(readFields(call.body), 'grantType', /^client_credentials$/)
    const token = randomBytes(24).toString('base64url')
    const now = this.#now().getTime()
    for (const [hash, until] of this.#tokens) if (until <= now) this.#tokens.delete(hash)
    this.#tokens.set(hashOf(token), now + TOKEN_SECONDS * 1000)
    return answer('73', 'ok', {
      accessToken: token,
      tokenType: 'Bearer',
      expiresIn: String(TOKEN_SECONDS),
    })
  }

  /** Lets a call in, or throws a SnapFault: headers, token, signature, time, partner, X-EXTERNAL-ID, body. */
  async admit(call: RawCall): Promise<GenuineCall> {
    const { partnerId, channelId, clientSecret } = this.#bank.outbound
    const token = /^Bearer (\S{1,200})$/.exec(call.header('authorization') ?? '')?.[1]
    if (token === undefined) throw new SnapFault('tokenInvalid')
    const timestamp = header(call, 'X-TIMESTAMP', TIMESTAMP)
    const signature = header(call, 'X-SIGNATURE', /^.{1,200}$/)
    const externalId = header(call, 'X-EXTERNAL-ID', /^\d{1,36}$/)
    const isPartner =
      header(call, 'X-PARTNER-ID', /^.{1,36}$/) === partnerId &&
      header(call, 'CHANNEL-ID', /^\w{1,5}$/) === channelId
    const now = this.#now().getTime()
    if ((this.#tokens.get(hashOf(token)) ?? 0) <= now) throw new SnapFault('tokenInvalid')
    const { path, body } = call
    if (!isSignedWith(clientSecret, { path, token, body, timestamp }, signature)) {
      throw new SnapFault('unauthorized', 'Signature')
    }
    const signedAt = this.#checkTime(timestamp)
    if (!isPartner) throw new SnapFault('unauthorized', 'X-PARTNER-ID')
    const day = jakarta(now).slice(0, 10)
    if (!(await this.#book.takeExternalId(this.#bank.methodPayment, day, externalId))) {
      throw new SnapFault('externalIdUsed')
    }
    return { fields: readFields(body), signedAt, externalId }
  }

  #checkTime(timestamp: string): number {
    const at = Date.parse(timestamp)
    if (!(Math.abs(this.#now().getTime() - at) <= SKEW_MS)) throw new SnapFault('unauthorized', 'X-TIMESTAMP')
    return at
  }
}

/** The service in the code of an answer that fails before the service is asked. */
export const faultAnswer = (service: Service, { outcome, detail }: SnapFault): Answer =>
  answer(service, outcome, {}, detail)

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

function header(call: RawCall, name: string, format: RegExp): string {
  const value = call.header(name.toLowerCase())
  if (value === undefined || value === '') throw new SnapFault('fieldMissing', name)
  if (!format.test(value)) throw new SnapFault('fieldFormat', name)
  return value
}

function readFields(body: Buffer): Fields {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Fields
  } catch {
    // Told below.
  }
  throw new SnapFault('badRequest')
}
