import { expect, test } from 'vitest'
import { expectedInstallments } from './expected.ts'
import { installmentLook } from './status.ts'

test('POR-03 PAID is green, ACTIVE grey, LATE red; any other is neutral', () => {
  expect(['PAID', 'ACTIVE', 'LATE', 'WAIVED', 'toString'].map((name) => installmentLook(name).tone)).toEqual([
    'ok',
    'idle',
    'bad',
    'idle',
    'idle',
  ])
})

test('POR-04 a panel on its way has about the height that it will have', () => {
  const expected = (tenorValue: number, tenorPeriod: string) =>
    expectedInstallments({ tenorValue, tenorPeriod })
  expect([expected(12, 'Bulan'), expected(26, 'Minggu'), expected(90, 'Hari'), expected(0, 'Bulan')]).toEqual(
    [12, 26, 1, 1],
  )
})
