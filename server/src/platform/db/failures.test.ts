import { expect, test } from 'vitest'
import { isOutcomeUnknown, isRetryable } from './failures.ts'

const failed = (code: string) => Object.assign(new Error('failed'), { code })

test.each([
  ['a full disk', '53100'],
  ['no memory', '53200'],
  ['no connection', '53300'],
  ['no further file', '53000'],
  ['an error of the disk', '58030'],
])(
  'a statement that failed because the server has %s is tried again, and its outcome is known',
  (_, code) => {
    expect(isRetryable(failed(code))).toBe(true)
    expect(isOutcomeUnknown(failed(code))).toBe(false)
  },
)

test.each([
  ['EMFILE', false],
  ['ENFILE', false],
  ['EAGAIN', false],
  ['ENOBUFS', true],
  ['ENOMEM', true],
])('a connection that this process could not open because of %s is tried again', (code, unknown) => {
  expect(isRetryable(failed(code))).toBe(true)
  expect(isOutcomeUnknown(failed(code))).toBe(unknown)
})

test.each(['23505', '42P01', 'XX001'])('a statement that failed with %s is not tried again', (code) => {
  expect(isRetryable(failed(code))).toBe(false)
})
