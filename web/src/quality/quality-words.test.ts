import { expect, test } from 'vitest'
import { lateWords, percentOf } from './quality-words.ts'

test('each credit-quality class is described by its days late', () => {
  expect([lateWords(0, 0), lateWords(0, 30), lateWords(1, 90), lateWords(181, null)]).toEqual([
    'Tidak terlambat',
    'Paling lama 30 hari',
    '1 sampai 90 hari',
    'Lebih dari 180 hari',
  ])
})

test('the bar of a credit-quality class is as long as its share', () => {
  expect(['0,00%', '12,34%', '100,00%'].map(percentOf)).toEqual([0, 12.34, 100])
})
