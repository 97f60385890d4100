import { setTimeout as sleep } from 'node:timers/promises'

/** A response of one of the interfaces. */
export type Answer = { status: number; body: Record<string, unknown> }

/** A text field of a response, empty if it is missing. */
export const textOf = (body: Record<string, unknown>, name: string): string => {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}

/**
 * How long a request may stay without a definite answer while processes are killed and restarted, and how long
 * unhindered background work may take, in milliseconds. Shorter in a run with a rule switched off.
 */
export const patience = { answerMs: 120_000, backgroundMs: 120_000 }

/** No definite answer came in time, so a lender would not know the outcome for their money. */
export class NoAnswer extends Error {}

/**
 * Repeats a request until its answer is definite: a broken connection, a stopped process, an overload and a request
 * still running leave it unknown. @param attempt sends it once; an exception is an unknown outcome
 */
export async function insist(what: string, attempt: () => Promise<Answer>): Promise<Answer> {
  const until = Date.now() + patience.answerMs
  let last: unknown = 'no attempt'
  while (Date.now() < until) {
    try {
      const answer = await attempt()
      const isRunning = answer.status === 409 && answer.body['code'] === 'REQUEST_RUNNING'
      if (answer.status < 500 && answer.status !== 429 && !isRunning) return answer
      last = JSON.stringify(answer)
    } catch (error) {
      last = error
    }
    await sleep(50)
  }
  throw new NoAnswer(`${what} had no definite answer for ${patience.answerMs / 1000} s`, { cause: last })
}

/** One request, which the signal may abort. */
export async function ask(url: string, init: RequestInit, cutAfterMs?: number): Promise<Answer> {
  const cut = cutAfterMs ?? 60_000
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(cut) })
  const text = await response.text()
  const isJson = text.startsWith('{')
  return { status: response.status, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} }
}
