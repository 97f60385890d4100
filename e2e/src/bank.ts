import type { ProductAddress } from './product.ts'

/**
 * A payment into a virtual account, as the sandbox's bank reports it; `open` until the app has given a final answer.
 */
export type BankPayment = { id: string; amount: number; open: boolean; deliveries: { code: string | null }[] }

/** A transfer ordered by the app. Status 00: paid, 03: pending, 06: finally failed. */
export type BankTransfer = { account: string; amount: number; bankCode: string | null; status: string }

/** The sandbox's bank: actions of the bank's customer, and what the bank did with the app's orders. */
export class Bank {
  readonly #address: string

  constructor({ sandboxOrigin }: ProductAddress) {
    this.#address = `${sandboxOrigin}/bank`
  }

  /**
   * Pays into a virtual account; resolves when the app has been notified.
   * @param amount whole rupiah
   * @param fault how the notice goes wrong, e.g. `doubled`
   */
  pay(number: string, amount: number, fault: string | null = null): Promise<BankPayment> {
    return this.#ask('POST', '/payments', { number, amount, fault })
  }

  payment({ id }: Pick<BankPayment, 'id'>): Promise<BankPayment> {
    return this.#ask('GET', `/payments/${id}`)
  }

  /** The transfers to an account, the newest first. */
  async transfersTo(account: string): Promise<BankTransfer[]> {
    const { transfers } = await this.#ask<{ transfers: BankTransfer[] }>('GET', '/state.json')
    return transfers.filter((transfer) => transfer.account === account)
  }

  async #ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${this.#address}${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    })
    const said = await answer.text()
    if (!answer.ok) throw new Error(`the bank answered ${answer.status}: ${said}`)
    return JSON.parse(said)
  }
}
