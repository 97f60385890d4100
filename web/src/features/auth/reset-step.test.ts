import { expect, test } from 'vitest'
import { phoneStep, type ResetStep, readResetStep, secondsUntilResend } from './reset-step.ts'

const sent = {
  phoneNumber: '8123456789',
  transactionId: 't',
  expiredAt: '2026-11-21T07:05:00.000Z',
  resendAt: 1_000,
}

test('LOG-08 each step is read back from the history as it was kept', () => {
  const steps: ResetStep[] = [
    phoneStep(),
    phoneStep('8123456789', { error: 'Verifikasi dahulu' }),
    phoneStep('8123456789', { sent }),
    { step: 'code', sent },
    { step: 'password', phoneNumber: '8123456789' },
  ]
  for (const step of steps) expect(readResetStep(structuredClone(step))).toEqual(step)
})

test('LOG-08 opened directly, or with anything else in the history, it begins with the phone number', () => {
  const broken = [null, undefined, 5, 'x', [], {}, { step: 'code' }, { step: 'password' }, { step: 'admin' }]
  for (const state of broken) expect(readResetStep(state)).toEqual(phoneStep())
  for (const part of Object.keys(sent)) {
    expect(readResetStep({ step: 'code', sent: { ...sent, [part]: null } })).toEqual(phoneStep())
  }
  expect(readResetStep({ step: 'code', sent: { ...sent, expiredAt: 'besok' } })).toEqual(phoneStep())
})

test('LOG-05 the countdown goes from 59 to 0, whatever the clock does', () => {
  const at = 1_000_000
  const seconds = (now: number) => secondsUntilResend(at + 59_000, now, 59)
  expect([at, at + 1, at + 1_000, at + 58_001, at + 59_000, at + 99_000].map(seconds)).toEqual([
    59, 59, 58, 1, 0, 0,
  ])
  // A clock that was set back does not make the lender wait for an hour.
  expect(seconds(at - 3_600_000)).toBe(59)
})
