import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { changePasswordBody, newPasswordField, resetPasswordBody } from './endpoints.ts'
import { confirmationSentence, isGoodPassword, passwordRuleSentence } from './rules.ts'

const sentences = (result: { success: boolean; error?: z.core.$ZodError | undefined }) =>
  result.error?.issues.map(({ message }) => message) ?? []

describe('PWD-01 the password rule', () => {
  test.each([
    ['', false],
    ['Aa1aaaa', false],
    ['Aa1aaaaa', true],
    [`Aa1${'a'.repeat(96)}`, true],
    [`Aa1${'a'.repeat(97)}`, false],
    ['aa1aaaaa', false],
    ['AA1AAAAA', false],
    ['AaAaAaAa', false],
    ['12345678', false],
    ['Éa1aaaaa', true],
    ['Aa1 aaaa', true],
    ['Aa１aaaaa', true],
  ])('whether the password rule accepts %j: %s', (password, good) => {
    expect(isGoodPassword(password)).toBe(good)
    expect(z.safeParse(newPasswordField, password).success).toBe(good)
  })

  test('the password rule accepts any text of 8 to 99 characters with an upper case letter, a lower case letter and a digit', () => {
    const kinds = fc.tuple(
      fc.constantFrom(...'ABCXYZ'.split('')),
      fc.constantFrom(...'abcxyz'.split('')),
      fc.constantFrom(...'0123456789'.split('')),
      fc.oneof(
        fc.string({ maxLength: 6 }),
        fc.string({ minLength: 90, maxLength: 102 }),
        fc.string({ maxLength: 96 }),
      ),
      fc.nat(),
    )
    fc.assert(
      fc.property(kinds, ([upper, lower, digit, rest, at]) => {
        const cut = at % (rest.length + 1)
        const password = `${rest.slice(0, cut)}${upper}${lower}${digit}${rest.slice(cut)}`
        expect(isGoodPassword(password)).toBe(password.length >= 8 && password.length <= 99)
        expect(isGoodPassword(password.replaceAll(/[0-9]/g, ''))).toBe(false)
      }),
    )
  })

  test('a missing or invalid password is refused with the error message of the specification', () => {
    for (const bad of ['short', undefined, 12_345_678]) {
      expect(sentences(z.safeParse(newPasswordField, bad))).toEqual([passwordRuleSentence])
    }
  })
})

test('PWD-02 a password confirmation that differs from the password is refused', () => {
  const reset = { phoneNumber: '81234567890', newPassword: 'Aa1aaaaa', type: 'lender' }
  expect(z.safeParse(resetPasswordBody, { ...reset, confirmPassword: 'Aa1aaaaa' }).success).toBe(true)
  expect(sentences(z.safeParse(resetPasswordBody, { ...reset, confirmPassword: 'Aa1aaaab' }))).toEqual([
    confirmationSentence,
  ])
  const change = { oldPassword: 'x', newPassword: 'Aa1aaaaa', confirmNewPassword: '' }
  expect(sentences(z.safeParse(changePasswordBody, change))).toEqual([confirmationSentence])
})
