import type { Clock } from '../../../platform/clock.ts'
import type { Random } from '../../../platform/random.ts'
import type { Bank } from '../banks.ts'
import { BankUnavailable } from '../port.ts'
import { type Service, services } from './response-codes.ts'
import { type RawJson, readBody } from './json.ts'
import { signCall, signTokenRequest, stringToSign } from './signature.ts'
import { writeTimestamp } from './timestamp.ts'
import { readAtMost } from '../../read-at-most.ts'

export type Outbound = NonNullable<Bank['outbound']>

/** A bank's answer: its seven-digit code, or null if it is not a SNAP answer of this service. */
export type SnapReply = { status: number; code: string | null; fields: { [name: string]: RawJson } }

export type SnapClient = {
  /**
   * Requests a token in advance, so that the next call is sent without delay.
   * @throws BankUnavailable
   */
  ready(): Promise<void>
  /**
   * Signs and sends one call, with the present time or `at`.
   * @throws BankUnavailable if no answer came.
   */
  call(service: Service, path: string, body: object, at?: Date): Promise<SnapReply>
  forgetToken(): void
}

/** Maximum answer size, bytes; statements of a whole day are the largest. */
const largestAnswer = 32 * 1024 * 1024
/** A token is not used in its last minute, because it must still be valid when the call arrives. */
const spareMs = 60_000

/**
 * Calls a bank over SNAP. The token (service 73) is cached until it expires, and requested once for concurrent callers.
 * Errors are logged, so they contain no URLs, keys or bodies.
 */
export function snapClient(
  outbound: Outbound,
  { clock, random, timeoutMs }: { clock: Clock; random: Random; timeoutMs: number },
): SnapClient {
  let token: { value: string; until: number } | null = null
  let asking: Promise<string> | null = null

  return {
    async ready() {
      await currentToken()
    },
    async call(service, path, body, at) {
      const accessToken = await currentToken()
      const url = addressOf(path)
      const content = Buffer.from(JSON.stringify(body))
      const timestamp = writeTimestamp(at ?? clock.now())
      const text = stringToSign({
        method: 'POST',
        path: url.pathname,
        accessToken,
        body: content,
        timestamp,
      })
      return send(service, url, content, {
        authorization: `Bearer ${accessToken}`,
        'x-timestamp': timestamp,
        'x-signature': signCall(outbound.clientSecret, text),
        'x-partner-id': outbound.partnerId,
        'x-external-id': externalId(),
        'channel-id': outbound.channelId,
      })
    },
    forgetToken() {
      token = null
    },
  }

  function addressOf(path: string): URL {
    return new URL(outbound.baseUrl.replace(/\/$/, '') + path)
  }

  /** X-EXTERNAL-ID, unique per day: the time and ten random digits. */
  function externalId(): string {
    return `${clock.now().getTime()}${random.digits(10)}`
  }

  function currentToken(): Promise<string> {
    if (token && clock.now().getTime() < token.until) return Promise.resolve(token.value)
    asking ??= askToken().finally(() => {
      asking = null
    })
    return asking
  }

  async function askToken(): Promise<string> {
    const timestamp = writeTimestamp(clock.now())
    const begun = clock.now().getTime()
    const content = Buffer.from('{"grantType":"client_credentials"}')
    const { code, fields } = await send(services.token, addressOf('/v1.0/access-token/b2b'), content, {
      'x-client-key': outbound.clientKey,
      'x-timestamp': timestamp,
      'x-signature': signTokenRequest(outbound.privateKey, outbound.clientKey, timestamp),
    })
    const { accessToken: value, expiresIn } = fields
    const seconds = typeof expiresIn === 'string' ? Number(expiresIn) : Number.NaN
    if (code !== '2007300' || typeof value !== 'string' || !/^[\x21-\x7e]{1,2048}$/.test(value)) {
      throw new BankUnavailable(`bank: no token (${code ?? 'no SNAP'})`)
    }
    token = { value, until: begun + Math.max(0, (seconds >= 0 ? seconds * 1000 : 0) - spareMs) }
    return value
  }

  async function send(
    service: Service,
    url: URL,
    content: Buffer,
    headers: Record<string, string>,
  ): Promise<SnapReply> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: new Uint8Array(content),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return readReply(service, response.status, await readAtMost(response, largestAnswer, tooLong))
    } catch (error) {
      if (error instanceof BankUnavailable) throw error
      throw new BankUnavailable(`bank: no answer to service ${service} (${nameOf(error)})`)
    }
  }
}

function readReply(service: Service, status: number, body: Uint8Array): SnapReply {
  let fields: SnapReply['fields'] = {}
  try {
    fields = readBody(body)
  } catch {
    return { status, code: null, fields: {} }
  }
  const { responseCode } = fields
  const isOurs =
    typeof responseCode === 'string' &&
    /^\d{7}$/.test(responseCode) &&
    responseCode.startsWith(`${status}${service}`)
  return { status, code: isOurs ? responseCode : null, fields }
}

const tooLong = (what: string) => new BankUnavailable(`bank: an answer of ${what}`)

/** The name or code of the cause of an error, without its message. */
function nameOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return error instanceof Error ? error.name : 'unknown'
}
