import fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeOf, readCode, spacedCode } from './code.ts'

test('STM-05 a verification code is read in groups, in lower case, with spaces, and with O for 0 and I or L for 1', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (random) => {
      const code = codeOf(random)
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{30}$/)
      const typed = ` ${spacedCode(code).toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `
      expect(readCode(typed)).toBe(code)
    }),
  )
})

test.each(['', 'ABC', 'U'.repeat(20), '0'.repeat(21), '0'.repeat(31), '<script>'])(
  'STM-05 the check of a balance confirmation rejects the malformed code %j',
  (typed) => expect(readCode(typed)).toBeNull(),
)

test('STM-05 a code of twenty characters, as they were printed before, is still read', () => {
  expect(readCode('0123-4567-89AB-CDEF-GHJK')).toBe('0123456789ABCDEFGHJK')
})

test('STM-05 a confirmation code holds 150 random bits', () => {
  const codes = new Set(
    Array.from({ length: 150 }, (_, bit) => {
      const random = new Uint8Array(32)
      const place = 19 * 8 - 1 - bit
      random[Math.floor(place / 8)] = 1 << (7 - (place % 8))
      return codeOf(random)
    }),
  )
  expect(codes.size).toBe(150)
})
