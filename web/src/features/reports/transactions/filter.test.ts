import { transactionStatuses, transactionTypes } from '@pematang/contract/reports/transactions/endpoints'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withQuery } from '../../../paths.ts'
import { movedSentence, noTransactionFilter, parseTransactionFilter, withDays } from './filter.ts'
import { statusOptions, typeOptions } from './words.ts'

const parse = (query: string) => parseTransactionFilter(new URLSearchParams(query))

test('TRX-01 DSH-03 the transaction query string has type, status, days, reference and page', () => {
  expect(
    parse('type=5&status=2&startDate=2026-11-01&endDate=2026-11-21&reference=%20FND-26%20&page=2'),
  ).toEqual({
    type: '5',
    status: '2',
    startDate: '2026-11-01',
    endDate: '2026-11-21',
    reference: 'FND-26',
    page: 2,
  })
  expect(parse('type=3&status=9&startDate=kemarin&endDate=1795194000&page=0')).toEqual(noTransactionFilter)
})

test('TRX-01 each transaction type and status of the contract can be read back from the URL', () => {
  expect(typeOptions.map(({ value }) => value)).toEqual(['', ...Object.values(transactionTypes).map(String)])
  expect(statusOptions.map(({ value }) => value)).toEqual([
    '',
    ...Object.values(transactionStatuses).map(String),
  ])
  for (const { value } of typeOptions) expect(parse(`type=${value}`).type).toBe(value)
  for (const { value } of statusOptions) expect(parse(`status=${value}`).status).toBe(value)
})

test('DSH-03 any transaction filter survives a shared link', () => {
  const day = fc
    .integer({ min: 0, max: 36_500 })
    .map((days) => new Date(Date.UTC(2000, 0, 1 + days)).toISOString().slice(0, 10))
  const filter = fc.record({
    type: fc.constantFrom(...typeOptions.map(({ value }) => value)),
    status: fc.constantFrom(...statusOptions.map(({ value }) => value)),
    startDate: fc.oneof(fc.constant(''), day),
    endDate: fc.oneof(fc.constant(''), day),
    reference: fc.string({ maxLength: 100 }).map((text) => text.trim()),
    page: fc.integer({ min: 1, max: 100_000_000 }),
  })
  fc.assert(
    fc.property(filter, (chosen) => {
      const link = new URL(withQuery('/dashboard/transaction-history', chosen), 'http://localhost')
      expect(parseTransactionFilter(link.searchParams)).toEqual(chosen)
    }),
  )
})

test('TRX-01 a start date after the end date of the transaction filter moves the end date, and vice versa', () => {
  const range = { startDate: '2026-11-10', endDate: '2026-11-20' }
  expect(withDays(range, { startDate: '2026-11-25' })).toEqual({
    startDate: '2026-11-25',
    endDate: '2026-11-25',
  })
  expect(withDays(range, { endDate: '2026-11-01' })).toEqual({
    startDate: '2026-11-01',
    endDate: '2026-11-01',
  })
  expect(withDays(range, { endDate: '2026-11-10' })).toEqual({
    startDate: '2026-11-10',
    endDate: '2026-11-10',
  })
  expect(withDays(range, { startDate: '' })).toEqual({ startDate: '', endDate: '2026-11-20' })
})

test('SCR-09 the transaction filter tells the lender when a change of one date also moved the other, and only then', () => {
  const range = { startDate: '2026-11-01', endDate: '2026-11-10' }
  expect(movedSentence(range, { startDate: '2026-11-20' })).toBe(
    'Sampai tanggal ikut menjadi 20 November 2026, karena tidak boleh sebelum Dari tanggal.',
  )
  expect(movedSentence(range, { endDate: '2026-10-31' })).toBe(
    'Dari tanggal ikut menjadi 31 Oktober 2026, karena tidak boleh sesudah Sampai tanggal.',
  )
  for (const change of [
    { startDate: '2026-11-10' },
    { endDate: '2026-11-01' },
    { startDate: '' },
    { endDate: '' },
  ])
    expect(movedSentence(range, change)).toBeNull()
})
