import { expect, test } from 'vitest'
import {
  numberOf,
  phoneStep,
  readNumber,
  type ResetStep,
  readResetStep,
  secondsUntilResend,
  stateOf,
} from './reset-step.ts'
import { storedNumber, storeNumber, type TabStorage, takeNumber } from './reset-number.ts'

const sent = {
  phoneNumber: '8123456789',
  transactionId: 't',
  expiredAt: '2026-11-21T07:05:00.000Z',
  resendAt: 1_000,
}
const none = { phoneNumber: '', sent: null }

function storage(content?: string): TabStorage & { content: () => string | null } {
  const values = new Map(content === undefined ? [] : [['reset-password', content]])
  return {
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => values.set(name, value),
    removeItem: (name) => values.delete(name),
    content: () => [...values.values()].join() || null,
  }
}

const steps: ResetStep[] = [
  phoneStep(),
  phoneStep('8123456789', { error: 'Verifikasi dahulu' }),
  phoneStep('8123456789', { sent }),
  { step: 'code', sent },
  { step: 'password', phoneNumber: '8123456789' },
]

test.each(steps)('LOG-08 the password reset continues at its step $step after a reload', (step) => {
  const kept = storage()
  storeNumber(kept, numberOf(step))
  expect(readResetStep(structuredClone(stateOf(step)), readNumber(kept))).toEqual(step)
})

test.each(steps)('SCR-09 the history entry of the password reset step $step has no phone number', (step) => {
  expect(JSON.stringify(stateOf(step))).not.toContain('8123456789')
})

test('SCR-09 the stored phone number is removed when the password reset ends', () => {
  const kept = storage()
  storeNumber(kept, { phoneNumber: '8123456789', sent })
  expect(takeNumber(kept)).toBe('8123456789')
  expect(kept.content()).toBeNull()
  expect(takeNumber(kept)).toBe('')
})

test('SCR-09 the stored phone number of a password reset is forgotten after fifteen minutes without a step', () => {
  const kept = storage()
  const [at, minute] = [1_764_000_000_000, 60_000]
  storeNumber(kept, { phoneNumber: '8123456789', sent: null }, at)
  expect(storedNumber(kept, at + 14 * minute)).toMatchObject({ phoneNumber: '8123456789' })
  storeNumber(kept, { phoneNumber: '8123456789', sent }, at + 14 * minute)
  expect(storedNumber(kept, at + 28 * minute)).toMatchObject({ phoneNumber: '8123456789' })
  expect(storedNumber(kept, at + 29 * minute)).toEqual({})
  expect(kept.content()).toBeNull()
})

test('LOG-08 the password reset starts with the phone number when opened directly or with an invalid history state', () => {
  const broken = [null, undefined, 5, 'x', [], {}, { step: 'code' }, { step: 'password' }, { step: 'admin' }]
  for (const state of broken) expect(readResetStep(state, none)).toEqual(phoneStep())
})

test('LOG-08 a damaged phone number in the storage counts as missing in the password reset', () => {
  for (const content of ['{', '7', 'null', '[]', '{"phoneNumber":5}']) {
    expect(readNumber(storage(content))).toEqual(none)
  }
  const stored = (part: object) =>
    storage(JSON.stringify({ phoneNumber: '', sent: { ...sent, ...part }, until: 9e15 }))
  for (const part of Object.keys(sent)) expect(readNumber(stored({ [part]: null }))).toEqual(none)
  expect(readNumber(stored({ expiredAt: 'besok' }))).toEqual(none)
})

test('LOG-05 the countdown to a new code stays between 59 and 0 when the clock jumps', () => {
  const at = 1_000_000
  const seconds = (now: number) => secondsUntilResend(at + 59_000, now, 59)
  expect([at, at + 1, at + 1_000, at + 58_001, at + 59_000, at + 99_000].map(seconds)).toEqual([
    59, 59, 58, 1, 0, 0,
  ])
  // A clock that was set back does not make the lender wait for an hour.
  expect(seconds(at - 3_600_000)).toBe(59)
})
