import { randomInt, randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { LenderApi, type OfferedLoan, Refused } from './lender-api.ts'
import type { Lender } from './operator.ts'
import type { ProductAddress } from './product.ts'

/** One wish of one lender. No two wishes of a lender have the same amount, so each can be found again by it. */
export type Wish = {
  lender: number
  key: string
  loanId: number
  loanNumber: string
  amount: number
  /** asked: no answer came. acknowledged: the server said yes. refused: the server said no. */
  outcome: 'asked' | 'acknowledged' | 'refused'
  docToken: string | null
  /** The provider said that it was signed. */
  signed: boolean
}

/** How the share of acknowledged fundings that are signed at once is chosen: one of so many. */
const signOneOf = 3

/**
 * Lenders who fund without end, each with an idempotency key for every wish. What they asked for and what they were
 * told is written to a file at once: a log that knows nothing of the database.
 */
export class FundingStorm {
  readonly wishes: Wish[] = []
  /** Refusals that no honest request should get, with their wish. */
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

  /** Lets every lender finish what he is at. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await Promise.all(this.#running)
  }

  count(outcome: Wish['outcome']): number {
    return this.wishes.filter((wish) => wish.outcome === outcome).length
  }

  /** Asks once more, under the same key, for everything whose outcome is not known. */
  async resolveUnknown(): Promise<void> {
    for (const wish of this.wishes.filter(({ outcome }) => outcome === 'asked')) await this.#ask(wish)
  }

  async #fundOn(lender: number): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const wish = await this.#makeWish(lender).catch(() => null)
      if (wish === null) {
        // Whoever cannot read an agreement now tries a little later.
        await sleep(200)
        continue
      }
      await this.#ask(wish)
      if (wish.outcome === 'acknowledged' && randomInt(signOneOf) === 0) await this.sign(wish)
    }
  }

  async #makeWish(lender: number): Promise<Wish> {
    const loan = this.#loans[randomInt(this.#loans.length)]
    const api = this.apis[lender]
    if (loan === undefined || api === undefined) throw new Error('a storm needs loans and lenders')
    const { loanId, loanNumber } = loan
    this.#nextAmount += 1
    const amount = this.#nextAmount
    await api.prepareAgreement(loanNumber, amount)
    const wish: Wish = {
      lender,
      key: randomUUID(),
      loanId,
      loanNumber,
      amount,
      outcome: 'asked',
      docToken: null,
      signed: false,
    }
    this.#note(wish)
    this.wishes.push(wish)
    return wish
  }

  async #ask(wish: Wish): Promise<void> {
    const { loanId, loanNumber, amount, key } = wish
    try {
      const funded = await this.apis[wish.lender]?.fund({ loanId, loanNumber, amount }, key)
      wish.docToken = funded?.docToken ?? null
      wish.outcome = 'acknowledged'
    } catch (error) {
      if (!(error instanceof Refused) || error.status >= 500 || error.code === 'REQUEST_RUNNING') return
      wish.outcome = 'refused'
      this.surprises.push(`${error.message} for ${JSON.stringify(wish)}`)
    }
    this.#note(wish)
  }

  /** Signs at the provider; whether it worked is noted only when the provider said so. */
  async sign(wish: Wish): Promise<boolean> {
    if (wish.docToken === null) return false
    try {
      await this.apis[wish.lender]?.sign({ docToken: wish.docToken })
      wish.signed = true
      this.#note(wish)
    } catch {
      // Unknown, or refused for now: the funding still waits, or the product learns of the signature itself.
    }
    return wish.signed
  }

  #note(wish: Wish): void {
    appendFileSync(this.#journal, `${JSON.stringify(wish)}\n`)
  }
}
