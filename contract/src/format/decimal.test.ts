import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCommaText, toDecimal } from './decimal.ts'

test('FMT-01 a decimal text or number is read exactly, with its sign, places and exponent', () => {
  expect(toDecimal('12.50')).toEqual({ digits: 1250n, scale: 2 })
  expect(toDecimal('-0.25')).toEqual({ digits: -25n, scale: 2 })
  expect(toDecimal('12e3')).toEqual({ digits: 12_000n, scale: 0 })
  expect(toDecimal('1.5e3')).toEqual({ digits: 1_500n, scale: 0 })
  expect(toDecimal('1.5E-3')).toEqual({ digits: 15n, scale: 4 })
  expect(toDecimal(0.1)).toEqual({ digits: 1n, scale: 1 })
  expect(toDecimal(1e21)).toEqual({ digits: 10n ** 21n, scale: 0 })
})

test('FMT-01 reading a text that is not a finite decimal is refused', () => {
  for (const text of [
    '',
    '.5',
    '5.',
    '1,5',
    '1e',
    'abc',
    '+1',
    '1e9999',
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])
    expect(() => toDecimal(text), String(text)).toThrow(new RangeError(`Not a decimal: ${text}`))
})

test('FMT-01 a decimal is written with the asked places, halves away from zero', () => {
  const written = (text: string, places: number) => toCommaText(toDecimal(text), places)
  expect(written('1.25', 1)).toBe('1,3')
  expect(written('-1.25', 1)).toBe('-1,3')
  expect(written('1.24', 1)).toBe('1,2')
  expect(written('0.5', 0)).toBe('1')
  expect(written('-0.49', 0)).toBe('0')
  expect(written('-1', 0)).toBe('-1')
  expect(written('7', 2)).toBe('7,00')
})

test('FMT-01 a decimal written with all its places is read back as the same value', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.nat(6), (digits, scale) => {
      const text = toCommaText({ digits: BigInt(digits), scale }, scale)
      expect(toDecimal(text.replace(',', '.'))).toEqual({ digits: BigInt(digits), scale })
    }),
  )
})
