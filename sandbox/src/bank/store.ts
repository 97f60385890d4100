import { Journal } from '../platform/journal.ts'
import { type Method, METHODS } from './keys.ts'
import { Account } from './account.ts'
import type { Delivery, OtherTransfer, Payment, Switches, Transfer } from './model.ts'

type Entry =
  | { kind: 'payment'; payment: Payment }
  | { kind: 'delivery'; id: string; delivery: Delivery }
  | { kind: 'notified'; id: string }
  | { kind: 'transfer'; transfer: Transfer }
  | { kind: 'other'; other: OtherTransfer }
  | { kind: 'switches'; bank: Method; switches: Switches }
  | { kind: 'call'; bank: Method; day: string; externalId: string }

/** The data of both banks: every change is an entry of a journal that is replayed at the next start. */
export class Store {
  readonly #payments = new Map<string, Payment>()
  readonly #transfers = new Map<string, Transfer>()
  readonly #others = new Set<string>()
  readonly #accounts = new Map<Method, Account>()
  readonly #switches = new Map<Method, Switches>(
    METHODS.map((method) => [method, { notices: null, transfers: null }]),
  )
  readonly #externalIds = new Map<string, Set<string>>()
  #journal: Journal | null = null

  static async open(file: string): Promise<Store> {
    const store = new Store()
    store.#journal = await Journal.open(file, (entry) => store.#apply(entry as Entry))
    return store
  }

  /** The newest first. */
  payments(): Payment[] {
    return [...this.#payments.values()].toReversed()
  }

  payment(id: string): Payment | null {
    return this.#payments.get(id) ?? null
  }

  addPayment(payment: Payment): Promise<void> {
    return this.#write({ kind: 'payment', payment })
  }

  /** Adds one notice of a payment and its answer. */
  addDelivery(id: string, delivery: Delivery): Promise<void> {
    return this.#write({ kind: 'delivery', id, delivery })
  }

  /** Records that the app has given a final answer. */
  endNotification(id: string): Promise<void> {
    return this.#write({ kind: 'notified', id })
  }

  /** The newest first. */
  transfers(): Transfer[] {
    return [...this.#transfers.values()].toReversed()
  }

  transfer(bank: Method, partnerReferenceNo: string): Transfer | null {
    return this.#transfers.get(`${bank} ${partnerReferenceNo}`) ?? null
  }

  addTransfer(transfer: Transfer): Promise<void> {
    return this.#write({ kind: 'transfer', transfer })
  }

  /** Adds a transfer of another kind, each once by its id. */
  async addOtherTransfer(other: OtherTransfer): Promise<void> {
    if (!this.#others.has(other.id)) await this.#write({ kind: 'other', other })
  }

  switches(bank: Method): Switches {
    return this.#switches.get(bank) ?? { notices: null, transfers: null }
  }

  setSwitches(bank: Method, switches: Switches): Promise<void> {
    return this.#write({ kind: 'switches', bank, switches })
  }

  /** Claims an X-EXTERNAL-ID for a day; returns false if it was already used. */
  async claimExternalId(bank: Method, day: string, externalId: string): Promise<boolean> {
    if (this.#externalIds.get(`${bank} ${day}`)?.has(externalId)) return false
    await this.#write({ kind: 'call', bank, day, externalId })
    return true
  }

  account(bank: Method): Account {
    const known = this.#accounts.get(bank) ?? new Account()
    this.#accounts.set(bank, known)
    return known
  }

  /** Resolves once every change so far is on disk. */
  flushed(): Promise<void> {
    return this.#journal?.flushed() ?? Promise.resolve()
  }

  /** Closes the journal; later changes are not stored. */
  async close(): Promise<void> {
    const journal = this.#journal
    this.#journal = null
    await journal?.close()
  }

  #write(entry: Entry): Promise<void> {
    this.#apply(entry)
    return this.#journal?.append(entry) ?? Promise.resolve()
  }

  #apply(entry: Entry): void {
    if (entry.kind === 'payment') this.#storePayment(entry.payment)
    else if (entry.kind === 'delivery') this.#payments.get(entry.id)?.deliveries.push(entry.delivery)
    else if (entry.kind === 'notified') Object.assign(this.#payments.get(entry.id) ?? {}, { open: false })
    else if (entry.kind === 'transfer') this.#storeTransfer(entry.transfer)
    else if (entry.kind === 'other') this.#storeOther(entry.other)
    else if (entry.kind === 'switches') this.#switches.set(entry.bank, entry.switches)
    else this.#storeExternalId(entry)
  }

  #storePayment(payment: Payment): void {
    this.#payments.set(payment.id, payment)
    this.account(payment.bank).credit(payment)
  }

  #storeTransfer(transfer: Transfer): void {
    this.#transfers.set(`${transfer.bank} ${transfer.partnerReferenceNo}`, transfer)
    this.account(transfer.bank).debit(transfer)
  }

  #storeOther(other: OtherTransfer): void {
    this.#others.add(other.id)
    this.account(other.bank).enter(other)
  }

  #storeExternalId({ bank, day, externalId }: { bank: Method; day: string; externalId: string }): void {
    const name = `${bank} ${day}`
    const ids = this.#externalIds.get(name) ?? new Set()
    this.#externalIds.set(name, ids.add(externalId))
  }
}
