import { expect, test } from 'vitest'
import { standingRefusal } from './amount-refusal.ts'

const refused = { amount: 4_000_000, sentence: 'Jumlah pendanaan maksimal adalah Rp1.000.000' }

test('SCR-11 the server’s refusal of a funding amount is shown until the amount changes', () => {
  expect(standingRefusal(refused, 4_000_000, { outstandingFunding: 1_000_000 })).toBe(refused.sentence)
  expect(standingRefusal(refused, 1_000_000, { outstandingFunding: 1_000_000 })).toBeNull()
  expect(standingRefusal(null, 4_000_000, { outstandingFunding: 1_000_000 })).toBeNull()
})

test('SCR-11 the refusal of a fully funded loan is shown for every amount', () => {
  expect(standingRefusal(refused, 0, { outstandingFunding: 0 })).toBe(refused.sentence)
})
