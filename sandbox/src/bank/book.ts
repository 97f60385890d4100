import { Journal } from '../platform/journal.ts'
import { type Method, METHODS } from './keys.ts'
import {
  type Delivery,
  type Payment,
  type StatementLine,
  type Switches,
  type Transfer,
  turnTo,
} from './model.ts'

/** What the app's account at each bank has on the first day, in rupiah. */
const OPENING = 1_000_000_000_000

type Entry =
  | { kind: 'payment'; payment: Payment }
  | { kind: 'delivery'; id: string; delivery: Delivery }
  | { kind: 'told'; id: string }
  | { kind: 'transfer'; transfer: Transfer }
  | { kind: 'switches'; bank: Method; switches: Switches }
  | { kind: 'call'; bank: Method; day: string; externalId: string }

/** The memory of both banks: every change is an entry of a journal that is read again at the next start. */
export class Book {
  readonly #payments = new Map<string, Payment>()
  readonly #transfers = new Map<string, Transfer>()
  readonly #switches = new Map<Method, Switches>(
    METHODS.map((method) => [method, { notices: null, transfers: null }]),
  )
  readonly #externalIds = new Map<string, Set<string>>()
  #journal: Journal | null = null

  static async open(file: string): Promise<Book> {
    const book = new Book()
    book.#journal = await Journal.open(file, (entry) => book.#apply(entry as Entry))
    return book
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

  /** Notes what came of a notice of a payment. */
  note(id: string, delivery: Delivery): Promise<void> {
    return this.#write({ kind: 'delivery', id, delivery })
  }

  /** The app has answered for good. */
  endTelling(id: string): Promise<void> {
    return this.#write({ kind: 'told', id })
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

  /** Takes an X-EXTERNAL-ID for a day; false where it had its turn. */
  async takeExternalId(bank: Method, day: string, externalId: string): Promise<boolean> {
    if (this.#externalIds.get(`${bank} ${day}`)?.has(externalId)) return false
    await this.#write({ kind: 'call', bank, day, externalId })
    return true
  }

  /** The lines of the app's account that are there at a time, the oldest first. */
  statement(bank: Method, now: number): StatementLine[] {
    const paidIn = [...this.#payments.values()].flatMap((payment) => creditOf(payment, bank))
    const paidOut = [...this.#transfers.values()].flatMap((transfer) => linesOf(transfer, bank))
    return [...paidIn, ...paidOut].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)
  }

  /** What is left for another transfer, in rupiah: what was promised counts as spent. */
  available(bank: Method): number {
    let rest = OPENING
    for (const payment of this.#payments.values()) {
      for (const { amount } of creditOf(payment, bank)) rest += amount
    }
    for (const transfer of this.#transfers.values()) {
      if (transfer.bank !== bank || turnTo(transfer, '00') === null) continue
      if (turnTo(transfer, '04') === null) rest -= transfer.amount
    }
    return rest
  }

  /** Resolves once everything that was answered until now is on the disk. */
  flushed(): Promise<void> {
    return this.#journal?.flushed() ?? Promise.resolve()
  }

  /** What comes after this is not kept: it comes again at the next start. */
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
    else if (entry.kind === 'told') Object.assign(this.#payments.get(entry.id) ?? {}, { open: false })
    else if (entry.kind === 'transfer') {
      this.#transfers.set(`${entry.transfer.bank} ${entry.transfer.partnerReferenceNo}`, entry.transfer)
    } else if (entry.kind === 'switches') this.#switches.set(entry.bank, entry.switches)
    else this.#keepExternalId(entry)
  }

  #keepExternalId({ bank, day, externalId }: { bank: Method; day: string; externalId: string }): void {
    const name = `${bank} ${day}`
    const ids = this.#externalIds.get(name) ?? new Set()
    this.#externalIds.set(name, ids.add(externalId))
  }
}

/** A forged notice tells of money that was never there. */
function creditOf({ id, amount, bank, number, trouble, paidAt }: Payment, ofBank: Method): StatementLine[] {
  if (bank !== ofBank || trouble === 'forged') return []
  return [
    {
      at: Date.parse(paidAt),
      type: 'CREDIT',
      amount,
      transactionId: id,
      remark: `VA ${number}`,
      detailInfo: { paymentRequestId: id },
    },
  ]
}

function linesOf(transfer: Transfer, ofBank: Method): StatementLine[] {
  const { bank, account, amount, partnerReferenceNo, referenceNo, trouble } = transfer
  const paidAt = turnTo(transfer, '00')
  if (bank !== ofBank || paidAt === null || trouble === 'unstated') return []
  const line: StatementLine = {
    at: paidAt,
    type: 'DEBIT',
    amount: trouble === 'statedMore' ? amount + 1_000 : amount,
    transactionId: referenceNo,
    remark: `TRF ${account}`,
    detailInfo: { partnerReferenceNo },
  }
  const returnedAt = turnTo(transfer, '04')
  if (returnedAt === null) return [line]
  return [line, { ...line, at: returnedAt, type: 'CREDIT', remark: `RETUR ${account}` }]
}
