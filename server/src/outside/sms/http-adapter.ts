import { SmsRefused, type SmsSender, SmsUnavailable } from './port.ts'
import { addressTemplate, bodyTemplate, headersTemplate, type Values } from './templates.ts'

export type SmsHttpConfig = {
  /** Templates: see `templates.ts`. */
  url: string
  method: 'POST' | 'PUT' | 'GET'
  headers: string
  bodyType: 'json' | 'form' | 'none'
  body: string
  /** The gateway's secret, in place of `{key}`. */
  apiKey: string
  /** What the body of an answer says when the message was taken; null where the status says it all. */
  takenPattern: RegExp | null
  /** How `{to}` is written: 6281…, +6281… or 081…. */
  numberFormat: 'digits' | 'plus' | 'local'
  /** Longest wait for one answer, milliseconds. */
  timeoutMs: number
  /** Longest wait for all tries together, milliseconds. */
  deadlineMs: number
}

/** Beside the answer of the network, what a try needs of the world; replaced in tests. */
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
/** Of an answer no more than this is read, bytes. */
const largestAnswer = 64 * 1024

/**
 * A gateway that is spoken to over HTTP, whatever its calls look like. 2xx is taken; network, time, 408, 425, 429
 * and 5xx are tried again after growing pauses (or as Retry-After says) while the deadline leaves room for a try;
 * every other status, redirects too, is a refusal. Errors hold the status alone: addresses, headers, numbers and
 * texts stay out of them, for errors are logged.
 * @throws Error at once where a template is wrong
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
  }

  /** @returns null when it was taken, else why not and when to try again; throws SmsRefused. */
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

/** The beginning of an answer. A short one is read to its end, so that the connection can be used again. */
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
    // The status has been said; where it is all that counts, the rest of the answer is not missed.
    whole = false
  }
  return { text: Buffer.concat(pieces).subarray(0, largestAnswer).toString('utf8'), whole }
}

function written(digits: string, format: SmsHttpConfig['numberFormat']): string {
  if (format === 'plus') return `+${digits}`
  return format === 'local' ? digits.replace(/^62/, '0') : digits
}

/** What went wrong in one word. The message of a network error may quote the address, and that may hold a secret. */
function nameOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code
  return error instanceof Error ? error.name : 'unknown'
}
