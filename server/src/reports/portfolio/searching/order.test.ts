import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts, nameKey } from './order.ts'

/** Texts that are often equal at their beginning, with characters of one, two, three and four bytes. */
const text = fc
  .array(fc.constantFrom('a', 'b', ' ', 'ü', 'ÿ', 'Ā', '\uffee', '𝒵'), { maxLength: 16 })
  .map((characters) => characters.join(''))

test('compareTexts orders texts by their UTF-8 bytes, as PostgreSQL does', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareTexts(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
    { numRuns: 5_000 },
  )
})

test('two names whose sort keys differ are in the order of their sort keys', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const byKeys = Math.sign(nameKey(a, 0) - nameKey(b, 0) || nameKey(a, 6) - nameKey(b, 6))
      if (byKeys !== 0) expect(compareTexts(a, b)).toBe(byKeys)
    }),
    { numRuns: 5_000 },
  )
  expect(nameKey('toko', 0)).toBeLessThan(nameKey('toko b', 0))
})
