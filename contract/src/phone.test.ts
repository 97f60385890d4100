import { expect, test } from 'vitest'
import { bareNumber } from './bare-number.ts'
import { nationalNumber } from './phone.ts'

test.each([
  ['81234567890', '81234567890'],
  ['081234567890', '81234567890'],
  ['+6281234567890', '81234567890'],
  ['+62 812-3456-7890', '81234567890'],
  ['62 812 3456 7890', '81234567890'],
  ['0062 (812) 3456.7890', '81234567890'],
  ['+62 0812 3456 7890', '81234567890'],
  [' 0812\u00a03456\u20117890 ', '81234567890'],
  ['８１２３４５６７８９０', '81234567890'],
  // As messengers and address books copy it, with marks of direction, soft hyphens and a blank at the end.
  ['\u202a+62 812-3456-7890\u202c', '81234567890'],
  ['\u200e0812\u00ad3456\u200b7890 ', '81234567890'],
  ['+62 (0) 812/3456/7890', '81234567890'],
  // Numbers whose first digits only look like the country code.
  ['621234567', '621234567'],
  ['8123462', '8123462'],
  // Text that is not a number is left unchanged, so that the field's rule rejects it.
  ['+1 202 555 0100', '+12025550100'],
  ['0812abc', '812abc'],
  ['0', ''],
  ['', ''],
])('SCN-03 SCR-12 normalizes the phone number %j to %j', (typed, kept) => {
  expect(nationalNumber(typed)).toBe(kept)
})

test.each([
  ['\u202a8810 0991-23\u202c ', '8810099123'],
  ['8810.0991\u201123', '8810099123'],
  ['\u200e123 456', '123456'],
  ['１２３\u00a0４５６', '123456'],
  ['88X1', '88X1'],
])('SCN-03 reads the account number or code %j as %j', (typed, read) => {
  expect(bareNumber(typed)).toBe(read)
})
