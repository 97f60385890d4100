import { expect, test } from 'vitest'
import { factsOf, readWithdrawResult, withAnswer, withdrawFailed } from './withdraw-result.ts'

test('WDR-04 the withdrawal result page reads success and failure, with the message of the server or the default', () => {
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

test('WDR-04 the withdrawal result page shows nothing without an outcome', () => {
  for (const state of [null, undefined, 'success', 1, {}, { outcome: 'maybe' }, []]) {
    expect(readWithdrawResult(state)).toBeNull()
  }
})

const account = {
  bankAccountPayroll: 'Sari',
  bankAccount: '1029384756',
  bankBranch: 'Jakarta',
  bankCode: '014',
  bankName: 'BCA',
  methodPayment: 1,
  bankUrlImage: '',
}
const request = { amount: 200_000, reason: 'Lain-lain', method: 1, sent: 197_500, fee: 2_500 } as const

test('SCR-13 the withdrawal result page has amount, fee, reference and the masked account', () => {
  const asked = factsOf(account, request)
  expect(JSON.stringify(asked)).not.toContain(account.bankAccount)
  const answer = {
    id: 'w-1',
    transactionNumber: 'WDR-261122-0000000001',
    bankCode: '014',
    accountName: 'Sari',
    accountNumber: account.bankAccount,
    amount: 197_500,
    reason: 'Lain-lain',
    methodPayment: 1,
    transfer_fee: 2_500,
    transfer_type: 'INTERBANK',
    status: 'In Progress',
    message: 'success',
  } as const
  const facts = withAnswer(asked, answer)
  expect(facts).toEqual({
    sent: 197_500,
    fee: 2_500,
    bankName: 'BCA',
    account: '******4756',
    reference: 'WDR-261122-0000000001',
  })
  for (const state of [
    { outcome: 'success', facts },
    { outcome: 'failure', message: 'Ditolak', facts: asked },
    { outcome: 'unknown', key: 'the-key', facts: asked },
  ]) {
    expect(readWithdrawResult(JSON.parse(JSON.stringify(state)))).toEqual(state)
  }
  expect(readWithdrawResult({ outcome: 'success', facts: { sent: 'x' } })).toEqual({ outcome: 'success' })
  expect(readWithdrawResult({ outcome: 'unknown' })).toBeNull()
})
