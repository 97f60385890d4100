import { expect, test } from 'vitest'
import { amountSentence } from './amount-rule.ts'

const loan = {
  cashBalance: 40_000_000,
  minimumFunding: 500_000,
  outstandingFunding: 12_250_000,
  fundingRoom: null,
}

test.each([
  [40_000_001, 'Jumlah cash balance saat ini Rp40.000.000'],
  [499_999, 'Minimum jumlah pendanaan adalah Rp500.000'],
  [12_250_001, 'Jumlah pendanaan maksimal adalah Rp12.250.000'],
  [11_750_001, 'Sisa pendanaan tidak boleh kurang dari Rp500.000'],
  [12_250_000, null],
  [11_750_000, null],
  [500_000, null],
])('FND-02 the message for a funding of %i of a loan with 12.250.000 left is: %s', (amount, sentence) => {
  expect(amountSentence({ ...loan, amount })).toBe(sentence)
})

test('FND-02 an empty amount field shows no message, and a funding of zero is below the minimum', () => {
  expect(amountSentence({ ...loan, amount: null })).toBeNull()
  expect(amountSentence({ ...loan, amount: 0 })).toBe('Minimum jumlah pendanaan adalah Rp500.000')
})

test.each([
  [2_000_000, null],
  [2_000_001, 'Sesuai batas pendanaan Anda, jumlah yang masih dapat Anda danai adalah Rp2.000.000'],
  [499_999, 'Minimum jumlah pendanaan adalah Rp500.000'],
])(
  'LIM-02 the message for a funding of %i with a remaining limit of 2.000.000 is: %s',
  (amount, sentence) => {
    expect(amountSentence({ ...loan, fundingRoom: 2_000_000, amount })).toBe(sentence)
  },
)
