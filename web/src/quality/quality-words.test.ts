import { expect, test } from 'vitest'
import { lateWords, percentOf } from './quality-words.ts'

test('names the days late of each bucket', () => {
  expect([lateWords(0, 0), lateWords(0, 30), lateWords(1, 90), lateWords(181, null)]).toEqual([
    'Tidak terlambat',
    'Paling lama 30 hari',
    '1 sampai 90 hari',
    'Lebih dari 180 hari',
  ])
})

test('parses a share into the length of its bar', () => {
  expect(['0,00%', '12,34%', '100,00%'].map(percentOf)).toEqual([0, 12.34, 100])
})
