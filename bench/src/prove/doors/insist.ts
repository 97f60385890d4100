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

/** One request; the signal may cut it off. */
export async function ask(url: string, init: RequestInit, cutAfterMs?: number): Promise<Answer> {
  const cut = cutAfterMs ?? 60_000
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(cut) })
  const text = await response.text()
  const isJson = text.startsWith('{')
  return { status: response.status, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {} }
}
