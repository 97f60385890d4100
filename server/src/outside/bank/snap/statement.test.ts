import { describe, expect, test } from 'vitest'
import { BankUnavailable } from '../port.ts'
import { readStatement } from './statement.ts'

const at = '2026-11-30T23:10:00+07:00'
const line = (value: string, detailInfo: object = {}, more: object = {}) => ({
  type: 'CREDIT',
  amount: { value, currency: 'IDR' },
  transactionDate: at,
  transactionId: 'B-1',
  transactionDetailStatus: 'SUCCESS',
  detailInfo,
  ...more,
})
// The fields of a body as they are read from JSON, where numbers are text.
const read = (...detailData: object[]) =>
  readStatement({ hasMore: 'N', detailData } as Parameters<typeof readStatement>[0])

describe('a statement of a bank', () => {
  test('with interest and its tax in fractions of a rupiah is read, without the fractions', () => {
    const { lines } = read(line('1234.56'), line('246.9', {}, { type: 'DEBIT' }), line('0.45'))
    expect(lines.map(({ type, amount }) => [type, amount])).toEqual([
      ['CREDIT', 1_234],
      ['DEBIT', 246],
      ['CREDIT', 0],
    ])
  })

  test.each(['partnerReferenceNo', 'paymentRequestId', 'virtualAccountNo'])(
    'is unreadable when a line with the field %s, and so an amount of ours, has a fraction of a rupiah',
    (field) => {
      expect(read(line('200000.00', { [field]: 'x' })).lines[0]?.amount).toBe(200_000)
      expect(() => read(line('200000.50', { [field]: 'x' }))).toThrow(BankUnavailable)
    },
  )

  test.each([
    ['three decimals', line('1.234')],
    ['a sign', line('-1.00')],
    ['an exponent', line('1e5')],
    ['no amount', line('', {}, { amount: undefined })],
    ['another currency', line('', {}, { amount: { value: '1.00', currency: 'USD' } })],
    ['more than can be exact', line('9999999999999999.00')],
    ['no direction', line('1.00', {}, { type: 'D' })],
    ['no time', line('1.00', {}, { transactionDate: 'kemarin' })],
  ])('is unreadable as a whole when one line has %s', (_, bad) => {
    expect(() => read(line('1.00'), bad)).toThrow('a line of the statement cannot be read')
  })

  test('leaves out what has moved no money, and is no statement while it has more', () => {
    const statuses = ['PENDING', 'failed', 'CANCELED', 'CANCELLED']
    const waiting = statuses.map((status) => line('1.00', {}, { transactionDetailStatus: status }))
    expect(read(...waiting).lines).toEqual([])
    expect(() => readStatement({ hasMore: 'Y', detailData: [] })).toThrow('not whole')
    expect(() => readStatement({ hasMore: 'N' })).toThrow('without lines')
  })

  test('has the balance at its end, without a fraction of a rupiah', () => {
    const amount = { value: '5000000.75', currency: 'IDR', dateTime: at }
    const fields = { hasMore: 'N', detailData: [], balance: [{ endingBalance: amount }] }
    const { balance } = readStatement(fields)
    expect(balance).toEqual({ amount: 5_000_000, at: new Date(at) })
  })
})
