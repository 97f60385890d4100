import { expect, test } from 'vitest'
import { allocate, allocateStepwise } from './allocate.ts'
import type { LenderInput, LoanInput, StrategyInput } from './input.ts'
import { mostRecorded } from './outcomes.ts'

const grades = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const

const loansOf = (count: number): LoanInput[] =>
  Array.from({ length: count }, (_, place) => ({
    id: place + 1,
    number: `L-${place}`,
    borrower: place % 20,
    type: 1,
    grade: grades[place % grades.length] ?? 'A',
    interest: 120_000,
    tenor: 12,
    period: 3,
    minimum: 100_000,
    left: 2_000_000,
    automatic: 1_200_000,
  }))

function lendersOf(count: number): { lenders: LenderInput[]; reads: () => number } {
  let reads = 0
  const strategyOf = (place: number): StrategyInput => ({
    id: `S-${place}`,
    version: 1,
    types: null,
    grades: [grades[place % grades.length] ?? 'A'],
    get interestFrom() {
      reads += 1
      return 100_000
    },
    interestTo: null,
    tenorFrom: null,
    tenorTo: null,
    period: null,
    perLoan: 300_000,
    mostPerBorrower: 1_000_000,
    cashToKeep: 0,
    budgetLeft: 50_000_000,
  })
  const lenders = Array.from({ length: count }, (_, place) => ({
    id: place + 1,
    since: place,
    cash: 50_000_000,
    mandatePerLoan: 10_000_000,
    mandateLeft: 100_000_000,
    inLoans: [],
    withBorrowers: [],
    strategies: [strategyOf(place)],
  }))
  return { lenders, reads: () => reads }
}

test.each([
  [1_000, 30],
  [4_000, 30],
  [4_000, 90],
])(
  'AUT-11 the filters of %i strategies are evaluated on %i loans once per distinct filter, not once per strategy',
  (strategies, loans) => {
    const { lenders, reads } = lendersOf(strategies)
    allocate({ loans: loansOf(loans), lenders })
    // Each strategy is read once to find its filter.
    expect(reads() - strategies).toBe(grades.length * loans)
  },
)

test('AUT-11 a round of automatic funding records at most 20 loans that a strategy did not get, but counts all', () => {
  const [strategies, perGrade] = [7_000, 60]
  const { lenders } = lendersOf(strategies)
  const loans = loansOf(grades.length * perGrade)
  const { given, outcomes } = allocate({ loans, lenders })
  // Each loan is split into one step for each of twelve lenders.
  expect(given).toHaveLength(12 * loans.length)
  const givenTo = Map.groupBy(given, ({ lenderId }) => lenderId)
  for (const place of lenders.keys()) {
    expect(outcomes.notGiven(place)).toHaveLength(mostRecorded)
    const counted = Object.values(outcomes.counts(place)).reduce((sum, count) => sum + count, 0)
    expect(counted + (givenTo.get(place + 1)?.length ?? 0)).toBe(perGrade)
  }
})

test('AUT-11 a round of automatic funding yields to the event loop after each loan', () => {
  const loans = loansOf(70)
  const steps = allocateStepwise({ loans, lenders: lendersOf(2_000).lenders })
  let stops = 0
  while (!steps.next().done) stops += 1
  expect(stops).toBe(loans.length)
})
