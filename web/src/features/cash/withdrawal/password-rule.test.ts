import { expect, test } from 'vitest'
import { passwordRule } from './password-rule.ts'

test.each([
  ['', null, false],
  ['a', 'Minimum password 3 karakter', false],
  ['abc', 'Minimum password 3 karakter', false],
  ['abcd', null, true],
])('WDR-03 the message for the withdrawal password %j is: %s', (password, sentence, canSend) => {
  expect(passwordRule(password)).toEqual({ sentence, canSend })
})
