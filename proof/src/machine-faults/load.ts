import { randomUUID } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Calls } from '../cluster/faults/calls.ts'
import type { Acknowledgement } from '../cluster/faults/load.ts'
import type { Lender, Loan, People } from './people.ts'

/** A line of the log that lies outside the database: the answers that clients received. */
export type Line =
  | ({ kind: 'funding' } & Acknowledgement)
  | { kind: 'signed'; docToken: string }
  | { kind: 'withdrawal'; id: string; lenderId: number; amount: number; key: string }

export type LoadOptions = {
  origin: string
  people: People
  log: string
  /** The amount of the first request; no two requests have the same lender and amount. */
  firstAmount: number
}

/** Milliseconds between two rounds of a client: the load finds losses, it does not measure rates. */
const restMs = 100

/**
 * Clients, each a lender who reads agreements, funds, signs at the provider and withdraws. A request is repeated with its
 * idempotency key until it is answered.
 */
export class Load {
  /** The times of all acknowledged fundings and withdrawals, by `performance.now()`. */
  readonly successes: number[] = []
  readonly signed: string[] = []
  readonly calls = new Calls({ withinMs: 10_000, repeated: [429, 503] })
  acknowledged = 0
  amount: number
  readonly #options: LoadOptions
  readonly #log: number
  readonly #clients: Promise<void>[]
  #stopping = false

  constructor(options: LoadOptions) {
    this.#options = options
    this.amount = options.firstAmount
    this.#log = openSync(options.log, 'a', 0o600)
    this.#clients = options.people.lenders.map((lender) => this.#client(lender))
  }

  /** Ends the load; pending requests are repeated until they are answered. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.calls.stop()
    await Promise.all(this.#clients)
    this.calls.close()
    closeSync(this.#log)
  }

  async #client(lender: Lender): Promise<void> {
    const { loans } = this.#options.people
    const session = await this.#logIn(lender)
    for (let round = 0; !this.#stopping && session; round += 1) {
      const loan = loans[(round + this.amount) % loans.length]
      if (!loan) return
      const funded = await this.#fund(session, loan)
      if (funded !== null && round % 2 === 0) await this.#sign(session, funded)
      if (round % 4 === 3) await this.#withdraw(session, lender)
      await sleep(restMs)
    }
  }

  async #logIn({ phone, password }: Lender): Promise<Session | null> {
    const body = { phoneNumber: phone, password, type: 'lender' }
    const answer = await this.#post('/auth/login', body)
    if (!answer) return null
    return {
      token: String(answer['token']),
      lenderId: Number(answer['userId']),
      signer: String(answer['digiSignId']),
    }
  }

  async #fund({ token, lenderId }: Session, loan: Loan): Promise<string | null> {
    this.amount += 1
    const { amount } = this
    const { loanNumber, loanId } = loan
    const made = await this.#post(
      '/funding/agreement',
      { loanNumber, lenderUserId: lenderId, amount },
      { token },
    )
    if (made === null) return null
    for (const kind of ['PP', 'PPFP'])
      await this.#post('/documents/download', { document_url: made[`${kind}_filepath`] }, { token })
    const key = randomUUID()
    const answer = await this.#post('/funding', { loanId, loanNumber, amount }, { token, key })
    if (answer === null) return null
    const docToken = String(answer['docToken'])
    this.#acknowledge({ kind: 'funding', docToken, lenderId, loanId, amount, key })
    return docToken
  }

  /** Signs at the provider. Where that does not succeed, the funding waits, as with a lender who closes the page. */
  async #sign({ token, signer }: Session, docToken: string): Promise<void> {
    const url = `${this.#options.origin}/api/v1/signing/token`
    const opened = await this.calls.untilAnswered(
      { url, body: { docToken, digiSignId: signer }, token },
      { surprising: false },
    )
    if (opened === null) return
    if ((await this.calls.once({ url: `${String(opened['url'])}/sign`, body: { pin: '123456' } })) === null)
      return
    this.signed.push(docToken)
    this.#write({ kind: 'signed', docToken })
  }

  async #withdraw({ token, lenderId }: Session, { account, holder, password }: Lender): Promise<void> {
    this.amount += 1
    const { amount } = this
    const key = randomUUID()
    const body = {
      ...{ accountName: holder, accountNumber: account, bankCode: '009' },
      ...{ amount, password, reason: 'Lain-lain', methodPayment: 1 },
    }
    const answer = await this.#post('/withdrawals', body, { token, key })
    if (answer) this.#acknowledge({ kind: 'withdrawal', id: String(answer['id']), lenderId, amount, key })
  }

  #post(
    path: string,
    body: object,
    how: { token?: string; key?: string } = {},
  ): Promise<Record<string, unknown> | null> {
    return this.calls.untilAnswered({ url: `${this.#options.origin}/api/v1${path}`, body, ...how })
  }

  #acknowledge(line: Line): void {
    this.successes.push(performance.now())
    this.acknowledged += 1
    this.#write(line)
  }

  #write(line: Line): void {
    writeSync(this.#log, `${JSON.stringify(line)}\n`)
  }
}

type Session = { token: string; lenderId: number; signer: string }
