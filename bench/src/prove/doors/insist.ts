import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a door answered, and after how many attempts, of which all but the last may have had an effect too. */
export type Answer = { status: number; body: Record<string, unknown>; attempts?: number }

/** A text of an answer, empty where it has none. */
export const textOf = (body: Record<string, unknown>, name: string): string => {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}

/**
 * How long a request may stay without a definite answer while processes are killed and started again, and how long work in the
 * background may take once nothing is in its way, milliseconds. A run with a rule switched off is less patient.
 */
export const patience = { answerMs: 120_000, backgroundMs: 120_000 }

/** No definite answer came in time, so a lender would not know what became of their money. */
export class NoAnswer extends Error {}

/**
 * Sends the same request until its answer is definite: a cut connection, a process that is away, an overload and a request
 * that still runs leave it unknown.
 * @param attempt sends it once; an exception is an unknown outcome
 */
export async function insist(what: string, attempt: () => Promise<Answer>): Promise<Answer> {
  const until = Date.now() + patience.answerMs
  let last: unknown = 'no attempt'
  for (let attempts = 1; Date.now() < until; attempts += 1) {
    try {
      const answer = await attempt()
      const isRunning = answer.status === 409 && answer.body['code'] === 'REQUEST_RUNNING'
      if (answer.status < 500 && answer.status !== 429 && !isRunning) return { ...answer, attempts }
      last = JSON.stringify(answer)
    } catch (error) {
      last = error
    }
    await sleep(50)
  }
  throw new NoAnswer(`${what} had no definite answer for ${patience.answerMs / 1000} s`, { cause: last })
}

type Request = { method: string; headers?: Record<string, string>; body?: string }

// A connection for each request would cost more than most requests.
const agent = new Agent({ keepAlive: true, maxSockets: 512 })

/** One request; it may be cut off. */
export async function ask(
  url: string,
  { method, headers, body }: Request,
  cutAfterMs = 60_000,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sent = request(url, { agent, method, headers: { ...headers, ...length } }, (response) => {
    const pieces: Buffer[] = []
    response.on('data', (piece: Buffer) => pieces.push(piece))
    response.once('error', reject)
    response.once('aborted', () => reject(new Error('the answer was cut off')))
    response.once('end', () => {
      const text = Buffer.concat(pieces).toString('utf8')
      const isJson = text.startsWith('{')
      resolve({
        status: response.statusCode ?? 0,
        body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
      })
    })
  })
  sent.once('error', reject)
  const cut = setTimeout(() => sent.destroy(new Error('the request was cut off')), cutAfterMs)
  sent.end(body)
  return promise.finally(() => clearTimeout(cut))
}
