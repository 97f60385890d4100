import type { LenderInput, LoanInput, StrategyInput } from './input.ts'
import { type LoanReason, reasonNumber } from './outcomes.ts'

/** The remaining means of each lender and strategy during a round. Lenders and strategies are indexes. */
export class Means {
  readonly #cash: Float64Array
  readonly #mandateLeft: Float64Array
  readonly #mandatePerLoan: Float64Array
  readonly #budgetLeft: Float64Array
  readonly #perLoan: Float64Array
  readonly #mostPerBorrower: Float64Array
  readonly #cashToKeep: Float64Array
  /**
   * The demand of each strategy for a loan in which its lender has nothing yet and whose borrower does not limit it.
   */
  readonly #usual: Float64Array
  readonly #firstOf: ArrayLike<number>
  /** The amounts of lenders in each loan and with each borrower. */
  readonly #inLoans = new Map<number, Map<number, InLoan>>()
  readonly #withBorrowers = new Map<number, Map<number, number>>()
  /** The strategies that skip a loan that refused them recently. */
  readonly #refused = new Map<number, Set<number>>()
  /**
   * The entries of the two maps for the current loan; then by lender, whether they have something in it (1) and their
   * amount with its borrower.
   */
  #inLoan = new Map<number, InLoan>()
  #withBorrower = new Map<number, number>()
  readonly #isInLoan: Uint8Array
  readonly #withBorrowerNow: Float64Array
  #refusedNow: ReadonlySet<number> | undefined
  /** The reason why the last result of `wantOf` was below the minimum, as a number. */
  reason = 0

  /**
   * Computes the means of all lenders.
   * @param firstOf the index of each lender's first strategy, followed by the number of strategies
   */
  constructor(
    lenders: readonly LenderInput[],
    strategies: readonly StrategyInput[],
    firstOf: ArrayLike<number>,
  ) {
    this.#cash = Float64Array.from(lenders, ({ cash }) => cash)
    this.#mandateLeft = Float64Array.from(lenders, ({ mandateLeft }) => mandateLeft)
    this.#mandatePerLoan = Float64Array.from(lenders, ({ mandatePerLoan }) => mandatePerLoan)
    this.#budgetLeft = Float64Array.from(strategies, ({ budgetLeft }) => budgetLeft)
    this.#perLoan = Float64Array.from(strategies, ({ perLoan }) => perLoan)
    this.#mostPerBorrower = Float64Array.from(
      strategies,
      ({ mostPerBorrower }) => mostPerBorrower ?? Number.MAX_SAFE_INTEGER,
    )
    this.#cashToKeep = Float64Array.from(strategies, ({ cashToKeep }) => cashToKeep)
    this.#usual = new Float64Array(strategies.length)
    this.#firstOf = firstOf
    for (const lender of lenders.keys()) this.#refresh(lender)
    this.#isInLoan = new Uint8Array(lenders.length)
    this.#withBorrowerNow = new Float64Array(lenders.length)
    for (const [lender, { inLoans, withBorrowers }] of lenders.entries()) {
      for (const [loan, amount, automatic] of inLoans)
        mapOf(this.#inLoans, loan).set(lender, { amount, automatic })
      for (const [of, amount] of withBorrowers) mapOf(this.#withBorrowers, of).set(lender, amount)
    }
    for (const [strategy, { refusedLately = [] }] of strategies.entries())
      for (const loan of refusedLately)
        this.#refused.set(loan, (this.#refused.get(loan) ?? new Set()).add(strategy))
  }

  turnTo(loan: LoanInput): void {
    for (const lender of this.#inLoan.keys()) this.#isInLoan[lender] = 0
    for (const lender of this.#withBorrower.keys()) this.#withBorrowerNow[lender] = 0
    this.#inLoan = mapOf(this.#inLoans, loan.id)
    this.#withBorrower = mapOf(this.#withBorrowers, loan.borrower)
    for (const lender of this.#inLoan.keys()) this.#isInLoan[lender] = 1
    for (const [lender, amount] of this.#withBorrower) this.#withBorrowerNow[lender] = amount
    this.#refusedNow = this.#refused.get(loan.id)
  }

  /**
   * The demand of a lender's strategy for the current loan under all its limits. Below the minimum it is 0, and
   * `reason` names the limit. It runs for each matching pair of a strategy and a loan, so the common case compares only
   * three figures.
   */
  wantOf(lender: number, strategy: number, minimum: number): number {
    const usual = this.#usual[strategy] ?? 0
    const room = (this.#mostPerBorrower[strategy] ?? 0) - (this.#withBorrowerNow[lender] ?? 0)
    const want = usual < room ? usual : room
    if (want >= minimum && this.#isInLoan[lender] === 0 && this.#refusedNow === undefined) return want
    return this.#refusedNow?.has(strategy)
      ? this.#nothing(refusedLately)
      : this.#wantByLimits(lender, strategy, minimum)
  }

  /** Checks limit by limit, to find the reason. */
  #wantByLimits(lender: number, strategy: number, minimum: number): number {
    this.reason = belowMinimum
    const perLoan = this.#perLoan[strategy] ?? 0
    let want = this.#atMost(perLoan, this.#budgetLeft[strategy] ?? 0, budget)
    want = this.#atMost(want, (this.#cash[lender] ?? 0) - (this.#cashToKeep[strategy] ?? 0), cash)
    want = this.#atMost(want, this.#mandateLeft[lender] ?? 0, mandateBudget)
    if (want < minimum) return 0
    const there = this.#isInLoan[lender] === 0 ? undefined : this.#inLoan.get(lender)
    if (there) want = this.#atMost(want, perLoan - there.amount, alreadyFunded)
    want = this.#atMost(want, (this.#mandatePerLoan[lender] ?? 0) - (there?.automatic ?? 0), mandateLoan)
    const withBorrower = this.#withBorrowerNow[lender] ?? 0
    want = this.#atMost(want, (this.#mostPerBorrower[strategy] ?? 0) - withBorrower, borrower)
    return want < minimum ? 0 : want
  }

  #nothing(reason: number): 0 {
    this.reason = reason
    return 0
  }

  perLoan(strategy: number): number {
    return this.#perLoan[strategy] ?? 0
  }

  #atMost(want: number, most: number, reason: number): number {
    if (most >= want) return want
    this.reason = reason
    return most
  }

  spend(lender: number, strategy: number, amount: number): void {
    this.#cash[lender] = (this.#cash[lender] ?? 0) - amount
    this.#mandateLeft[lender] = (this.#mandateLeft[lender] ?? 0) - amount
    this.#budgetLeft[strategy] = (this.#budgetLeft[strategy] ?? 0) - amount
    const withBorrower = (this.#withBorrower.get(lender) ?? 0) + amount
    this.#withBorrower.set(lender, withBorrower)
    this.#withBorrowerNow[lender] = withBorrower
    this.#refresh(lender)
  }

  /** Recomputes the usual demand of a lender's strategies after the lender's means have changed. */
  #refresh(lender: number): void {
    const end = this.#firstOf[lender + 1] ?? 0
    for (let strategy = this.#firstOf[lender] ?? 0; strategy < end; strategy += 1)
      this.#usual[strategy] = Math.min(
        this.#perLoan[strategy] ?? 0,
        this.#budgetLeft[strategy] ?? 0,
        (this.#cash[lender] ?? 0) - (this.#cashToKeep[strategy] ?? 0),
        this.#mandateLeft[lender] ?? 0,
        this.#mandatePerLoan[lender] ?? 0,
      )
  }
}

type InLoan = { amount: number; automatic: number }

function mapOf<Value>(maps: Map<number, Map<number, Value>>, key: number): Map<number, Value> {
  const map = maps.get(key) ?? new Map<number, Value>()
  maps.set(key, map)
  return map
}

const numberOf = (reason: LoanReason): number => reasonNumber(reason)
const refusedLately = numberOf('REFUSED_LATELY')
const belowMinimum = numberOf('BELOW_MINIMUM')
const alreadyFunded = numberOf('ALREADY_FUNDED')
const borrower = numberOf('BORROWER')
const budget = numberOf('BUDGET')
const cash = numberOf('CASH')
const mandateLoan = numberOf('MANDATE_LOAN')
const mandateBudget = numberOf('MANDATE_BUDGET')
