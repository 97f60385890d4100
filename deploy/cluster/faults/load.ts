import { randomUUID } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FundingRequest } from '../../../bench/src/load/plan.ts'

/** One acknowledged funding, as its client recorded it. */
export type Acknowledgement = {
  docToken: string
  lenderId: number
  loanId: number
  amount: number
  key: string
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
  /** Responses by status; `none` counts requests without one. */
  answers: Record<string, number>
  /** Responses with 503 without Retry-After. */
  withoutRetryAfter: number
  /** Responses that were neither a success nor retryable, e.g. 500. */
  surprises: string[]
  /** Keys that were never answered, by the agreement's lender, loan and amount. */
  unanswered: number
}

/** A client repeats a request under the same key after this number of milliseconds without a response. */
const answerWithinMs = 5_000
/** How long a key is repeated after the end of the load. */
const lastTriesMs = 60_000
/** The pause between two requests of a client: the load detects losses, it does not measure rates. */
const restMs = 20

type Answer = { status: number; retryAfter: boolean; body: string }

/** Clients that fund loans continuously; each repeats a request under its key until it is answered. */
export class Load {
  readonly acknowledged: Acknowledgement[] = []
  /** When each success was answered, by `performance.now()`. */
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

  /** Whether there were enough prepared requests. */
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
    for (;;) {
      const answer = await this.#ask(asked, key).catch(() => null)
      this.#count(answer)
      if (answer?.status === 200) return this.#acknowledge(asked, key, answer.body)
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

  #acknowledge([lender, loanId, amount]: FundingRequest, key: string, body: string): void {
    this.successes.push(performance.now())
    const { docToken = '' } = JSON.parse(body) as { docToken?: string }
    const acknowledgement = {
      docToken,
      lenderId: this.#options.lenders[lender]?.lenderId ?? 0,
      loanId,
      amount,
      key,
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

/** Busy, a router without an application behind it, or the same request still in progress. */
const isWorthRepeating = ({ status, body }: Answer): boolean =>
  [429, 502, 503, 504].includes(status) || (status === 409 && body.includes('REQUEST_RUNNING'))
