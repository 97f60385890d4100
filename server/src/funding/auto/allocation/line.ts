import { seedOf, tieWith } from './tie.ts'

/** The share of removed entries above which the queue is compacted. */
const gaps = 0.1

/**
 * The queue of lenders, those served longest ago first. Lenders served at the same time are tied, and each loan breaks
 * ties by its own number.
 */
export class Line {
  readonly #ids: Float64Array
  /** Lenders in queue order, tied ones by id; -1 where one has moved to the end. */
  readonly members: Int32Array
  /** The time of each entry; equal for lenders who are tied. */
  readonly moments: Int32Array
  length = 0
  readonly #entryOf: Int32Array
  #nextMoment = 0

  constructor(lenders: readonly { id: number; since: number }[]) {
    this.#ids = Float64Array.from(lenders, ({ id }) => id)
    const most = Math.ceil(lenders.length * (1 + gaps))
    this.members = new Int32Array(most)
    this.moments = new Int32Array(most)
    this.#entryOf = new Int32Array(lenders.length)
    const order = lenders
      .map((_, place) => place)
      .toSorted((a, b) => sinceOf(lenders, a) - sinceOf(lenders, b) || this.#id(a) - this.#id(b))
    let before = Number.NaN
    for (const lender of order) {
      const since = sinceOf(lenders, lender)
      if (since !== before) this.#nextMoment += 1
      before = since
      this.#push(lender, this.#nextMoment)
    }
    this.#nextMoment += 1
  }

  /** Sorts tied lenders by the tie-break of a loan. */
  breakTies(loanNumber: string, lenders: readonly number[]): number[] {
    const seed = seedOf(loanNumber)
    return lenders
      .map((lender) => ({ lender, id: this.#id(lender), tie: tieWith(seed, this.#id(lender)) }))
      .toSorted((a, b) => a.tie - b.tie || a.id - b.id)
      .map(({ lender }) => lender)
  }

  moveToEnd(lenders: readonly number[]): void {
    if (lenders.length === 0) return
    for (const lender of lenders) this.members[this.#entryOf[lender] ?? 0] = -1
    if (this.length + lenders.length > this.members.length) this.#compact()
    for (const lender of lenders.toSorted((a, b) => this.#id(a) - this.#id(b)))
      this.#push(lender, this.#nextMoment)
    this.#nextMoment += 1
  }

  #push(lender: number, moment: number): void {
    this.members[this.length] = lender
    this.moments[this.length] = moment
    this.#entryOf[lender] = this.length
    this.length += 1
  }

  #compact(): void {
    const before = this.length
    this.length = 0
    for (let entry = 0; entry < before; entry += 1) {
      const lender = this.members[entry] ?? -1
      if (lender >= 0) this.#push(lender, this.moments[entry] ?? 0)
    }
  }

  #id(lender: number): number {
    return this.#ids[lender] ?? 0
  }
}

const sinceOf = (lenders: readonly { since: number }[], place: number): number => lenders[place]?.since ?? 0
