import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyCallback } from './callback-signature.ts'

const secret = 'a secret of the tests'
const rawBody = '{"eventId":"1","event":"signed"}'
const timestamp = '2026-11-21T03:00:00.000Z'
const now = new Date(timestamp)
const sign = (body: string, at = timestamp, key = secret) =>
  createHmac('sha256', key).update(`${at}.${body}`).digest('hex')
const good = { rawBody, timestamp, signature: sign(rawBody), secret, now }

test('a genuine signature callback is accepted as text or bytes within five minutes of its timestamp', () => {
  expect(verifyCallback(good)).toBe(true)
  expect(verifyCallback({ ...good, rawBody: Buffer.from(rawBody) })).toBe(true)
  expect(verifyCallback({ ...good, now: new Date(now.getTime() + 300_000) })).toBe(true)
  expect(verifyCallback({ ...good, now: new Date(now.getTime() - 300_000) })).toBe(true)
})

test.each([
  ['no signature', { signature: undefined }],
  ['no timestamp', { timestamp: undefined }],
  ['an empty signature', { signature: '' }],
  ['a shortened signature', { signature: good.signature.slice(0, 62) }],
  ['a longer signature', { signature: `${good.signature}00` }],
  ['a signature that is not hex', { signature: 'z'.repeat(64) }],
  ['another key', { signature: sign(rawBody, timestamp, 'another secret') }],
  ['one more space in the body', { rawBody: `${rawBody} ` }],
  ['a timestamp other than the signed one', { timestamp: '2026-11-21T03:00:01.000Z' }],
  ['an old timestamp', { now: new Date(now.getTime() + 300_001) }],
  ['a timestamp in the future', { now: new Date(now.getTime() - 300_001) }],
  [
    'an invalid date as timestamp',
    { timestamp: '2026-99-99T00:00:00Z', signature: sign(rawBody, '2026-99-99T00:00:00Z') },
  ],
  [
    'an offset in the timestamp instead of Z',
    { timestamp: '2026-11-21T03:00:00.000+00:00', signature: sign(rawBody, '2026-11-21T03:00:00.000+00:00') },
  ],
  ['a timestamp in words', { timestamp: '21 Nov 2026', signature: sign(rawBody, '21 Nov 2026') }],
])('a signature callback with %s is rejected', (_name, change) => {
  expect(verifyCallback({ ...good, ...change })).toBe(false)
})
