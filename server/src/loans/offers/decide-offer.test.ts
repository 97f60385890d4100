import { expect, test } from 'vitest'
import { decideOffer, type OfferState } from './decide-offer.ts'

const over: OfferState = {
  status: 'OFFERED',
  total: 1_000_000,
  funded: 0,
  reserved: 0,
  extended: 0,
  isOver: true,
  isLate: false,
  extendDays: 0,
  extendTimes: 0,
  payOutSharePpm: null,
  payOutDays: 30,
}
const extending = { extendDays: 7, extendTimes: 2 }
const from80 = { payOutSharePpm: 800_000 }

test.each<[string, Partial<OfferState>, string | null]>([
  ['on its last day', { isOver: false }, null],
  ['with nothing funded', {}, 'OFFER_ENDED'],
  ['one rupiah short of full, without a minimum share', { funded: 999_999 }, 'OFFER_ENDED'],
  ['with a pending signature', { funded: 500_000, reserved: 100_000 }, null],
  ['one rupiah short of its minimum share', { ...from80, funded: 799_999 }, 'OFFER_ENDED'],
  ['exactly at its minimum share', { ...from80, funded: 800_000 }, 'PAID_OUT'],
  [
    'whose pending signatures may still reach the minimum share',
    { ...from80, funded: 1, reserved: 799_999 },
    null,
  ],
  ['with extensions left', { ...extending, ...from80, funded: 900_000 }, 'EXTENDED'],
  [
    'with its last extension left and a pending signature',
    { ...extending, extended: 1, reserved: 1 },
    'EXTENDED',
  ],
  ['whose pending signatures would make it full', { ...extending, funded: 1, reserved: 999_999 }, null],
  ['with no extension left', { ...extending, extended: 2, funded: 900_000 }, 'OFFER_ENDED'],
  ['full and awaiting disbursement', { status: 'FUNDED', funded: 1_000_000 }, null],
  [
    'full and past its deadline for disbursement',
    { status: 'FUNDED', funded: 1_000_000, isLate: true },
    'NOT_PAID_OUT',
  ],
  ['with a signature still pending after its final deadline', { reserved: 1, isLate: true }, 'OFFER_ENDED'],
  [
    'with amounts whose product exceeds the safe integers',
    { payOutSharePpm: 999_999, total: 9_007_199_254_740_991, funded: 9_007_190_247_541_736 },
    'OFFER_ENDED',
  ],
])('FIX-13 the offer of a loan %s ends with the right decision', (_, state, expected) => {
  const decided = decideOffer({ ...over, ...state })
  expect(decided && ('because' in decided ? decided.because : decided.decision)).toBe(expected)
})
