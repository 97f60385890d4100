import { addTo, type Books, type Funding, sumKey } from './books.ts'
import { type Answer, idOf, type Message, moneyOf, type Reply, type Request } from './messages.ts'
import type { Rule } from './rules.ts'

/** How a cell answers a request, and what an answer does at the cell that asked. */
export type Handlers = {
  /** The answer; null if none is given. */
  answer: (tx: Transaction, message: Message) => Answer | null
  apply: (tx: Transaction, message: Message, answer: Answer) => void
}

/** Length of the periods in which cells sum up the money of their messages, in milliseconds. */
export const periodLength = 10_000
export const periodAt = (now: number): number => Math.floor(now / periodLength)

/** A transaction of one cell: its writes to the books, and what is sent once it has committed. */
export class Transaction {
  readonly messages: Message[] = []
  readonly replies: Reply[] = []
  /** The fundings whose state was changed by an answer. */
  readonly changed: Funding[] = []
  readonly books: Books
  readonly now: number
  readonly #broken: Rule | null
  readonly #handlers: Handlers

  constructor(books: Books, now: number, broken: Rule | null, handlers: Handlers) {
    this.books = books
    this.now = now
    this.#broken = broken
    this.#handlers = handlers
  }

  keeps(rule: Rule): boolean {
    return this.#broken !== rule
  }

  /** Asks another cell through the outbox. What is at this cell is answered in the same transaction, without a message. */
  ask(to: number, request: Request): void {
    const { cell: from, outbox, sent } = this.books
    const period = periodAt(this.now)
    const message = { id: idOf(request, to), from, to, period, request }
    if (to === from) {
      const answer = this.#handlers.answer(this, message)
      if (answer !== null) this.#handlers.apply(this, message, answer)
      return
    }
    outbox.set(message.id, message)
    addTo(sent, sumKey(to, period), moneyOf(request))
    this.messages.push(message)
  }

  receive(message: Message): void {
    const answer = this.#handlers.answer(this, message)
    if (answer !== null) this.replies.push({ message, answer })
  }

  /** An answer counts only while its message is in the outbox, and takes it out: so it counts once. */
  receiveReply({ message, answer }: Reply): void {
    const isAwaited = this.books.outbox.delete(message.id) || !this.keeps('row-until-answer')
    if (isAwaited || !this.keeps('answer-once')) this.#handlers.apply(this, message, answer)
  }

  /** Sums up money that a message brought. */
  addReceived({ from, period }: Message, amount: number): void {
    if (from !== this.books.cell) addTo(this.books.received, sumKey(from, period), amount)
  }

  /** Takes back money that a message did not deliver. */
  takeBack({ to, period }: Message, amount: number): void {
    if (to !== this.books.cell) addTo(this.books.sent, sumKey(to, period), -amount)
  }
}
