import { expect, test } from 'vitest'
import { lateWords, monthLong, monthShort, percentOf, percentWords } from './words.ts'

test('a bucket says how late it is', () => {
  expect([lateWords(0, 0), lateWords(0, 30), lateWords(1, 90), lateWords(181, null)]).toEqual([
    'Tidak terlambat',
    'Paling lama 30 hari',
    '1 sampai 90 hari',
    'Lebih dari 180 hari',
  ])
})

test('FMT-01 a return is a percent with two decimals and a comma, also a small and a lost one', () => {
  expect([0.118_423_425, 0, -0.25, 1e-7, 12].map(percentWords)).toEqual([
    '11,84%',
    '0,00%',
    '-25,00%',
    '0,00%',
    '1200,00%',
  ])
})

test('FMT-01 months are Indonesian', () => {
  expect([monthLong('2026-11'), monthLong('2027-01'), monthShort('2026-08'), monthShort('2026-05')]).toEqual([
    'November 2026',
    'Januari 2027',
    'Agu',
    'Mei',
  ])
})

test('a share that is written becomes a length', () => {
  expect(['0,00%', '12,34%', '100,00%'].map(percentOf)).toEqual([0, 12.34, 100])
})
