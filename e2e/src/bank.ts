import type { ProductAddress } from './product.ts'

/** A payment in to a virtual account, as the sandbox's bank tells it; `open` until the app has answered for good. */
export type BankPayment = { id: string; amount: number; open: boolean; deliveries: { code: string | null }[] }

/** A transfer that the app has asked for. Status 00: paid, 03: under way, 06: failed for good. */
export type BankTransfer = { account: string; amount: number; bankCode: string | null; status: string }

/** The sandbox's bank: what its customer does there, and what it did with the app's orders. */
export class Bank {
  readonly #address: string

  constructor({ sandboxOrigin }: ProductAddress) {
    this.#address = `${sandboxOrigin}/bank`
  }

  /**
   * Pays in to a virtual account; answers when the app has heard of it.
   * @param amount whole rupiah
   * @param trouble how the notice goes wrong, e.g. `doubled`
   */
  pay(number: string, amount: number, trouble: string | null = null): Promise<BankPayment> {
    return this.#ask('POST', '/payments', { number, amount, trouble })
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
