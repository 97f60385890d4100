import { expect, test } from 'vitest'
import { expectedInstallments } from './expected.ts'
import { installmentLook } from './status.ts'

test('POR-03 installment status PAID is green, ACTIVE grey, LATE red and any other neutral', () => {
  expect(['PAID', 'ACTIVE', 'LATE', 'WAIVED', 'toString'].map((name) => installmentLook(name).tone)).toEqual([
    'ok',
    'idle',
    'bad',
    'idle',
    'idle',
  ])
})

test('SCN-13 the states of an installment have Indonesian words', () => {
  expect(['PAID', 'ACTIVE', 'LATE'].map((name) => installmentLook(name).label)).toEqual([
    'Lunas',
    'Terjadwal',
    'Terlambat',
  ])
})

test('POR-04 the skeleton of a loading panel has the expected number of installments', () => {
  const expected = (tenorValue: number, tenorPeriod: string) =>
    expectedInstallments({ tenorValue, tenorPeriod })
  expect([expected(12, 'Bulan'), expected(26, 'Minggu'), expected(90, 'Hari'), expected(0, 'Bulan')]).toEqual(
    [12, 26, 1, 1],
  )
})
