import { createHash, randomBytes } from 'node:crypto'
import type { Store } from './store.ts'
import type { SandboxBank } from './keys.ts'
import { type Answer, answer, type Service, SnapError } from './snap/answers.ts'
import { type Fields, jakarta, text } from './snap/fields.ts'
import { isSignedWith, isTokenCallSigned } from './snap/signatures.ts'

/** An incoming HTTP call before authentication. */
export type RawCall = {
  /** The whole path of the URL. */
  path: string
  body: Buffer
  header: (name: string) => string | undefined
}

/** An authenticated call: its fields, and when it was signed (milliseconds). */
export type AuthenticatedCall = { fields: Fields; signedAt: number; externalId: string }

const TOKEN_SECONDS = 900
/** Allowed clock skew of a call, milliseconds. */
const SKEW_MS = 300_000
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/

/** A bank's authenticator for the app: issues tokens, and accepts calls that are signed with the shared keys. */
export class Authenticator {
  readonly #bank: SandboxBank
  readonly #store: Store
  readonly #now: () => Date
  /** The expiry of each token, by the hash of the token. */
  readonly #tokens = new Map<string, number>()

  constructor(bank: SandboxBank, store: Store, now: () => Date) {
    this.#bank = bank
    this.#store = store
    this.#now = now
  }

  /**
   * SNAP service 73: issues an access token.
   * @throws SnapError
   */
  issueToken(call: RawCall): Answer {
    const { clientKey, publicKey } = this.#bank.outbound
    const signature = header(call, 'X-SIGNATURE', /^[A-Za-z0-9+/]{1,2000}={0,2}$/)
    const timestamp = header(call, 'X-TIMESTAMP', TIMESTAMP)
    const isKnown = header(call, 'X-CLIENT-KEY', /^.{1,100}$/) === clientKey
    if (!isKnown || !isTokenCallSigned(publicKey, clientKey, timestamp, signature)) {
      throw new SnapError('unauthorized', 'Signature')
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

  /** Checks a call, or throws a SnapError: headers, token, signature, time, partner, X-EXTERNAL-ID, body. */
  async authenticate(call: RawCall): Promise<AuthenticatedCall> {
    const { partnerId, channelId, clientSecret } = this.#bank.outbound
    const token = /^Bearer (\S{1,200})$/.exec(call.header('authorization') ?? '')?.[1]
    if (token === undefined) throw new SnapError('tokenInvalid')
    const timestamp = header(call, 'X-TIMESTAMP', TIMESTAMP)
    const signature = header(call, 'X-SIGNATURE', /^.{1,200}$/)
    const externalId = header(call, 'X-EXTERNAL-ID', /^\d{1,36}$/)
    const isPartner =
      header(call, 'X-PARTNER-ID', /^.{1,36}$/) === partnerId &&
      header(call, 'CHANNEL-ID', /^\w{1,5}$/) === channelId
    const now = this.#now().getTime()
    if ((this.#tokens.get(hashOf(token)) ?? 0) <= now) throw new SnapError('tokenInvalid')
    const { path, body } = call
    if (!isSignedWith(clientSecret, { path, token, body, timestamp }, signature)) {
      throw new SnapError('unauthorized', 'Signature')
    }
    const signedAt = this.#checkTime(timestamp)
    if (!isPartner) throw new SnapError('unauthorized', 'X-PARTNER-ID')
    const day = jakarta(now).slice(0, 10)
    if (!(await this.#store.claimExternalId(this.#bank.methodPayment, day, externalId))) {
      throw new SnapError('externalIdUsed')
    }
    return { fields: readFields(body), signedAt, externalId }
  }

  #checkTime(timestamp: string): number {
    const at = Date.parse(timestamp)
    if (!(Math.abs(this.#now().getTime() - at) <= SKEW_MS)) throw new SnapError('unauthorized', 'X-TIMESTAMP')
    return at
  }
}

/** The answer to a call that fails before the service runs, with the code of that service. */
export const errorAnswer = (service: Service, { outcome, detail }: SnapError): Answer =>
  answer(service, outcome, {}, detail)

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

function header(call: RawCall, name: string, format: RegExp): string {
  const value = call.header(name.toLowerCase())
  if (value === undefined || value === '') throw new SnapError('fieldMissing', name)
  if (!format.test(value)) throw new SnapError('fieldFormat', name)
  return value
}

function readFields(body: Buffer): Fields {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Fields
  } catch {
    // Invalid JSON is reported by the throw below.
  }
  throw new SnapError('badRequest')
}
