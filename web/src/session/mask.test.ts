import { expect, test } from 'vitest'
import { maskNumber } from '@pematang/contract/format/mask-number'
import { maskEmail } from './mask.ts'

test.each([
  ['81234567890', '*******7890'],
  ['12345', '*2345'],
  ['1234', '****'],
  ['', ''],
])('DOOR-10 the browser stores the phone or account number %s as %s', (number, masked) => {
  expect(maskNumber(number)).toBe(masked)
  expect(maskNumber(masked)).toBe(masked)
})

test.each([
  ['keuangan@contoh.example', 'k***@contoh.example'],
  ['ab@contoh.example', 'a***@contoh.example'],
  ['a@contoh.example', '***@contoh.example'],
  ['"a@b"@contoh.example', '"***@contoh.example'],
  ['a**@contoh.example', 'a***@contoh.example'],
  ['bukan surel', '***'],
  ['', '***'],
])('DOOR-10 the browser stores the e-mail %s as %s', (email, masked) => {
  expect(maskEmail(email)).toBe(masked)
  expect(maskEmail(masked)).toBe(masked)
})
