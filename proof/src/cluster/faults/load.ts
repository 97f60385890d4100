import { randomUUID } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FundingRequest } from '../../../../bench/src/load/plan.ts'

/** One acknowledged funding, as its client recorded it. */
export type Acknowledgement = {
  docToken: string
  lenderId: number
  loanId: number
  amount: number
  key: string
}

/** With the client's times, milliseconds since 1970. */
export type TimedAcknowledgement = Acknowledgement & {
  /** When the request was sent first, and so before its commit. */
  askedAt: number
  /** When it was acknowledged, and so after its commit. */
  at: number
}

export type LoadOptions = {
  host: string
  clients: number
  lenders: readonly { lenderId: number; token: string }[]
  requests: readonly FundingRequest[]
  /** The file that acknowledgements are appended to, one line each. */
  log: string
}

/** The observations of the clients. */
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

/** Milliseconds without a response after which a client repeats a request with the same idempotency key. */
const answerWithinMs = 5_000
/** Milliseconds for which unanswered requests are repeated after the end of the load. */
const lastTriesMs = 60_000
/** Milliseconds between two requests of a client: the load detects losses, it does not measure rates. */
const restMs = 20

type Answer = { status: number; retryAfter: boolean; body: string }

/** Clients that fund loans continuously; each repeats a request with its idempotency key until it is answered. */
export class Load {
  readonly acknowledged: TimedAcknowledgement[] = []
  /** The times of all successful responses, by `performance.now()`. */
  readonly successes: number[] = []
  readonly tally: LoadTally = { answers: {}, withoutRetryAfter: 0, surprises: [], unanswered: 0 }
  readonly #options: LoadOptions
  readonly #agent = new Agent({ keepAlive: true })
  readonly #log: number
  readonly #clients: Promise<void>[]
  #next = 0
  #stopAt: number | undefined

  constructor(options: LoadOptions) {
    this.#options = options
    this.#log = openSync(options.log, 'a', 0o600)
    this.#clients = Array.from({ length: options.clients }, () => this.#client())
  }

  /** The number of prepared requests that clients have taken. */
  get used(): number {
    return Math.min(this.#next, this.#options.requests.length)
  }

  /** Whether all prepared requests have been used. */
  get usedUp(): boolean {
    return this.#next >= this.#options.requests.length
  }

  /** Ends the load; pending requests are repeated until they are answered. */
  async stop(): Promise<void> {
    this.#stopAt = performance.now()
    await Promise.all(this.#clients)
    this.#agent.destroy()
    closeSync(this.#log)
  }

  async #client(): Promise<void> {
    while (this.#stopAt === undefined) {
      const asked = this.#options.requests[this.#next]
      if (!asked) return
      this.#next += 1
      await this.#untilAnswered(asked)
      await sleep(restMs)
    }
  }

  async #untilAnswered(asked: FundingRequest): Promise<void> {
    const key = randomUUID()
    const askedAt = Date.now()
    for (;;) {
      const answer = await this.#ask(asked, key).catch(() => null)
      this.#count(answer)
      if (answer?.status === 200) return this.#acknowledge(asked, { key, askedAt }, answer.body)
      if (answer !== null && !isWorthRepeating(answer)) {
        this.tally.surprises.push(`${answer.status} ${answer.body.slice(0, 300)}`)
        return
      }
      if (this.#stopAt !== undefined && performance.now() - this.#stopAt > lastTriesMs) {
        this.tally.unanswered += 1
        return
      }
      await sleep(100 + Math.random() * 200)
    }
  }

  #count(answer: Answer | null): void {
    const status = answer === null ? 'none' : String(answer.status)
    this.tally.answers[status] = (this.tally.answers[status] ?? 0) + 1
    if (answer?.status === 503 && !answer.retryAfter) this.tally.withoutRetryAfter += 1
  }

  #acknowledge(
    [lender, loanId, amount]: FundingRequest,
    sent: { key: string; askedAt: number },
    body: string,
  ): void {
    this.successes.push(performance.now())
    const { docToken = '' } = JSON.parse(body) as { docToken?: string }
    const acknowledgement = {
      docToken,
      lenderId: this.#options.lenders[lender]?.lenderId ?? 0,
      loanId,
      amount,
      ...sent,
      at: Date.now(),
    }
    writeSync(this.#log, `${JSON.stringify(acknowledgement)}\n`)
    this.acknowledged.push(acknowledgement)
  }

  #ask([lender, loanId, amount, loanNumber]: FundingRequest, key: string): Promise<Answer> {
    const body = JSON.stringify({ loanId, amount, loanNumber })
    return new Promise((resolve, reject) => {
      const asking = request(
        {
          host: this.#options.host,
          path: '/api/v1/funding',
          method: 'POST',
          agent: this.#agent,
          signal: AbortSignal.timeout(answerWithinMs),
          headers: {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(body),
            'X-Platform': 'WEB',
            'Accept-Language': 'id',
            Authorization: `Bearer ${this.#options.lenders[lender]?.token ?? ''}`,
            'Idempotency-Key': key,
          },
        },
        (response) => {
          const pieces: Buffer[] = []
          response.on('data', (piece: Buffer) => pieces.push(piece))
          response.on('error', reject)
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
      asking.end(body)
    })
  }
}

/**
 * Whether to repeat a request: the server is busy, no application is behind the router, or the same request is in
 * progress.
 */
const isWorthRepeating = ({ status, body }: Answer): boolean =>
  [429, 502, 503, 504].includes(status) || (status === 409 && body.includes('REQUEST_RUNNING'))
