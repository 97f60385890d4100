import { expect, test } from 'vitest'
import { bulkPasswordRule } from './password-rule.ts'

const sentence = 'Minimum password 7 karakter'

test.each(['a', 'abcdef', 'abcdefg'])(
  'BLK-04 %s is too short: the sentence is shown, the button is off',
  (password) => {
    expect(bulkPasswordRule(password)).toEqual({ sentence, canSend: false })
  },
)

test.each(['abcdefgh', 'Pematang2026'])('BLK-04 %s may be sent, and nothing is said', (password) => {
  expect(bulkPasswordRule(password)).toEqual({ sentence: null, canSend: true })
})

test('BLK-04 an empty field is not wrong yet, and cannot be sent', () => {
  expect(bulkPasswordRule('')).toEqual({ sentence: null, canSend: false })
})
