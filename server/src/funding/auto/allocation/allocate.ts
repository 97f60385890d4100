import type { LoanInput, RoundInput, StrategyInput } from './input.ts'
import { Line } from './line.ts'
import { Matching } from './matching.ts'
import { Means } from './means.ts'
import { type LoanReason, Outcomes, reasonNumber } from './outcomes.ts'
import { shareOut } from './share-out.ts'

/**
 * An allocation of a loan to a lender for one of their strategies. Whole rupiah; lenders, loans and strategies are
 * indexes in the input.
 */
export type Given = {
  lenderId: number
  strategyId: string
  version: number
  loanId: number
  wanted: number
  amount: number
  /** The lender's place in the queue for the loan, from 1, and the length of the queue. */
  place: number
  lineLength: number
}

export type Allocation = {
  given: readonly Given[]
  /** For each strategy, in input order: its lender, and the loans that it did not get. */
  strategies: readonly { lenderId: number; strategy: StrategyInput }[]
  outcomes: Outcomes
  /** The length of the queue for each loan. */
  lineLengths: readonly number[]
}

/** Runs the allocation of a round without interruption. */
export function allocate(input: RoundInput): Allocation {
  const steps = allocateStepwise(input)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Allocates loans to lenders by their strategies (docs/auto-funding.md): loan by loan in input order, each among the lenders
 * with demand and means, those served longest ago first. It depends only on its input, and yields after each loan so
 * that the process can do other work.
 */
export function* allocateStepwise(input: RoundInput): Generator<undefined, Allocation> {
  // Sorted in queue order, so that the data of consecutive lenders are adjacent in memory.
  const lenders = input.lenders.toSorted((a, b) => a.since - b.since || a.id - b.id)
  const strategies = lenders.flatMap(({ id, strategies: own }) =>
    own.map((strategy) => ({ lenderId: id, strategy })),
  )
  const round = new Round({ ...input, lenders }, strategies)
  for (const place of input.loans.keys()) {
    round.allocateLoan(place)
    yield
  }
  return { given: round.given, strategies, outcomes: round.outcomes, lineLengths: round.lineLengths }
}

class Round {
  readonly given: Given[] = []
  readonly outcomes: Outcomes
  readonly lineLengths: number[] = []
  readonly #input: RoundInput
  readonly #strategies: Allocation['strategies']
  /** The index of each lender's first strategy. */
  readonly #firstOf: Int32Array
  readonly #line: Line
  readonly #means: Means
  readonly #matching: Matching
  /**
   * For the current loan: the lenders in its queue, in queue order, each with the strategy that asks and the amount.
   */
  readonly #lenders: Int32Array
  readonly #asking: Int32Array
  readonly #wants: Float64Array
  #asked = 0
  #wanted = 0

  constructor(input: RoundInput, strategies: Allocation['strategies']) {
    const own = strategies.map(({ strategy }) => strategy)
    const count = input.lenders.length
    this.#input = input
    this.#strategies = strategies
    this.#firstOf = new Int32Array(count + 1)
    for (const [place, lender] of input.lenders.entries())
      this.#firstOf[place + 1] = (this.#firstOf[place] ?? 0) + lender.strategies.length
    this.#line = new Line(input.lenders)
    this.#means = new Means(input.lenders, own, this.#firstOf)
    this.#matching = new Matching(own)
    this.#lenders = new Int32Array(count)
    this.#asking = new Int32Array(count)
    this.#wants = new Float64Array(count)
    this.outcomes = new Outcomes(strategies.length)
  }

  allocateLoan(place: number): void {
    const loan = this.#input.loans[place]
    if (!loan) return
    this.#matching.turnTo(loan)
    this.#means.turnTo(loan)
    this.#standInLine(place, loan)
    const length = this.#asked
    this.lineLengths.push(length)
    const amounts = shareOut({ wants: this.#wants.subarray(0, length), sum: this.#wanted }, loan)
    const reason = whyNothing(loan, length)
    const served: number[] = []
    for (let index = 0; index < length; index += 1) {
      const [strategy, wanted] = [this.#asking[index] ?? 0, this.#wants[index] ?? 0]
      const amount = amounts[index] ?? 0
      if (amount === 0) {
        this.outcomes.add(strategy, place, wanted, reason, index + 1)
        continue
      }
      const lender = this.#lenders[index] ?? 0
      this.#give(strategy, { loanId: loan.id, wanted, amount, place: index + 1, lineLength: length })
      this.#means.spend(lender, strategy, amount)
      served.push(lender)
    }
    this.#line.moveToEnd(served)
  }

  #give(strategy: number, what: Omit<Given, 'lenderId' | 'strategyId' | 'version'>): void {
    const found = this.#strategies[strategy]
    if (!found) throw new Error(`there is no strategy at ${strategy}`)
    const { id: strategyId, version } = found.strategy
    this.given.push({ lenderId: found.lenderId, strategyId, version, ...what })
  }

  /**
   * Builds the queue of the current loan. It runs for each pair of a lender and a loan, so it is optimised for speed.
   */
  #standInLine(place: number, loan: LoanInput): void {
    const { members, moments, length } = this.#line
    let moment = 0
    let from = 0
    this.#asked = 0
    this.#wanted = 0
    for (let entry = 0; entry < length; entry += 1) {
      const lender = members[entry] ?? -1
      if (lender < 0 || !this.#ask(lender, place, loan)) continue
      const now = moments[entry] ?? 0
      if (now !== moment) {
        this.#breakTies(from, this.#asked - 1, loan)
        from = this.#asked - 1
        moment = now
      }
    }
    this.#breakTies(from, this.#asked, loan)
  }

  /**
   * Uses the first of a lender's strategies that wants the loan.
   * @returns whether the lender is in the queue of the loan
   */
  #ask(lender: number, place: number, loan: LoanInput): boolean {
    const { filterOf, isFitting } = this.#matching
    const end = this.#firstOf[lender + 1] ?? 0
    let asks = false
    for (let strategy = this.#firstOf[lender] ?? 0; strategy < end; strategy += 1) {
      if (isFitting[filterOf[strategy] ?? 0] !== 1) continue
      const want = asks ? 0 : this.#means.wantOf(lender, strategy, loan.minimum)
      if (want === 0) {
        const perLoan = this.#means.perLoan(strategy)
        this.outcomes.add(strategy, place, perLoan, asks ? otherStrategy : this.#means.reason, 0)
        continue
      }
      asks = true
      this.#lenders[this.#asked] = lender
      this.#asking[this.#asked] = strategy
      this.#wants[this.#asked] = want
      this.#wanted += want
      this.#asked += 1
    }
    return asks
  }

  /**
   * Sorts a part of the queue whose lenders are tied. Behind the last lender whom the loan can serve, the order only
   * matters if a queue position is recorded for the report.
   */
  #breakTies(from: number, to: number, loan: LoanInput): void {
    if (to - from < 2) return
    if (from * loan.minimum >= loan.automatic && !this.#isAnyRecorded(from, to)) return
    const tied = new Map<number, { strategy: number; want: number }>()
    for (let index = from; index < to; index += 1)
      tied.set(this.#lenders[index] ?? 0, {
        strategy: this.#asking[index] ?? 0,
        want: this.#wants[index] ?? 0,
      })
    for (const [index, lender] of this.#line.breakTies(loan.number, [...tied.keys()]).entries()) {
      const { strategy = 0, want = 0 } = tied.get(lender) ?? {}
      this.#lenders[from + index] = lender
      this.#asking[from + index] = strategy
      this.#wants[from + index] = want
    }
  }

  #isAnyRecorded(from: number, to: number): boolean {
    for (let index = from; index < to; index += 1)
      if (this.outcomes.hasRoom(this.#asking[index] ?? 0)) return true
    return false
  }
}

const otherStrategy = reasonNumber('OTHER_STRATEGY')

/**
 * The reason why a lender in the queue of a loan gets nothing; it depends on whether the remainder would have served
 * the whole queue.
 */
function whyNothing({ left, automatic, minimum }: LoanInput, lineLength: number): number {
  const stepsOf = (amount: number) => Math.floor(amount / minimum)
  const reason = (): LoanReason => {
    if (automatic < left && stepsOf(automatic) < Math.min(lineLength, stepsOf(left))) return 'HAND_PICKING'
    if (left < minimum) return 'LEFT_TOO_SMALL'
    return stepsOf(left) < lineLength ? 'LINE' : 'REMAINDER'
  }
  return reasonNumber(reason())
}
