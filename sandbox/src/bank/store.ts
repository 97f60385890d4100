import { Journal } from '../platform/journal.ts'
import { type Method, METHODS } from './keys.ts'
import {
  type Delivery,
  type Payment,
  type StatementLine,
  type Switches,
  type Transfer,
  turnsTo,
} from './model.ts'

/** The opening balance of the app's account at each bank, in whole rupiah. */
const OPENING = 1_000_000_000_000

type Entry =
  | { kind: 'payment'; payment: Payment }
  | { kind: 'delivery'; id: string; delivery: Delivery }
  | { kind: 'notified'; id: string }
  | { kind: 'transfer'; transfer: Transfer }
  | { kind: 'switches'; bank: Method; switches: Switches }
  | { kind: 'call'; bank: Method; day: string; externalId: string }

/** The data of both banks: every change is an entry of a journal that is replayed at the next start. */
export class Store {
  readonly #payments = new Map<string, Payment>()
  readonly #transfers = new Map<string, Transfer>()
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

  /** The lines of the app's account up to a time, the oldest first. */
  statement(bank: Method, now: number): StatementLine[] {
    const paidIn = [...this.#payments.values()].flatMap((payment) => creditOf(payment, bank))
    const paidOut = [...this.#transfers.values()].flatMap((transfer) => linesOf(transfer, bank))
    return [...paidIn, ...paidOut].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)
  }

  /** The balance available for another transfer, in whole rupiah: pending transfers count as spent. */
  available(bank: Method): number {
    let rest = OPENING
    for (const payment of this.#payments.values()) {
      for (const { amount } of creditOf(payment, bank)) rest += amount
    }
    for (const transfer of this.#transfers.values()) {
      if (transfer.bank !== bank) continue
      rest -= (turnsTo(transfer, '00').length - turnsTo(transfer, '04').length) * transfer.amount
    }
    return rest
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
    if (entry.kind === 'payment') this.#payments.set(entry.payment.id, entry.payment)
    else if (entry.kind === 'delivery') this.#payments.get(entry.id)?.deliveries.push(entry.delivery)
    else if (entry.kind === 'notified') Object.assign(this.#payments.get(entry.id) ?? {}, { open: false })
    else if (entry.kind === 'transfer') {
      this.#transfers.set(`${entry.transfer.bank} ${entry.transfer.partnerReferenceNo}`, entry.transfer)
    } else if (entry.kind === 'switches') this.#switches.set(entry.bank, entry.switches)
    else this.#storeExternalId(entry)
  }

  #storeExternalId({ bank, day, externalId }: { bank: Method; day: string; externalId: string }): void {
    const name = `${bank} ${day}`
    const ids = this.#externalIds.get(name) ?? new Set()
    this.#externalIds.set(name, ids.add(externalId))
  }
}

/** A forged or unlisted notice has no line on the bank statement; a forged one reports money that never arrived. */
function creditOf({ id, amount, bank, number, fault, paidAt }: Payment, ofBank: Method): StatementLine[] {
  if (bank !== ofBank || fault === 'forged' || fault === 'unlisted') return []
  return [
    {
      at: Date.parse(paidAt),
      type: 'CREDIT',
      amount,
      transactionId: id,
      remark: `VA ${number}`,
      detailInfo: { paymentRequestId: id, virtualAccountNo: number },
    },
  ]
}

/** One statement line each time the transfer is paid, and one for each return. */
function linesOf(transfer: Transfer, ofBank: Method): StatementLine[] {
  const { bank, account, amount, partnerReferenceNo, referenceNo, fault } = transfer
  if (bank !== ofBank || fault === 'unstated') return []
  const line = (type: StatementLine['type'], remark: string) => (at: number, place: number) => ({
    at,
    type,
    amount: fault === 'statedMore' ? amount + 1_000 : amount,
    transactionId: place === 0 ? referenceNo : `${referenceNo}-${place + 1}`,
    remark: `${remark} ${account}`,
    detailInfo: { partnerReferenceNo },
  })
  return [
    ...turnsTo(transfer, '00').map(line('DEBIT', 'TRF')),
    ...turnsTo(transfer, '04').map(line('CREDIT', 'RETUR')),
  ]
}
