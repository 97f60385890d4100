import { type Books, emptyBooks, type Funding, type FundingState } from '../protocol/books.ts'
import { handlers } from '../protocol/handlers.ts'
import { expire, fund, type FundInput, giveUp } from '../protocol/lenders.ts'
import { releaseReservation } from '../protocol/loans.ts'
import type { Message, Packet } from '../protocol/messages.ts'
import type { Rule } from '../protocol/rules.ts'
import { Transaction } from '../protocol/transaction.ts'
import { Batches, type Step } from './batches.ts'
import { costOf, stepCost } from './costs.ts'
import { OutboxRelay } from './outbox-relay.ts'
import type { Timeline } from './timeline.ts'

export type Outcome = FundingState | 'in-process'

export type CellOptions = {
  broken: Rule | null
  /** How long a client waits for the loan's home until the answer is that its funding is in process. */
  answerAfter: number
  /** How long a reservation waits for its signature. */
  expiresAfter: number
}

/** One primary: its books, which survive, and all that it has in memory, which a crash loses. */
export class Cell {
  books: Books
  isUp = true
  readonly #timeline: Timeline
  readonly #options: CellOptions
  readonly #send: (to: number, packet: Packet) => void
  readonly #batches: Batches
  readonly #relay: OutboxRelay
  /** Clients that wait for the answer of the loan's home, by funding. */
  #clients = new Map<number, ((outcome: Outcome) => void)[]>()
  /** The messages that wait for their transaction. A queue longer than the sender's patience would double itself by repeats. */
  #waiting = new Set<string>()
  #incarnation = 0
  /** Not part of the books: ids are random in the product, and never made twice. */
  #fundings = 0

  constructor(
    number: number,
    timeline: Timeline,
    options: CellOptions,
    send: (to: number, packet: Packet) => void,
  ) {
    this.books = emptyBooks(number)
    this.#timeline = timeline
    this.#options = options
    this.#send = send
    this.#batches = new Batches(timeline, (steps) => this.#commit(steps))
    const resend = (messages: readonly Message[]) => this.#dispatch({ messages, replies: [] })
    this.#relay = new OutboxRelay(timeline, () => this.books.outbox, resend)
  }

  /** Milliseconds of a core that its steps took so far. */
  get worked(): number {
    return this.#batches.worked
  }

  submit(step: Step): void {
    if (this.isUp) this.#batches.add(step)
  }

  fund(input: FundInput, respond: (outcome: Outcome) => void): void {
    let funding: Funding | undefined
    this.submit({
      cost: input.home === this.books.cell ? stepCost.local : stepCost.ask,
      run: (tx) => {
        funding = fund(tx, this.#nextId(), input)
      },
      done: () => funding && this.#respond(funding, respond),
    })
  }

  receive({ messages, replies }: Packet): void {
    if (!this.isUp) return
    for (const message of messages) {
      const { request } = message
      if (this.#waiting.has(message.id)) continue
      this.#waiting.add(message.id)
      this.submit({
        cost: costOf(request),
        ...(request.kind === 'reserve' ? { lock: request.loan } : {}),
        run: (tx) => {
          this.#waiting.delete(message.id)
          tx.receive(message)
        },
        done: () => this.#afterReceived(message),
      })
    }
    for (const reply of replies) this.submit({ cost: stepCost.answer, run: (tx) => tx.receiveReply(reply) })
  }

  pauseFor(time: number): void {
    this.#batches.pauseUntil(this.#timeline.now + time)
  }

  crash(): void {
    this.isUp = false
    this.#incarnation += 1
    this.#clients = new Map()
    this.#waiting = new Set()
    this.#batches.crash()
    this.#relay.crash()
  }

  start(): void {
    this.isUp = true
    if (this.#keeps('outbox-at-start')) this.#relay.start()
    for (const funding of this.books.fundings.values()) this.#expireInTime(funding)
  }

  /** The cell is part of the id, so that no two cells make the same. */
  #nextId(): number {
    this.#fundings += 1
    return this.#fundings * 1_000 + this.books.cell
  }

  #commit(steps: readonly Step[]): void {
    const tx = new Transaction(this.books, this.#timeline.now, this.#options.broken, handlers)
    for (const step of steps) step.run(tx)
    this.#dispatch(tx)
    for (const message of tx.messages) this.#afterSent(message)
    for (const funding of tx.changed) this.#afterChanged(funding)
    for (const step of steps) step.done?.()
  }

  /** What one transaction has for another cell goes there together. */
  #dispatch({ messages, replies }: Packet): void {
    const messagesTo = Map.groupBy(messages, ({ to }) => to)
    const repliesTo = Map.groupBy(replies, ({ message }) => message.from)
    for (const to of new Set([...messagesTo.keys(), ...repliesTo.keys()]))
      this.#send(to, { messages: messagesTo.get(to) ?? [], replies: repliesTo.get(to) ?? [] })
  }

  #afterSent(message: Message): void {
    if (this.#keeps('row-until-answer')) this.#relay.follow(message)
    else this.books.outbox.delete(message.id)
    const { request } = message
    if (request.kind === 'reserve' && !this.#keeps('hold-until-answer'))
      this.#later(5_000, (tx) => giveUp(tx, request.funding))
  }

  #afterReceived({ request }: Message): void {
    if (request.kind === 'reserve' && !this.#keeps('expiry-at-one-cell'))
      this.#later(this.#options.expiresAfter / 2, (tx) => releaseReservation(tx, request.funding))
  }

  #afterChanged(funding: Funding): void {
    this.#expireInTime(funding)
    for (const respond of this.#clients.get(funding.id) ?? []) respond(funding.state)
    this.#clients.delete(funding.id)
  }

  #expireInTime({ id, state, reservedAt }: Funding): void {
    if (state !== 'reserved') return
    const left = reservedAt + this.#options.expiresAfter - this.#timeline.now
    this.#later(left, (tx) => expire(tx, id))
  }

  /** Responds at once, or when the loan's home has answered, or that it takes longer. */
  #respond(funding: Funding, respond: (outcome: Outcome) => void): void {
    if (funding.state !== 'asked') {
      respond(funding.state)
      return
    }
    let isDone = false
    const once = (outcome: Outcome): void => {
      if (!isDone) respond(outcome)
      isDone = true
    }
    this.#clients.set(funding.id, [...(this.#clients.get(funding.id) ?? []), once])
    const incarnation = this.#incarnation
    this.#timeline.after(this.#options.answerAfter, () => {
      if (incarnation === this.#incarnation) once('in-process')
    })
  }

  #later(delay: number, run: (tx: Transaction) => void): void {
    const incarnation = this.#incarnation
    this.#timeline.after(delay, () => {
      if (incarnation === this.#incarnation) this.submit({ cost: stepCost.operator, run })
    })
  }

  #keeps(rule: Rule): boolean {
    return this.#options.broken !== rule
  }
}
