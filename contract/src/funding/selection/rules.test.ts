import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkSelectedAmounts } from './rules.ts'

const loan = { minimumFunding: 100_000, outstandingFunding: 1_000_000 }

test('CHO-08 a loan of a selection that costs more than the cash left after the loans before it is refused', () => {
  const chosen = [300_000, 300_000, 200_000].map((amount) => ({ ...loan, amount }))
  expect(checkSelectedAmounts(500_000, null, chosen)).toEqual([
    null,
    { code: 'CASH_TOO_LOW', amount: 200_000 },
    null,
  ])
})

test('CHO-08 a refused loan of a selection does not reduce the cash left for its other loans', () => {
  const tooMuch = { ...loan, amount: 950_000 }
  const chosen = [null, tooMuch, { ...loan, amount: 1_000_000 }]
  expect(checkSelectedAmounts(1_000_000, null, chosen)).toEqual([
    null,
    { code: 'FUNDING_BAD_REMAINDER', amount: 100_000 },
    null,
  ])
})

test('LIM-02 in a selection, a loan is refused if it is above the rest of the limit that the loans before it leave', () => {
  const chosen = [300_000, 300_000, 200_000].map((amount) => ({ ...loan, amount }))
  expect(checkSelectedAmounts(1_000_000, { code: 'LIMIT', room: 500_000 }, chosen)).toEqual([
    null,
    { code: 'LIMIT', amount: 200_000 },
    null,
  ])
})

test('CHO-08 LIM-02 the accepted loans of a selection never cost more than the cash or the remaining limit', () => {
  const rupiah = fc.integer({ min: 0, max: 2_000 })
  const one = fc.record({ amount: rupiah, minimumFunding: rupiah, outstandingFunding: rupiah })
  const limit = fc.option(fc.record({ code: fc.constant('LIMIT'), room: rupiah }))
  fc.assert(
    fc.property(rupiah, limit, fc.array(one, { maxLength: 50 }), (cash, left, chosen) => {
      const breaches = checkSelectedAmounts(cash, left, chosen)
      const fine = chosen.filter((_, place) => breaches[place] === null)
      const most = Math.min(cash, left?.room ?? cash)
      expect(fine.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(most)
    }),
  )
})
