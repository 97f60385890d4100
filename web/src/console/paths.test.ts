import { expect, test } from 'vitest'
import { pathOf, trailPath } from './paths.ts'

test('the address of a console page escapes the key of its object: a payment reference can hold a slash or a question mark', () => {
  expect(pathOf({ kind: 'PAYMENT', id: 'BCA/2026?1#2' })).toBe('/pembayaran/BCA%2F2026%3F1%232')
  expect(pathOf({ kind: 'PROPOSAL', id: '12' })).toBe('/persetujuan/12')
  expect(trailPath({ loan: 'LF 3&4' })).toBe('/jejak?loan=LF+3%264')
})
