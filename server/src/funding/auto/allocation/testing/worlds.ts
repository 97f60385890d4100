import * as fc from 'fast-check'
import type { LenderInput, LoanInput, RoundInput, StrategyInput } from '../input.ts'

const step = 100_000
const steps = (max: number) => fc.integer({ min: 0, max }).map((count) => count * step)
/** Generates amounts around the limits of the rules. */
const amount = fc.oneof(
  steps(30),
  fc.integer({ min: 0, max: 3_000_000 }),
  fc.constantFrom(step - 1, step + 1),
)
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })

const loan = (place: number): fc.Arbitrary<LoanInput> =>
  fc
    .record({
      borrower: fc.integer({ min: 1, max: 3 }),
      type: fc.integer({ min: 1, max: 2 }),
      grade: fc.constantFrom('A', 'B', '-'),
      interest: fc.constantFrom(100_000, 120_000, 180_000),
      tenor: fc.integer({ min: 1, max: 12 }),
      period: fc.integer({ min: 1, max: 3 }),
      minimum: fc.constantFrom(step, 2 * step, 150_000),
      leftAbove: amount,
      hand: fc.oneof(fc.constant(0), amount),
    })
    .map(({ leftAbove, hand, ...rest }) => {
      const left = rest.minimum + leftAbove
      return { ...rest, id: place + 1, number: `L-${place + 1}`, left, automatic: Math.max(0, left - hand) }
    })

const strategy: fc.Arbitrary<Omit<StrategyInput, 'id' | 'version'>> = fc.record({
  types: optional(fc.uniqueArray(fc.integer({ min: 1, max: 2 }), { minLength: 1, maxLength: 2 })),
  grades: optional(fc.uniqueArray(fc.constantFrom('A', 'B', '-'), { minLength: 1 })),
  interestFrom: optional(fc.constantFrom(110_000, 150_000)),
  interestTo: optional(fc.constantFrom(120_000, 200_000)),
  tenorFrom: optional(fc.integer({ min: 1, max: 6 })),
  tenorTo: optional(fc.integer({ min: 6, max: 12 })),
  period: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
  ),
  perLoan: amount,
  mostPerBorrower: optional(amount),
  cashToKeep: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: amount }),
  budgetLeft: amount.map((budget) => budget * 2),
  refusedLately: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }) },
  ),
})

const lender = (place: number): fc.Arbitrary<LenderInput> =>
  fc
    .record({
      since: fc.integer({ min: 0, max: 3 }),
      cash: amount.map((cash) => cash * 3),
      mandatePerLoan: fc.oneof(fc.constant(100 * step), amount),
      mandateLeft: fc.oneof(fc.constant(500 * step), amount),
      inLoan: optional(fc.tuple(fc.integer({ min: 1, max: 3 }), amount)),
      withBorrower: optional(fc.tuple(fc.integer({ min: 1, max: 3 }), amount)),
      strategies: fc.array(strategy, { minLength: 1, maxLength: 2 }),
    })
    .map(({ inLoan, withBorrower, strategies, ...rest }) => ({
      ...rest,
      id: 1000 + place,
      inLoans: inLoan ? [[inLoan[0], inLoan[1], inLoan[1]] as const] : [],
      withBorrowers: withBorrower ? [withBorrower] : [],
      strategies: strategies.map((own, no) => ({ ...own, id: `S-${1000 + place}-${no}`, version: 1 })),
    }))

/** Small random rounds in which amounts, limits and ties coincide. */
export const worlds = ({ loans = 4, lenders = 6 } = {}): fc.Arbitrary<RoundInput> =>
  fc.record({
    loans: fc.integer({ min: 1, max: loans }).chain((count) => fc.tuple(...list(count, loan))),
    lenders: fc.integer({ min: 1, max: lenders }).chain((count) => fc.tuple(...list(count, lender))),
  })

const list = <T>(count: number, one: (place: number) => fc.Arbitrary<T>): fc.Arbitrary<T>[] =>
  Array.from({ length: count }, (_, place) => one(place))
