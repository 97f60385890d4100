import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { checkFundingAmount } from '@pematang/contract/funding/single/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Chosen, leastAmount, parseChosen, sumOf, toggled, without } from './chosen.ts'

const loan = (loanNumber: string) =>
  ({
    loanNumber,
    borrowerName: 'Sri',
    interestPercentage: 0.12,
    minimumFunding: 100_000,
    outstandingFunding: 1_000_000,
  }) as MarketplaceLoan

const fifty = Array.from({ length: 50 }, (_, place) => loan(`PMT-${place}`)).reduce<readonly Chosen[]>(
  (chosen, one) => toggled(chosen, one) ?? [],
  [],
)

test('CHO-08 selecting a loan fills in its minimum amount, and pressing it again removes it', () => {
  const one = toggled([], loan('PMT-1')) ?? []
  expect(one).toMatchObject([{ loanNumber: 'PMT-1', amount: 100_000 }])
  expect(toggled(one, loan('PMT-1'))).toEqual([])
})

test('CHO-08 a 51st loan cannot be selected, while each of the fifty others can be removed', () => {
  expect(fifty).toHaveLength(50)
  expect(toggled(fifty, loan('PMT-51'))).toBeNull()
  expect(toggled(fifty, loan('PMT-7'))).toHaveLength(49)
  expect(sumOf(without(fifty, ['PMT-1', 'PMT-2']))).toBe(4_800_000)
})

test('CHO-08 the initial amount of a loan that is selected breaks no rule', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 2_000 }), (minimum, left) => {
      const question = { minimumFunding: minimum, outstandingFunding: left }
      const amount = leastAmount(question)
      expect(checkFundingAmount({ ...question, amount, cashBalance: amount })).toBeNull()
    }),
  )
})

test('CHO-08 a stored selection of loans is restored only for its own lender', () => {
  const stored = JSON.stringify({ lender: 7, chosen: fifty })
  expect(parseChosen(stored, 7)).toEqual(fifty)
  expect(parseChosen(stored, 8)).toEqual([])
})

test.each([null, '', '{', '7', 'null', '{"lender":7,"chosen":[{"loanNumber":"PMT-1"}]}', '{"lender":7}'])(
  'CHO-08 the invalid stored selection of loans %j is read as empty',
  (stored) => {
    expect(parseChosen(stored, 7)).toEqual([])
  },
)
