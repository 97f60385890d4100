import { expect, test } from 'vitest'
import { readFundingResult } from './funding-result.ts'

test('FND-09 the funding result page reads loan number and amount', () => {
  const result = { outcome: 'success', loanNumber: 'PMT-1', amount: 500_000 }
  expect(readFundingResult(result)).toEqual(result)
  expect(readFundingResult({ ...result, outcome: 'failed', reason: 'Ditolak' })).toEqual({
    outcome: 'failed',
    loanNumber: 'PMT-1',
    amount: 500_000,
    reason: 'Ditolak',
  })
})

test('FND-09 a funding result with any outcome other than success is a failure', () => {
  expect(readFundingResult({ loanNumber: 'PMT-1', amount: 1 })?.outcome).toBe('failed')
})

test.each([
  [null],
  ['PMT-1'],
  [{ outcome: 'success', loanNumber: 'PMT-1' }],
  [{ outcome: 'success', amount: 500_000 }],
  [{ outcome: 'success', loanNumber: '', amount: 500_000 }],
  [{ outcome: 'success', loanNumber: 'PMT-1', amount: '500000' }],
])('FND-09 the funding result page shows nothing without loan number and amount: %j', (state) => {
  expect(readFundingResult(state)).toBeNull()
})

test('SCR-13 a funding with unknown outcome is not a failure and keeps its idempotency key', () => {
  const result = { outcome: 'unknown', loanNumber: 'PMT-1', amount: 500_000, key: 'a-key-of-old' }
  expect(readFundingResult(result)).toEqual(result)
  expect(readFundingResult({ ...result, key: undefined })?.outcome).toBe('failed')
})
