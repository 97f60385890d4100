import { expect, test } from 'vitest'
import { monthLong, monthShort } from './month-text.ts'

test('FMT-01 months have Indonesian names', () => {
  expect([monthLong('2026-11'), monthLong('2027-01'), monthShort('2026-08'), monthShort('2026-05')]).toEqual([
    'November 2026',
    'Januari 2027',
    'Agu',
    'Mei',
  ])
})
