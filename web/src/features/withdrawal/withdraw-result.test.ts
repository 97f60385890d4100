import { expect, test } from 'vitest'
import { readWithdrawResult, withdrawFailed } from './withdraw-result.ts'

test('WDR-04 success and failure are told apart; the server message is shown, else the default', () => {
  expect(readWithdrawResult({ outcome: 'success', message: 'ignored' })).toEqual({ outcome: 'success' })
  expect(readWithdrawResult({ outcome: 'failure', message: 'Rekening ditutup' })).toEqual({
    outcome: 'failure',
    message: 'Rekening ditutup',
  })
  for (const message of [undefined, null, '', '  ', 5]) {
    expect(readWithdrawResult({ outcome: 'failure', message })).toEqual({
      outcome: 'failure',
      message: withdrawFailed,
    })
  }
})

test('WDR-04 without an outcome there is no result to show', () => {
  for (const state of [null, undefined, 'success', 1, {}, { outcome: 'maybe' }, []]) {
    expect(readWithdrawResult(state)).toBeNull()
  }
})
