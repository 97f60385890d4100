import { expect, test } from 'vitest'
import { rateText, shortDay } from './words.ts'

test('a rate is written as percent with a comma, and only with the decimals that it has', () => {
  expect([0.15, 0.3, 0.07, 0.125, 0.0333, 0].map(rateText)).toEqual([
    '15%',
    '30%',
    '7%',
    '12,5%',
    '3,33%',
    '0%',
  ])
})

test('a day is written short with the Indonesian name of its month', () => {
  expect(shortDay('2026-08-05')).toBe('5 Agu 2026')
})
