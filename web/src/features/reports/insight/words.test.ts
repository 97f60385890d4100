import { formatCalculated } from '@pematang/contract/format/percent'
import { expect, test } from 'vitest'
import { isMeasured } from './words.ts'

test('SCR-09 a portfolio without outstanding principal shows no TKB figures', () => {
  const quality = (outstanding: number) => [
    { name: 'LANCAR' as const, daysFrom: 0, daysUntil: 0, outstanding, share: '' },
  ]
  expect(isMeasured({ quality: quality(0) })).toBe(false)
  expect(isMeasured({ quality: [] })).toBe(false)
  expect(isMeasured({ quality: quality(1) })).toBe(true)
})

test('FMT-01 small and negative returns are formatted as percent with two decimals and a comma', () => {
  expect([0.118_423_425, 0, -0.25, 1e-7, 12].map(formatCalculated)).toEqual([
    '11,84%',
    '0,00%',
    '-25,00%',
    '0,00%',
    '1200,00%',
  ])
})
