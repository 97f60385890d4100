import { randomInt, randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { LenderApi, type OfferedLoan, Refused } from './lender-api.ts'
import type { Lender } from './operator.ts'
import type { ProductAddress } from './product.ts'

/** One attempt of one lender. All attempts of a lender have different amounts, so that the amount identifies each. */
export type FundingAttempt = {
  lender: number
  key: string
  loanId: number
  loanNumber: string
  amount: number
  /** asked: no answer came. acknowledged: the server accepted. refused: the server refused. */
  outcome: 'asked' | 'acknowledged' | 'refused'
  docToken: string | null
  /** True when the provider has confirmed the signature. */
  signed: boolean
}

/** One in this many acknowledged fundings is signed at once. */
const signOneOf = 3

/**
 * Lenders who fund continuously, each attempt with its own idempotency key. Requests and answers are written to a file
 * at once, as a log that is independent of the database.
 */
export class FundingStorm {
  readonly attempts: FundingAttempt[] = []
  /** Refusals that a correct request must never get, each with its attempt. */
  readonly surprises: string[] = []
  readonly apis: LenderApi[]
  readonly #loans: readonly OfferedLoan[]
  readonly #journal: string
  readonly #stop = new AbortController()
  #running: Promise<void>[] = []
  #nextAmount = 100_000

  private constructor(apis: LenderApi[], loans: readonly OfferedLoan[], journal: string) {
    this.apis = apis
    this.#loans = loans
    this.#journal = journal
  }

  static async make(
    address: ProductAddress,
    lenders: readonly Lender[],
    loans: readonly OfferedLoan[],
    journal: string,
  ): Promise<FundingStorm> {
    const apis = await Promise.all(lenders.map((lender) => LenderApi.logIn(address, lender)))
    return new FundingStorm(apis, loans, journal)
  }

  start(): void {
    this.#running = this.apis.map((_, lender) => this.#fundOn(lender))
  }

  /** Stops after every lender has finished their current attempt. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#running)
  }

  count(outcome: FundingAttempt['outcome']): number {
    return this.attempts.filter((attempt) => attempt.outcome === outcome).length
  }

  /** Repeats every request whose outcome is unknown, with the same key. */
  async resolveUnknown(): Promise<void> {
    for (const attempt of this.attempts.filter(({ outcome }) => outcome === 'asked')) await this.#ask(attempt)
  }

  async #fundOn(lender: number): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const attempt = await this.#prepareAttempt(lender).catch(() => null)
      if (attempt === null) {
        // An agreement that cannot be read now is tried again later.
        await sleep(200)
        continue
      }
      await this.#ask(attempt)
      if (attempt.outcome === 'acknowledged' && randomInt(signOneOf) === 0) await this.sign(attempt)
    }
  }

  async #prepareAttempt(lender: number): Promise<FundingAttempt> {
    const loan = this.#loans[randomInt(this.#loans.length)]
    const api = this.apis[lender]
    if (loan === undefined || api === undefined) throw new Error('a storm needs loans and lenders')
    const { loanId, loanNumber } = loan
    this.#nextAmount += 1
    const amount = this.#nextAmount
    await api.prepareAgreement(loanNumber, amount)
    const attempt: FundingAttempt = {
      lender,
      key: randomUUID(),
      loanId,
      loanNumber,
      amount,
      outcome: 'asked',
      docToken: null,
      signed: false,
    }
    this.#record(attempt)
    this.attempts.push(attempt)
    return attempt
  }

  async #ask(attempt: FundingAttempt): Promise<void> {
    const { loanId, loanNumber, amount, key } = attempt
    try {
      const funded = await this.apis[attempt.lender]?.fund({ loanId, loanNumber, amount }, key)
      attempt.docToken = funded?.docToken ?? null
      attempt.outcome = 'acknowledged'
    } catch (error) {
      if (!(error instanceof Refused) || error.status >= 500 || error.code === 'REQUEST_RUNNING') return
      attempt.outcome = 'refused'
      this.surprises.push(`${error.message} for ${JSON.stringify(attempt)}`)
    }
    this.#record(attempt)
  }

  /** Signs at the provider; the signature counts only when the provider has confirmed it. */
  async sign(attempt: FundingAttempt): Promise<boolean> {
    if (attempt.docToken === null) return false
    try {
      await this.apis[attempt.lender]?.sign({ docToken: attempt.docToken })
      attempt.signed = true
      this.#record(attempt)
    } catch {
      // The outcome is unknown, or the provider refused for now: the funding still waits, or the product learns of the
      // signature in another way.
    }
    return attempt.signed
  }

  #record(attempt: FundingAttempt): void {
    appendFileSync(this.#journal, `${JSON.stringify(attempt)}\n`)
  }
}
