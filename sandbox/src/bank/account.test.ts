import { expect, test } from 'vitest'
import { Account } from './account.ts'
import type { Payment, Transfer } from './model.ts'

const payment = (id: string, paidAt: string, fault: Payment['fault'] = null): Payment => ({
  id,
  bank: 1,
  number: '988001234567890',
  amount: 250_000,
  fault,
  paidAt,
  open: false,
  deliveries: [],
})

const transfer = (course: Transfer['course'], fault: Transfer['fault'] = null): Transfer => ({
  bank: 1,
  service: '17',
  partnerReferenceNo: 'order-1',
  referenceNo: 'bank-1',
  amount: 100_000,
  account: '1234567890',
  bankCode: null,
  holder: null,
  transactionDate: '2026-03-01T10:00:00+07:00',
  fault,
  takenAt: '2026-03-01T03:00:00.000Z',
  course,
})

const at = (time: string): number => Date.parse(time)

test('the statement of the sandbox bank has the lines between two times of any days, both included, oldest first', () => {
  const account = new Account()
  account.credit(payment('third', '2026-03-02T00:00:00.000Z'))
  account.credit(payment('first', '2026-02-28T23:59:59.999Z'))
  account.credit(payment('second', '2026-03-01T12:00:00.000Z'))
  const ids = (from: string, to: string) =>
    account.between(at(from), at(to)).map(({ transactionId }) => transactionId)
  expect(ids('2026-02-28T23:59:59.999Z', '2026-03-02T00:00:00.000Z')).toEqual(['first', 'second', 'third'])
  expect(ids('2026-03-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z')).toEqual(['second'])
  expect(ids('2026-03-02T00:00:00.001Z', '9999-12-31T00:00:00.000Z')).toEqual([])
})

test('a payment of which the bank only sent a forged notice is neither listed nor available', () => {
  const account = new Account()
  const { available } = account
  account.credit(payment('forged', '2026-03-01T12:00:00.000Z', 'forged'))
  expect(account.available).toBe(available)
  account.credit(payment('real', '2026-03-01T12:00:00.000Z'))
  expect(account.available).toBe(available + 250_000)
  expect(account.between(0, at('2027-01-01'))).toHaveLength(1)
})

test('a transfer that is paid twice and returned once is listed three times and spends its amount once', () => {
  const account = new Account()
  const { available } = account
  const [paid, again, back] = ['2026-03-01', '2026-03-02', '2026-03-03'].map(at) as [number, number, number]
  account.debit(
    transfer([
      { at: paid, status: '00' },
      { at: again, status: '00' },
      { at: back, status: '04' },
    ]),
  )
  expect(account.available).toBe(available - 100_000)
  const lines = account.between(0, back)
  expect(lines.map(({ type, transactionId }) => [type, transactionId])).toEqual([
    ['DEBIT', 'bank-1'],
    ['DEBIT', 'bank-1-2'],
    ['CREDIT', 'bank-1'],
  ])
})
