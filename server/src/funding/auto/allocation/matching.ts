import type { LoanInput, StrategyInput } from './input.ts'

/** The conditions on a loan that many strategies share. */
export type Filter = Pick<
  StrategyInput,
  'types' | 'grades' | 'interestFrom' | 'interestTo' | 'tenorFrom' | 'tenorTo' | 'period'
>

export const fits = (filter: Filter, loan: LoanInput): boolean =>
  isWithin(loan.interest, filter.interestFrom, filter.interestTo) &&
  isWithin(loan.tenor, filter.tenorFrom, filter.tenorTo) &&
  (filter.period === null || filter.period === loan.period) &&
  (filter.types === null || filter.types.includes(loan.type)) &&
  (filter.grades === null || filter.grades.includes(loan.grade))

const isWithin = (value: number, from: number | null, to: number | null): boolean =>
  (from === null || value >= from) && (to === null || value <= to)

/** The distinct filters of all strategies, each evaluated once per loan. */
export class Matching {
  readonly #filters: Filter[] = []
  /** The filter index of each strategy, and whether the current loan matches a filter: 1 or 0. */
  readonly filterOf: Int32Array
  readonly isFitting: Uint8Array

  constructor(strategies: readonly Filter[]) {
    const known = new Map<string, number>()
    this.filterOf = Int32Array.from(strategies, (strategy) => {
      const { types, grades, interestFrom, interestTo, tenorFrom, tenorTo, period } = strategy
      const key = JSON.stringify([types, grades, interestFrom, interestTo, tenorFrom, tenorTo, period])
      const number = known.get(key) ?? this.#filters.push(strategy) - 1
      known.set(key, number)
      return number
    })
    this.isFitting = new Uint8Array(this.#filters.length)
  }

  /** Evaluates the filters for the next loan. */
  turnTo(loan: LoanInput): void {
    for (const [number, filter] of this.#filters.entries())
      this.isFitting[number] = fits(filter, loan) ? 1 : 0
  }
}
