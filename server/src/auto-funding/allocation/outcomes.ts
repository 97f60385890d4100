/** Why a strategy was given nothing of a loan that matches it. */
export const loanReasons = [
  'LINE',
  'HAND_PICKING',
  'LEFT_TOO_SMALL',
  'REMAINDER',
  'BELOW_MINIMUM',
  'ALREADY_FUNDED',
  'BORROWER',
  'BUDGET',
  'CASH',
  'MANDATE_LOAN',
  'MANDATE_BUDGET',
  'OTHER_STRATEGY',
  'REFUSED_LATELY',
] as const
export type LoanReason = (typeof loanReasons)[number]

/** A loan that was not given: its place in the input, what was wanted, the place in the line (0: none) and the reason. */
export type NotGiven = { loan: number; wanted: number; place: number; reason: LoanReason }

/** The most loans of a strategy that are recorded one by one; all are counted. */
export const mostRecorded = 20

/** What was not given to each strategy, in arrays of numbers: a hundred thousand strategies match a thousand loans each. */
export class Outcomes {
  /** By reason, then by strategy: what one loan adds to lies side by side. */
  readonly #counts: Uint32Array
  readonly #recorded: Uint8Array
  readonly #loans: Int32Array
  readonly #wanted: Float64Array
  readonly #places: Int32Array
  readonly #reasons: Uint8Array

  readonly #strategies: number
  /** How many strategies have room for another loan. */
  #withRoom: number

  constructor(strategies: number) {
    this.#strategies = strategies
    this.#withRoom = strategies
    this.#counts = new Uint32Array(strategies * loanReasons.length)
    this.#recorded = new Uint8Array(strategies)
    this.#loans = new Int32Array(strategies * mostRecorded)
    this.#wanted = new Float64Array(strategies * mostRecorded)
    this.#places = new Int32Array(strategies * mostRecorded)
    this.#reasons = new Uint8Array(strategies * mostRecorded)
  }

  /** Whether another loan of a strategy is recorded, and not only counted. */
  hasRoom(strategy: number): boolean {
    return this.#withRoom > 0 && (this.#recorded[strategy] ?? 0) < mostRecorded
  }

  add(strategy: number, loan: number, wanted: number, reason: number, place: number): void {
    const count = reason * this.#strategies + strategy
    this.#counts[count] = (this.#counts[count] ?? 0) + 1
    if (this.#withRoom === 0) return
    const recorded = this.#recorded[strategy] ?? 0
    if (recorded === mostRecorded) return
    const at = strategy * mostRecorded + recorded
    this.#loans[at] = loan
    this.#wanted[at] = wanted
    this.#places[at] = place
    this.#reasons[at] = reason
    this.#recorded[strategy] = recorded + 1
    if (recorded + 1 === mostRecorded) this.#withRoom -= 1
  }

  /** The first loans that a strategy was not given. */
  notGiven(strategy: number): NotGiven[] {
    return Array.from({ length: this.#recorded[strategy] ?? 0 }, (_, place) => {
      const at = strategy * mostRecorded + place
      return {
        loan: this.#loans[at] ?? 0,
        wanted: this.#wanted[at] ?? 0,
        place: this.#places[at] ?? 0,
        reason: loanReasons[this.#reasons[at] ?? 0] ?? 'LINE',
      }
    })
  }

  /** How many loans were not given for each reason. */
  counts(strategy: number): Partial<Record<LoanReason, number>> {
    const counts: Partial<Record<LoanReason, number>> = {}
    for (const [place, reason] of loanReasons.entries()) {
      const count = this.#counts[place * this.#strategies + strategy] ?? 0
      if (count > 0) counts[reason] = count
    }
    return counts
  }
}

/** The number by which a reason is kept. */
export const reasonNumber = (reason: LoanReason): number => loanReasons.indexOf(reason)
