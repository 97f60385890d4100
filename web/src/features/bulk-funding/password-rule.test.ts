import { expect, test } from 'vitest'
import { bulkPasswordRule } from './password-rule.ts'

const sentence = 'Minimum password 7 karakter'

test.each(['a', 'abcdef', 'abcdefg'])(
  'BLK-04 the password %s is too short: shows the sentence and disables the button',
  (password) => {
    expect(bulkPasswordRule(password)).toEqual({ sentence, canSend: false })
  },
)

test.each(['abcdefgh', 'Pematang2026'])(
  'BLK-04 the password %s can be sent and shows no sentence',
  (password) => {
    expect(bulkPasswordRule(password)).toEqual({ sentence: null, canSend: true })
  },
)

test('BLK-04 an empty password shows no sentence and cannot be sent', () => {
  expect(bulkPasswordRule('')).toEqual({ sentence: null, canSend: false })
})
