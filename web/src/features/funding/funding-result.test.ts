import { expect, test } from 'vitest'
import { readFundingResult } from './funding-result.ts'

test('FND-09 a result has a loan number and an amount', () => {
  const result = { outcome: 'success', loanNumber: 'PMT-1', amount: 500_000 }
  expect(readFundingResult(result)).toEqual(result)
  expect(readFundingResult({ ...result, outcome: 'failed', reason: 'Ditolak' })).toEqual({
    outcome: 'failed',
    loanNumber: 'PMT-1',
    amount: 500_000,
    reason: 'Ditolak',
  })
})

test('FND-09 whatever does not say success is a failure', () => {
  expect(readFundingResult({ loanNumber: 'PMT-1', amount: 1 })?.outcome).toBe('failed')
})

test.each([
  [null],
  ['PMT-1'],
  [{ outcome: 'success', loanNumber: 'PMT-1' }],
  [{ outcome: 'success', amount: 500_000 }],
  [{ outcome: 'success', loanNumber: '', amount: 500_000 }],
  [{ outcome: 'success', loanNumber: 'PMT-1', amount: '500000' }],
])('FND-09 without both values there is nothing to show: %j', (state) => {
  expect(readFundingResult(state)).toBeNull()
})
