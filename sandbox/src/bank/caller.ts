import { randomInt } from 'node:crypto'
import type { SandboxBank } from './keys.ts'
import { jakarta } from './snap/fields.ts'
import { signCall, signTokenCall } from './snap/signatures.ts'

/** The app's answer; status and code are null where no answer came. */
export type CallEnd = { status: number | null; code: string | null; message: string; body: unknown }

type CallerOptions = {
  bank: SandboxBank
  /** The URL where the app accepts calls of banks. */
  appUrl: string
  now: () => Date
}

/** Timeout of a call to the app, milliseconds. */
const WAIT_MS = 10_000

/** A bank that calls the app over SNAP: services 73, 24 and 25, with real signatures. */
export class Caller {
  readonly #options: CallerOptions
  #token: Promise<string | CallEnd> | null = null
  #tokenUntil = 0
  #calls = randomInt(1_000_000)

  constructor(options: CallerOptions) {
    this.#options = options
  }

  /**
   * Sends a body; if the app no longer accepts the token, requests a new one and retries once.
   * @param secret signs instead of the bank's own secret, to produce a forged call
   */
  async call(path: string, body: object, secret?: string): Promise<CallEnd> {
    const first = await this.#callOnce(path, body, secret)
    if (first.status !== 401 || first.code?.endsWith('01') !== true) return first
    this.#token = null
    return this.#callOnce(path, body, secret)
  }

  async #callOnce(path: string, content: object, secret?: string): Promise<CallEnd> {
    const { partnerId, channelId, clientSecret } = this.#options.bank.inbound
    const token = await this.#accessToken()
    if (typeof token !== 'string') {
      this.#token = null
      return token
    }
    const url = new URL(`${this.#options.appUrl}${path}`)
    const body = Buffer.from(JSON.stringify(content))
    const timestamp = jakarta(this.#options.now().getTime())
    const signed = { path: url.pathname, token, body, timestamp }
    return this.#post(url, body, {
      authorization: `Bearer ${token}`,
      'x-timestamp': timestamp,
      'x-signature': signCall(secret ?? clientSecret, signed),
      'x-partner-id': partnerId,
      'x-external-id': this.#externalId(),
      'channel-id': channelId,
    })
  }

  #accessToken(): Promise<string | CallEnd> {
    const at = this.#options.now().getTime()
    if (this.#token === null || this.#tokenUntil <= at) {
      // Until the expiry is known, concurrent calls wait for the same token.
      this.#tokenUntil = at + WAIT_MS
      this.#token = this.#askToken(at)
    }
    return this.#token
  }

  async #askToken(at: number): Promise<string | CallEnd> {
    const { clientKey, privateKey } = this.#options.bank.inbound
    const timestamp = jakarta(at)
    const end = await this.#post(
      new URL(`${this.#options.appUrl}/v1.0/access-token/b2b`),
      Buffer.from('{"grantType":"client_credentials"}'),
      {
        'x-client-key': clientKey,
        'x-timestamp': timestamp,
        'x-signature': signTokenCall(privateKey, clientKey, timestamp),
      },
    )
    const { accessToken, expiresIn } = (end.body ?? {}) as { accessToken?: string; expiresIn?: string }
    if (end.code !== '2007300' || accessToken === undefined) return end
    // A new token is requested one minute before the old one expires.
    this.#tokenUntil = at + (Number(expiresIn) - 60) * 1000
    return accessToken
  }

  async #post(url: URL, body: Buffer, headers: Record<string, string>): Promise<CallEnd> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(WAIT_MS),
      })
      const text = await response.text()
      const read = readJson(text)
      const { responseCode = null, responseMessage = '' } = read
      return { status: response.status, code: responseCode, message: responseMessage, body: read }
    } catch {
      return { status: null, code: null, message: '', body: null }
    }
  }

  /** Digits that are unique within a day and after a restart: the time, and a counter. */
  #externalId(): string {
    this.#calls = (this.#calls + 1) % 1_000_000
    return `${this.#options.now().getTime()}${String(this.#calls).padStart(6, '0')}`
  }
}

function readJson(text: string): { responseCode?: string; responseMessage?: string } {
  try {
    return (JSON.parse(text) ?? {}) as object
  } catch {
    return {}
  }
}
