/** Why a strategy got nothing of a matching loan. */
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

/**
 * A loan that a strategy did not get: its index in the input, the demand, the place in the queue (0: none) and the
 * reason.
 */
export type NotGiven = { loan: number; wanted: number; place: number; reason: LoanReason }

/** The maximum number of loans recorded with details per strategy; further ones are only counted. */
export const mostRecorded = 20

/**
 * The loans that each strategy did not get, in typed arrays: a hundred thousand strategies match a thousand loans each.
 */
export class Outcomes {
  /** Grouped by reason, then by strategy, so that the updates of one loan are adjacent in memory. */
  readonly #counts: Uint32Array
  readonly #recorded: Uint8Array
  readonly #loans: Int32Array
  readonly #wanted: Float64Array
  readonly #places: Int32Array
  readonly #reasons: Uint8Array

  readonly #strategies: number
  /** How many strategies can still record another loan. */
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

  /** Whether the next loan of a strategy is recorded, not only counted. */
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

  /** The recorded loans that a strategy did not get. */
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

  /** The number of loans that a strategy did not get, by reason. */
  counts(strategy: number): Partial<Record<LoanReason, number>> {
    const counts: Partial<Record<LoanReason, number>> = {}
    for (const [place, reason] of loanReasons.entries()) {
      const count = this.#counts[place * this.#strategies + strategy] ?? 0
      if (count > 0) counts[reason] = count
    }
    return counts
  }
}

/** The number that represents a reason in the arrays. */
export const reasonNumber = (reason: LoanReason): number => loanReasons.indexOf(reason)
