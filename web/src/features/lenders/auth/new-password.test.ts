import {
  confirmationSentence,
  isGoodPassword,
  passwordRuleSentence,
} from '@pematang/contract/lenders/auth/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isReady, newPasswordErrors, passwordParts } from './new-password.ts'

const anyPassword = fc.oneof(
  fc.string({ maxLength: 110, unit: 'binary' }),
  fc.stringMatching(/^[A-Za-z0-9]{6,10}$/),
  fc.stringMatching(/^[A-Za-z0-9]{97,101}$/),
)

test('PWD-01 a password meets all the displayed rules exactly when the contract accepts it', () => {
  fc.assert(
    fc.property(anyPassword, (password) => {
      expect(passwordParts.every(({ isMet }) => isMet(password))).toBe(isGoodPassword(password))
    }),
  )
})

test('PWD-01 PWD-02 each field for a new password has its own error message, and an empty one has none', () => {
  expect(newPasswordErrors({ password: '', confirmation: '' })).toEqual({
    password: null,
    confirmation: null,
  })
  expect(newPasswordErrors({ password: 'pematang2026', confirmation: 'pematang2026' })).toEqual({
    password: passwordRuleSentence,
    confirmation: null,
  })
  expect(newPasswordErrors({ password: 'Pematang2026', confirmation: 'Pematang2025' })).toEqual({
    password: null,
    confirmation: confirmationSentence,
  })
})

test('PWD-02 the new password form can be sent only when no field is empty or wrong', () => {
  expect(isReady({ password: 'Pematang2026', confirmation: 'Pematang2026' })).toBe(true)
  fc.assert(
    fc.property(anyPassword, fc.option(anyPassword, { nil: null }), (password, other) => {
      const typed = { password, confirmation: other ?? password }
      const { password: first, confirmation: second } = newPasswordErrors(typed)
      const isWhole = typed.password !== '' && typed.confirmation !== ''
      expect(isReady(typed)).toBe(isWhole && first === null && second === null)
    }),
  )
})
