import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate, type Given } from './allocate.ts'
import type { LenderInput, LoanInput, RoundInput, StrategyInput } from './input.ts'
import { byHand } from './testing/by-hand.ts'
import { worlds } from './testing/worlds.ts'

const givenOf = (input: RoundInput) => allocate(input).given
const sumOf = (given: readonly Given[], which: (one: Given) => boolean): number =>
  given.filter(which).reduce((sum, { amount }) => sum + amount, 0)
const runs = { numRuns: 3_000 }
const check = (property: (input: RoundInput, given: readonly Given[]) => void) =>
  fc.assert(
    fc.property(worlds(), (input) => property(input, givenOf(input))),
    runs,
  )

const aLoan = (overrides: Partial<LoanInput> = {}): LoanInput => ({
  id: 1,
  number: 'L-1',
  borrower: 1,
  type: 1,
  grade: 'A',
  interest: 120_000,
  tenor: 12,
  period: 3,
  minimum: 100_000,
  left: 1_000_000,
  automatic: 1_000_000,
  ...overrides,
})
const aStrategy = (overrides: Partial<StrategyInput> = {}): StrategyInput => ({
  id: 'S',
  version: 1,
  types: null,
  grades: null,
  interestFrom: null,
  interestTo: null,
  tenorFrom: null,
  tenorTo: null,
  period: null,
  perLoan: 500_000,
  mostPerBorrower: null,
  cashToKeep: 0,
  budgetLeft: 100_000_000,
  ...overrides,
})
const aLender = (
  id: number,
  overrides: Partial<LenderInput> = {},
  strategy: Partial<StrategyInput> = {},
): LenderInput => ({
  id,
  since: id,
  cash: 100_000_000,
  mandatePerLoan: 100_000_000,
  mandateLeft: 1_000_000_000,
  inLoans: [],
  withBorrowers: [],
  strategies: [aStrategy({ id: `S-${id}`, ...strategy })],
  ...overrides,
})
const amounts = (input: RoundInput) =>
  givenOf(input).map(({ lenderId, loanId, amount }) => [lenderId, loanId, amount])

test('AUT-04 an oversubscribed loan is split equally among lenders, and the rest goes to those whose last loan is longest ago', () => {
  const lenders = [aLender(3), aLender(1), aLender(2)]
  expect(amounts({ loans: [aLoan()], lenders })).toEqual([
    [1, 1, 400_000],
    [2, 1, 300_000],
    [3, 1, 300_000],
  ])
  expect(amounts({ loans: [aLoan({ left: 200_000, automatic: 200_000 })], lenders })).toEqual([
    [1, 1, 100_000],
    [2, 1, 100_000],
  ])
})

test('AUT-04 a lender who got a loan in a round of automatic funding ranks behind those who did not, also for the next loan', () => {
  const small = { left: 100_000, automatic: 100_000 }
  const loans = [
    aLoan(small),
    aLoan({ ...small, id: 2, number: 'L-2' }),
    aLoan({ ...small, id: 3, number: 'L-3' }),
  ]
  expect(amounts({ loans, lenders: [aLender(1), aLender(2)] })).toEqual([
    [1, 1, 100_000],
    [2, 2, 100_000],
    [1, 3, 100_000],
  ])
})

test('AUT-05 automatic funding never uses the share of a loan that is reserved for lenders who choose it by hand', () => {
  check(({ loans }, given) => {
    for (const { id, automatic } of loans)
      expect(sumOf(given, ({ loanId }) => loanId === id)).toBeLessThanOrEqual(automatic)
  })
  const { outcomes, given } = allocate({
    loans: [aLoan({ automatic: 600_000 })],
    lenders: [1, 2, 3, 4, 5, 6, 7].map((id) => aLender(id)),
  })
  expect(given).toHaveLength(6)
  expect(outcomes.notGiven(6)).toEqual([{ loan: 0, wanted: 500_000, place: 7, reason: 'HAND_PICKING' }])
})

test('AUT-06 each automatic funding is at least the minimum, and leaves a remainder of zero or at least the minimum', () => {
  check(({ loans }, given) => {
    for (const { id, minimum, left } of loans) {
      const mine = given.filter(({ loanId }) => loanId === id)
      for (const { amount } of mine) expect(amount).toBeGreaterThanOrEqual(minimum)
      // The remainder must be zero or at least the minimum after each funding, because fundings are ordered one by one.
      let rest = left
      for (const { amount } of mine) {
        rest -= amount
        expect(rest === 0 || rest >= minimum).toBe(true)
      }
    }
  })
})

test('AUT-06 no strategy exceeds its amount per loan, its budget, its maximum per borrower, the mandate, or the cash to be kept', () => {
  check(({ loans, lenders }, given) => {
    for (const lender of lenders) {
      const mine = (one: Given) => one.lenderId === lender.id
      expect(sumOf(given, mine)).toBeLessThanOrEqual(Math.max(0, lender.mandateLeft))
      for (const strategy of lender.strategies) {
        const its = (one: Given) => one.strategyId === strategy.id
        const own = given.filter(its)
        if (own.length === 0) continue
        expect(sumOf(given, its)).toBeLessThanOrEqual(strategy.budgetLeft)
        for (const { loanId, amount, wanted } of own) {
          const [has = 0, automatic = 0] = lender.inLoans
            .filter(([id]) => id === loanId)
            .flatMap(([, all, auto]) => [all, auto])
          expect(amount).toBeLessThanOrEqual(wanted)
          expect(has + amount).toBeLessThanOrEqual(strategy.perLoan)
          expect(automatic + amount).toBeLessThanOrEqual(lender.mandatePerLoan)
        }
        const until = (one: Given) => given.indexOf(one) <= given.indexOf(own.at(-1) as Given)
        expect(sumOf(given, (one) => mine(one) && until(one))).toBeLessThanOrEqual(
          lender.cash - strategy.cashToKeep,
        )
        if (strategy.mostPerBorrower === null) continue
        for (const [borrower] of own.map(({ loanId }) => [loans.find(({ id }) => id === loanId)?.borrower])) {
          const before = lender.withBorrowers
            .filter(([id]) => id === borrower)
            .reduce((sum, [, amount]) => sum + amount, 0)
          const last = own.findLast(
            ({ loanId }) => loans.find(({ id }) => id === loanId)?.borrower === borrower,
          )
          const now = sumOf(
            given,
            (one) =>
              mine(one) &&
              given.indexOf(one) <= given.indexOf(last as Given) &&
              loans.find(({ id }) => id === one.loanId)?.borrower === borrower,
          )
          expect(before + now).toBeLessThanOrEqual(strategy.mostPerBorrower)
        }
      }
    }
  })
})

test('AUT-04 automatic funding serves no lender twice before every lender with demand was served once', () => {
  check(({ loans }, given) => {
    for (const [turn, { id }] of loans.entries()) {
      const here = given.filter(({ loanId }) => loanId === id)
      expect(new Set(here.map(({ lenderId }) => lenderId)).size).toBe(here.length)
      const before = new Set(
        given
          .filter(({ loanId }) => loans.findIndex((loan) => loan.id === loanId) < turn)
          .map(({ lenderId }) => lenderId),
      )
      const firstAgain = here.find(({ lenderId }) => before.has(lenderId))
      // When a lender is served again, everyone behind them in the queue must have been served before.
      for (const one of here)
        if (firstAgain && one.place > firstAgain.place) expect(before.has(one.lenderId)).toBe(true)
    }
  })
})

test('AUT-04 a lender who still wants more of a loan never gets a whole step less than a lender behind them in the queue', () => {
  check(({ loans }, given) => {
    for (const { id, minimum } of loans) {
      const here = given.filter(({ loanId }) => loanId === id)
      for (const front of here)
        for (const behind of here) {
          if (front.place >= behind.place) continue
          const isContent = front.amount + minimum > front.wanted
          // A remainder below the minimum goes as a whole to one lender of the queue.
          expect(isContent || front.amount + minimum > behind.amount).toBe(true)
        }
    }
  })
})

test('AUT-04 the allocation of automatic funding does not depend on the order of its inputs', () => {
  fc.assert(
    fc.property(worlds(), fc.nat(), ({ loans, lenders }, turns) => {
      const turn = turns % lenders.length
      const other = [...lenders.slice(turn), ...lenders.slice(0, turn)].toReversed()
      expect(givenOf({ loans, lenders: other })).toEqual(givenOf({ loans, lenders }))
    }),
    runs,
  )
})

test('AUT-04 swapping the ids of two lenders swaps only their allocations, unless a tie is broken by id', () => {
  fc.assert(
    fc.property(worlds({ lenders: 5 }), ({ loans, lenders }) => {
      // Without ties the ids must not matter. Lenders served by the same loan become tied, so only the first loan is
      // compared.
      const apart = lenders.map((lender, place) => ({ ...lender, since: place }))
      const [a, b] = [apart[0], apart.at(-1)]
      if (!a || !b || a === b) return
      const swap = (id: number) => (id === a.id ? b.id : id === b.id ? a.id : id)
      const swapped = apart.map((lender) => ({ ...lender, id: swap(lender.id) }))
      const given = givenOf({ loans, lenders: apart })
      const servesSeveral = ({ id }: LoanInput) => given.filter(({ loanId }) => loanId === id).length > 1
      const first = loans.findIndex(servesSeveral)
      const untied = new Set((first === -1 ? loans : loans.slice(0, first + 1)).map(({ id }) => id))
      const back = givenOf({ loans, lenders: swapped }).map((one) => ({
        ...one,
        lenderId: swap(one.lenderId),
      }))
      const beforeTies = ({ loanId }: Given) => untied.has(loanId)
      expect(back.filter(beforeTies)).toEqual(given.filter(beforeTies))
    }),
    runs,
  )
})

test('AUT-04 ties between lenders are broken differently for each loan, so that the same lender does not win every time', () => {
  const lenders = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => aLender(id, { since: 0 }))
  const firsts = Array.from({ length: 40 }, (_, no) =>
    givenOf({ loans: [aLoan({ number: `L-${no}`, left: 100_000, automatic: 100_000 })], lenders }).map(
      ({ lenderId }) => lenderId,
    ),
  ).flat()
  expect(firsts).toHaveLength(40)
  expect(new Set(firsts).size).toBeGreaterThan(5)
})

test('AUT-04 AUT-06 the allocation equals that of an independent step-by-step algorithm on small random inputs', () => {
  fc.assert(
    fc.property(worlds(), (input) => {
      const given = givenOf(input).map(({ lenderId, strategyId, loanId, amount, place }) => ({
        lenderId,
        strategyId,
        loanId,
        amount,
        place,
      }))
      expect(given).toEqual(byHand(input))
    }),
    { numRuns: 10_000 },
  )
})

test.each([
  ['BELOW_MINIMUM', {}, { perLoan: 99_999 }],
  ['ALREADY_FUNDED', { inLoans: [[1, 450_000, 0]] as const }, {}],
  ['BORROWER', { withBorrowers: [[1, 450_000]] as const }, { mostPerBorrower: 500_000 }],
  ['BUDGET', {}, { budgetLeft: 50_000 }],
  ['CASH', { cash: 150_000 }, { cashToKeep: 100_000 }],
  ['MANDATE_LOAN', { inLoans: [[1, 250_000, 250_000]] as const, mandatePerLoan: 300_000 }, {}],
  ['MANDATE_BUDGET', { mandateLeft: 99_999 }, {}],
  ['REFUSED_LATELY', {}, { refusedLately: [1] }],
])('AUT-08 a strategy that is allocated nothing shows the reason %s', (reason, lender, strategy) => {
  const { given, outcomes } = allocate({ loans: [aLoan()], lenders: [aLender(1, lender, strategy)] })
  expect(given).toEqual([])
  expect(outcomes.notGiven(0)).toMatchObject([{ loan: 0, place: 0, reason }])
  expect(outcomes.counts(0)).toEqual({ [reason]: 1 })
})

test('AUT-08 a strategy without an allocation shows its queue position, or the earlier strategy of its lender that took the loan', () => {
  const twice = aLender(1, { strategies: [aStrategy({ id: 'first' }), aStrategy({ id: 'second' })] })
  const { outcomes, lineLengths } = allocate({
    loans: [aLoan({ left: 100_000, automatic: 100_000 })],
    lenders: [twice, aLender(2), aLender(3)],
  })
  expect(outcomes.notGiven(1)).toMatchObject([{ reason: 'OTHER_STRATEGY', place: 0 }])
  expect([outcomes.notGiven(2), outcomes.notGiven(3)]).toMatchObject([
    [{ reason: 'LINE', place: 2, wanted: 500_000 }],
    [{ reason: 'LINE', place: 3 }],
  ])
  expect(lineLengths).toEqual([3])
})
