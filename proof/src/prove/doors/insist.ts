import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** The final answer to a request and the number of attempts. The earlier attempts may have had an effect too. */
export type Answer = { status: number; body: Record<string, unknown>; attempts?: number }

/** A text field of an answer; empty where it is missing. */
export const textOf = (body: Record<string, unknown>, name: string): string => {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}

/**
 * Milliseconds: how long a request may stay without a definite answer while processes are killed and restarted, and how
 * long background work may take when nothing blocks it. Shorter in a run with a rule switched off.
 */
export const patience = { answerMs: 120_000, backgroundMs: 120_000 }

/** Thrown when no definite answer came in time, so that a lender would not know what happened to their money. */
export class NoAnswer extends Error {}

/**
 * What is asked. Once it is closed, nothing is asked again, so that after a breach the other workers end too.
 */
export type Asked = { readonly isClosed: boolean }

/**
 * Repeats a request until its answer is definite. A broken connection, a stopped process, an overload (503, 504) and a
 * request still in progress are not definite; 500 is, because the product promises never to answer it.
 * @param attempt sends it once; an exception is an unknown outcome
 */
export async function insist(asked: Asked, what: string, attempt: () => Promise<Answer>): Promise<Answer> {
  const until = Date.now() + patience.answerMs
  let last: unknown = 'no attempt'
  for (let attempts = 1; Date.now() < until && !asked.isClosed; attempts += 1) {
    try {
      const answer = await attempt()
      const isRunning = answer.status === 409 && answer.body['code'] === 'REQUEST_RUNNING'
      if (answer.status <= 500 && answer.status !== 429 && !isRunning) return { ...answer, attempts }
      last = JSON.stringify(answer)
    } catch (error) {
      last = error
    }
    await sleep(50)
  }
  throw new NoAnswer(`${what} had no definite answer for ${patience.answerMs / 1000} s`, { cause: last })
}

/**
 * Repeats a read of the database while it recovers from a kill.
 * @throws the error of the last attempt after the time of `patience.answerMs`
 */
export async function untilUp<T>(asked: Asked, read: () => Promise<T>): Promise<T> {
  const until = Date.now() + patience.answerMs
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (asked.isClosed || Date.now() > until) throw error
      await sleep(100)
    }
  }
}

type Request = { method: string; headers?: Record<string, string>; body?: string }

// Keep-alive: opening a connection for each request would cost more than most requests.
const agent = new Agent({ keepAlive: true, maxSockets: 512 })

/** Sends one request, which may be aborted. */
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
      const bytes = Buffer.concat(pieces)
      const isJson = bytes[0] === 0x7b
      resolve({
        status: response.statusCode ?? 0,
        body: isJson ? (JSON.parse(bytes.toString('utf8')) as Record<string, unknown>) : {},
      })
    })
  })
  sent.once('error', reject)
  const cut = setTimeout(() => sent.destroy(new Error('the request was cut off')), cutAfterMs)
  sent.end(body)
  return promise.finally(() => clearTimeout(cut))
}
