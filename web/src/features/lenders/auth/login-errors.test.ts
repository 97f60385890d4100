import { refusals } from '@pematang/contract/refusals'
import { expect, test } from 'vitest'
import { loginErrorsOf } from './login-errors.ts'

test('LOG-02 a login shows an unregistered number under the phone field and any other error under the password', () => {
  const unregistered = refusals.PHONE_UNREGISTERED.sentence({})
  expect(loginErrorsOf(unregistered)).toEqual({ phoneNumber: unregistered })
  expect(loginErrorsOf('Akun Tidak Terdaftar pada sistem')).toHaveProperty('phoneNumber')
  const wrong = refusals.PASSWORD_WRONG.sentence({})
  expect(loginErrorsOf(wrong)).toEqual({ password: wrong })
  const many = refusals.TOO_MANY_REQUESTS.sentence({})
  expect(loginErrorsOf(many)).toEqual({ password: many })
})
