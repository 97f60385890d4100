import { SmsRefused, type SmsSender, SmsUnavailable } from './port.ts'
import { addressTemplate, bodyTemplate, headersTemplate, type Values } from './templates.ts'

export type SmsHttpConfig = {
  /** URL with placeholders, see `templates.ts`. */
  url: string
  method: 'POST' | 'PUT' | 'GET'
  headers: string
  bodyType: 'json' | 'form' | 'none'
  body: string
  /** The gateway's secret, which replaces `{key}`. */
  apiKey: string
  /** Pattern of the body of an accepted message; null if the status is sufficient. */
  takenPattern: RegExp | null
  /** The format of `{to}`: 6281…, +6281… or 081…. */
  numberFormat: 'digits' | 'plus' | 'local'
  /** Time limit of one attempt, milliseconds. */
  timeoutMs: number
  /** Time limit of all attempts, milliseconds. */
  deadlineMs: number
}

/** Clock, sleep and randomness of the backoff, replaced in tests. */
export type SmsTimes = {
  now: () => number
  sleep: (milliseconds: number) => Promise<void>
  random: () => number
}

const systemTimes: SmsTimes = {
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  random: Math.random,
}

const firstPauseMs = 250
/** Maximum part of an answer that is read, bytes. */
const largestAnswer = 64 * 1024

/**
 * An SMS gateway over HTTP, configured by templates. 2xx is accepted; network errors, timeouts, 408, 425, 429 and 5xx
 * are retried with backoff (or Retry-After) until the deadline; every other status, redirects included, is a refusal.
 * Errors contain the status only, since URLs, headers, numbers and texts must not be logged.
 * @throws Error immediately if a template is invalid
 */
export function httpSms(config: SmsHttpConfig, times: SmsTimes = systemTimes): SmsSender {
  const address = addressTemplate(config.url)
  const headers = headersTemplate(config.headers)
  const body = bodyTemplate(config.bodyType, config.body)
  const { timeoutMs, deadlineMs } = config

  return {
    async send({ to, text, reference }) {
      if (!/^\d{8,15}$/.test(to)) throw new SmsRefused('NUMBER_INVALID', 'SMS gateway: no number')
      if (!/^[\w-]{1,64}$/.test(reference))
        throw new SmsRefused('REFERENCE_INVALID', 'SMS gateway: no reference')
      const values = { to: written(to, config.numberFormat), text, reference, key: config.apiKey }
      const deadline = times.now() + deadlineMs
      for (let attempt = 1; ; attempt += 1) {
        const left = deadline - times.now()
        const failed = await tryOnce(values, Math.min(timeoutMs, left))
        if (!failed) return
        const pause = failed.retryAfterMs ?? firstPauseMs * 2 ** (attempt - 1) * (0.5 + times.random() / 2)
        if (times.now() + pause >= deadline) throw failed.error
        await times.sleep(pause)
      }
    },

    async check() {
      const { origin, pathname } = new URL(address({ to: '', text: '', reference: '', key: '' }))
      let response: Response
      try {
        response = await fetch(origin + pathname, {
          method: 'OPTIONS',
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        })
        await response.body?.cancel()
      } catch (error) {
        throw new SmsUnavailable(`SMS gateway: no answer (${nameOf(error)})`)
      }
      if (response.status >= 500) throw new SmsUnavailable(`SMS gateway: status ${response.status}`)
    },
  }

  /**
   * Makes one attempt.
   * @returns null if the message was accepted, else the reason and when to retry
   * @throws SmsRefused
   */
  async function tryOnce(values: Values, limitMs: number): Promise<Failed | null> {
    const sent = body(values)
    let response: Response
    try {
      response = await fetch(address(values), {
        method: config.method,
        headers: { ...(sent ? { 'content-type': sent.mediaType } : {}), ...headers(values) },
        ...(sent ? { body: sent.content } : {}),
        redirect: 'manual',
        signal: AbortSignal.timeout(Math.max(1, Math.ceil(limitMs))),
      })
    } catch (error) {
      return { error: new SmsUnavailable(`SMS gateway: no answer (${nameOf(error)})`) }
    }
    const { status } = response
    const said = await readShort(response)
    if (status >= 200 && status < 300) {
      if (!config.takenPattern || config.takenPattern.test(said.text)) return null
      if (!said.whole) return { error: new SmsUnavailable('SMS gateway: the answer was cut') }
      throw new SmsRefused('NOT_TAKEN', 'SMS gateway: answered, but did not take the message')
    }
    const error = new SmsUnavailable(`SMS gateway: status ${status}`)
    if (status >= 500 || [408, 425, 429].includes(status)) {
      const after = Number(response.headers.get('retry-after') ?? Number.NaN)
      return after >= 0 ? { error, retryAfterMs: after * 1000 } : { error }
    }
    throw new SmsRefused(`HTTP_${status}`, `SMS gateway: refused with status ${status}`)
  }
}

type Failed = { error: SmsUnavailable; retryAfterMs?: number }

/** Reads the start of an answer. Short answers are read to the end, so that the connection can be reused. */
async function readShort(response: Response): Promise<{ text: string; whole: boolean }> {
  const pieces: Uint8Array[] = []
  let size = 0
  let whole = true
  const body: AsyncIterable<Uint8Array> | null = response.body
  try {
    for await (const piece of body ?? []) {
      pieces.push(piece)
      size += piece.byteLength
      if (size > largestAnswer) break
    }
  } catch {
    // Reading failed. That does no harm if the status is sufficient.
    whole = false
  }
  return { text: Buffer.concat(pieces).subarray(0, largestAnswer).toString('utf8'), whole }
}

function written(digits: string, format: SmsHttpConfig['numberFormat']): string {
  if (format === 'plus') return `+${digits}`
  return format === 'local' ? digits.replace(/^62/, '0') : digits
}

/**
 * The name or code of the cause of an error. The message of a network error may contain the URL and with it a secret.
 */
function nameOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return error instanceof Error ? error.name : 'unknown'
}
