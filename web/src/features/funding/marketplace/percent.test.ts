import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePercent, typedPercent } from './percent.ts'

test.each([
  ['12', 0.12],
  ['12,5', 0.125],
  ['12.5', 0.125],
  [' 7,125 % ', 0.07125],
  ['0', 0],
  ['100', 1],
  ['100,375', 1.00375],
  ['109,5', 1.095],
  ['\u202a１２,５％\u202c', 0.125],
])('CHO-02 the typed percentage %s is read as the fraction %d', (text, fraction) => {
  expect(parsePercent(text)).toBe(fraction)
})

test.each(['', 'dua belas', '-1', '12,', '1.200,5', '12,1234567', '12;5', '1e2', '109,5001', '110'])(
  'CHO-02 the text %j is not read as a rate that a loan can have',
  (text) => {
    expect(parsePercent(text)).toBe(null)
  },
)

test('CHO-02 a percentage with up to four decimals is written as it was typed, without binary rounding', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_095_000 }), (millionths) => {
      const text = typedPercent(millionths / 1_000_000)
      expect(text).toMatch(/^\d{1,3}(,\d{0,3}[1-9])?$/)
      expect(parsePercent(text)).toBe(millionths / 1_000_000)
    }),
  )
})
