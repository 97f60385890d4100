import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export type LoadTally = {
  /** Number of responses by status; `none` counts requests without a response. */
  answers: Record<string, number>
  /** Number of responses with status 503 but no Retry-After. */
  withoutRetryAfter: number
  /** Responses that were neither a success nor retryable, e.g. 500. */
  surprises: string[]
  /** Number of requests that never got an answer, although they were repeated with their idempotency keys. */
  unanswered: number
}

type Answer = { status: number; retryAfter: boolean; body: string }
type Way = { withinMs: number; repeated: readonly number[] }
export type Call = { url: string; body: object; token?: string; key?: string }

/** Milliseconds for which unanswered requests are repeated after the end of the load. */
const lastTriesMs = 60_000

/** Requests that are repeated until they have a definite answer, and the count of all answers. */
export class Calls {
  readonly tally: LoadTally = { answers: {}, withoutRetryAfter: 0, surprises: [], unanswered: 0 }
  readonly #agent = new Agent({ keepAlive: true })
  readonly #way: Way
  #stopAt: number | undefined

  /**
   * @param way milliseconds without a response after which a request is repeated, and the statuses after which it is: the
   *   server is busy, or no application is behind the router
   */
  constructor(way: Way) {
    this.#way = way
  }

  /** From now on, requests are repeated for a minute at most. */
  stop(): void {
    this.#stopAt = performance.now()
  }

  close(): void {
    this.#agent.destroy()
  }

  /**
   * Repeats a request until its answer is definite.
   * @returns the body of a success; null where it was refused, failed, or had no answer in time
   */
  async untilAnswered(call: Call, { surprising = true } = {}): Promise<Record<string, unknown> | null> {
    for (;;) {
      const answer = await this.#ask(call).catch(() => null)
      this.#count(answer)
      if (answer !== null && answer.status >= 200 && answer.status < 300) return parse(answer.body)
      if (answer !== null && !this.#isWorthRepeating(answer)) {
        if (surprising || answer.status >= 500)
          this.tally.surprises.push(`${answer.status} ${call.url} ${answer.body.slice(0, 300)}`)
        return null
      }
      if (this.#stopAt !== undefined && performance.now() - this.#stopAt > lastTriesMs) {
        this.tally.unanswered += 1
        return null
      }
      await sleep(100 + Math.random() * 200)
    }
  }

  /** Sends a request once; null where it did not succeed. For the provider's pages, which are no part of the product. */
  async once(call: Call): Promise<Record<string, unknown> | null> {
    const answer = await this.#ask(call).catch(() => null)
    return answer?.status === 200 ? parse(answer.body) : null
  }

  #isWorthRepeating({ status, body }: Answer): boolean {
    return this.#way.repeated.includes(status) || (status === 409 && body.includes('REQUEST_RUNNING'))
  }

  #count(answer: Answer | null): void {
    const status = answer === null ? 'none' : String(answer.status)
    this.tally.answers[status] = (this.tally.answers[status] ?? 0) + 1
    if (answer?.status === 503 && !answer.retryAfter) this.tally.withoutRetryAfter += 1
  }

  #ask({ url, body, token, key }: Call): Promise<Answer> {
    const bytes = Buffer.from(JSON.stringify(body))
    return new Promise((resolve, reject) => {
      const asking = request(
        url,
        {
          method: 'POST',
          agent: this.#agent,
          signal: AbortSignal.timeout(this.#way.withinMs),
          headers: {
            'content-type': 'application/json',
            'content-length': bytes.length,
            origin: new URL(url).origin,
            ...(token ? { authorization: `Bearer ${token}` } : {}),
            ...(key ? { 'idempotency-key': key } : {}),
          },
        },
        (response) => {
          const pieces: Buffer[] = []
          response.on('data', (piece: Buffer) => pieces.push(piece))
          response.on('error', reject)
          response.on('aborted', () => reject(new Error('the answer was cut off')))
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              retryAfter: response.headers['retry-after'] !== undefined,
              body: Buffer.concat(pieces).toString('utf8'),
            }),
          )
        },
      )
      asking.on('error', reject)
      asking.end(bytes)
    })
  }
}

const parse = (body: string): Record<string, unknown> =>
  body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : {}
