import { expect, test } from 'vitest'
import { byNumber, isGone, readyLoans, sentenceOf, withFigures } from './amounts.ts'
import type { Chosen } from './chosen.ts'

const one: Chosen = {
  loanNumber: 'PMT-1',
  borrowerName: 'Sri',
  interestPercentage: 0.12,
  minimumFunding: 100_000,
  outstandingFunding: 1_000_000,
  amount: 300_000,
}
const none = byNumber([])
const answer = (refusal: { code: string; message: string } | null, outstandingFunding = 1_000_000) =>
  byNumber([{ loanNumber: 'PMT-1', amount: 300_000, minimumFunding: 100_000, outstandingFunding, refusal }])

test.each([
  [300_000, null],
  [null, null],
  [99_999, 'Minimum jumlah pendanaan adalah Rp100.000'],
  [1_000_001, 'Jumlah pendanaan maksimal adalah Rp1.000.000'],
  [900_001, 'Sisa pendanaan tidak boleh kurang dari Rp100.000'],
])('CHO-08 the amount %j of a selected loan shows the message %j', (amount, sentence) => {
  expect(sentenceOf({ ...one, amount }, none)).toBe(sentence)
})

test('CHO-08 a selection of loans can be submitted once every loan has an amount that breaks no rule', () => {
  expect(readyLoans([one], none)).toEqual([{ loanNumber: 'PMT-1', amount: 300_000 }])
  expect(readyLoans([one, { ...one, loanNumber: 'PMT-2', amount: null }], none)).toBeNull()
  expect(readyLoans([one, { ...one, loanNumber: 'PMT-2', amount: 1 }], none)).toBeNull()
  expect(readyLoans([], none)).toBeNull()
})

test('CHO-09 a selected loan shows the server’s refusal until its amount changes, and a closed loan for every amount', () => {
  const waits = answer({ code: 'FUNDING_WAITS', message: 'Masih menunggu.' })
  expect(sentenceOf(one, waits)).toBe('Masih menunggu.')
  expect(sentenceOf({ ...one, amount: 400_000 }, waits)).toBeNull()
  const closed = answer({ code: 'LOAN_CLOSED', message: 'Sudah tidak dibuka.' }, 0)
  expect(sentenceOf({ ...one, amount: 400_000 }, closed)).toBe('Sudah tidak dibuka.')
  expect(isGone(one, closed)).toBe(true)
})

test.each(['CASH_TOO_LOW', 'FUNDING_ABOVE_INCOME_LIMIT'])(
  'CHO-08 LIM-02 when cash or limit does not suffice for a selection of loans (%s), no single loan shows an error',
  (code) => {
    expect(sentenceOf(one, answer({ code, message: 'Jumlah…' }))).toBeNull()
  },
)

test('CHO-09 a selected loan shows the figures of the last check, and keeps the old ones when it has closed', () => {
  expect(withFigures([one], answer(null, 250_000))).toEqual([{ ...one, outstandingFunding: 250_000 }])
  expect(withFigures([one], answer({ code: 'LOAN_CLOSED', message: '' }, 0))).toEqual([one])
  expect(withFigures([one], none)).toEqual([one])
})
