import { expect, test } from 'vitest'
import { bulkPasswordRule } from './password-rule.ts'

const sentence = 'Minimum password 7 karakter'

test.each(['a', 'abcdef', 'abcdefg'])(
  'BLK-04 the bulk funding password %s is too short: shows a message and disables the button',
  (password) => {
    expect(bulkPasswordRule(password)).toEqual({ sentence, canSend: false })
  },
)

test.each(['abcdefgh', 'Pematang2026'])(
  'BLK-04 the bulk funding password %s can be sent and shows no message',
  (password) => {
    expect(bulkPasswordRule(password)).toEqual({ sentence: null, canSend: true })
  },
)

test('BLK-04 an empty bulk funding password shows no message and cannot be sent', () => {
  expect(bulkPasswordRule('')).toEqual({ sentence: null, canSend: false })
})
