import { expect, test } from 'vitest'
import { codeIn } from './code.ts'

test('LOG-05 a code of at most six characters is extracted from a pasted message', () => {
  expect(codeIn('123456')).toBe('123456')
  expect(codeIn(' 123 456\n')).toBe('123456')
  expect(codeIn('123-456')).toBe('123456')
  expect(codeIn('\u202a１２３\u200f４５６\u202c')).toBe('123456')
  expect(codeIn('1234567')).toBe('123456')
  expect(codeIn('Kode Anda 482913, berlaku 5 menit.')).toBe('482913')
  expect(codeIn('08123456789 kode 482913')).toBe('482913')
  expect(codeIn('A1B2C3D4')).toBe('A1B2C3')
  expect(codeIn('12')).toBe('12')
  expect(codeIn('')).toBe('')
})
