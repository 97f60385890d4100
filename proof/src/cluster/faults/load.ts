import { randomUUID } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FundingRequest } from '../../../../bench/src/load/plan.ts'
import { Calls, type LoadTally } from './calls.ts'

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

/** Milliseconds between two requests of a client: the load detects losses, it does not measure rates. */
const restMs = 20

/** Clients that fund loans continuously; each repeats a request with its idempotency key until it is answered. */
export class Load {
  readonly acknowledged: TimedAcknowledgement[] = []
  /** The times of all successful responses, by `performance.now()`. */
  readonly successes: number[] = []
  readonly #calls = new Calls({ withinMs: 5_000, repeated: [429, 502, 503, 504] })
  readonly #options: LoadOptions
  readonly #log: number
  readonly #clients: Promise<void>[]
  #next = 0
  #stopping = false

  constructor(options: LoadOptions) {
    this.#options = options
    this.#log = openSync(options.log, 'a', 0o600)
    this.#clients = Array.from({ length: options.clients }, () => this.#client())
  }

  get tally(): LoadTally {
    return this.#calls.tally
  }

  get used(): number {
    return Math.min(this.#next, this.#options.requests.length)
  }

  /** Whether all prepared requests have been used. */
  get usedUp(): boolean {
    return this.#next >= this.#options.requests.length
  }

  /** Ends the load; pending requests are repeated until they are answered. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#calls.stop()
    await Promise.all(this.#clients)
    this.#calls.close()
    closeSync(this.#log)
  }

  async #client(): Promise<void> {
    while (!this.#stopping) {
      const asked = this.#options.requests[this.#next]
      if (!asked) return
      this.#next += 1
      await this.#fund(asked)
      await sleep(restMs)
    }
  }

  async #fund(asked: FundingRequest): Promise<void> {
    const [lender, loanId, amount, loanNumber] = asked
    const key = randomUUID()
    const askedAt = Date.now()
    const answer = await this.#calls.untilAnswered({
      url: `http://${this.#options.host}/api/v1/funding`,
      body: { loanId, amount, loanNumber },
      token: this.#options.lenders[lender]?.token ?? '',
      key,
    })
    if (answer) this.#acknowledge(asked, { key, askedAt }, String(answer['docToken']))
  }

  #acknowledge(
    [lender, loanId, amount]: FundingRequest,
    sent: { key: string; askedAt: number },
    docToken: string,
  ): void {
    this.successes.push(performance.now())
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
}
