import { expect, test } from 'vitest'
import { monogramOf } from './bank-logo.tsx'

test.each([
  ['BNI', 'BNI'],
  ['Bank Negara Indonesia', 'BNI'],
  ['Mandiri', 'MAN'],
  ['Bank  Lumbung', 'BL'],
  ['Bank Pembangunan Daerah Jawa Tengah', 'BPD'],
])('DEP-01 the bank %s has the logo %s', (bank, monogram) => {
  expect(monogramOf(bank)).toBe(monogram)
})
