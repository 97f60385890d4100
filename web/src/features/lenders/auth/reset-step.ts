import { type ResetNumber, type SentCode, storedNumber, type TabStorage } from './reset-number.ts'

/** The current step of the password reset. */
export type ResetStep =
  | { step: 'phone'; phoneNumber: string; error: string | null; sent: SentCode | null }
  | { step: 'code'; sent: SentCode }
  | { step: 'password'; phoneNumber: string }

/** The first step, with the number that was typed before and the reason for starting again. */
export const phoneStep = (
  phoneNumber = '',
  { error = null, sent = null }: { error?: string | null; sent?: SentCode | null } = {},
): ResetStep => ({ step: 'phone', phoneNumber, error, sent })

export const numberOf = (step: ResetStep): ResetNumber =>
  step.step === 'code'
    ? { phoneNumber: step.sent.phoneNumber, sent: step.sent }
    : { phoneNumber: step.phoneNumber, sent: step.step === 'phone' ? step.sent : null }

/** The part of a step that is stored in the history entry; it does not identify the lender. */
export const stateOf = (step: ResetStep): { step: ResetStep['step']; error?: string } => ({
  step: step.step,
  ...(step.step === 'phone' && step.error !== null && { error: step.error }),
})

type Loose = Record<string, unknown>
const looseOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null ? (value as Loose) : {}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function sentOf(value: unknown): SentCode | null {
  const { phoneNumber, transactionId, expiredAt, resendAt } = looseOf(value)
  const known = [phoneNumber, transactionId, expiredAt].every((text) => textOf(text) !== '')
  if (!known || typeof resendAt !== 'number' || Number.isNaN(Date.parse(textOf(expiredAt)))) return null
  return {
    phoneNumber: textOf(phoneNumber),
    transactionId: textOf(transactionId),
    expiredAt: textOf(expiredAt),
    resendAt,
  }
}

/** Reads the step from the history state and the stored number. Anything that is not a valid step becomes the first. */
export function readResetStep(state: unknown, { phoneNumber, sent }: ResetNumber): ResetStep {
  const { step, error } = looseOf(state)
  if (step === 'code' && sent) return { step, sent }
  if (step === 'password' && phoneNumber) return { step, phoneNumber }
  return { step: 'phone', phoneNumber, error: textOf(error) || null, sent }
}

/** The stored number; empty where there is none. */
export function readNumber(storage: TabStorage): ResetNumber {
  const { phoneNumber, sent } = looseOf(storedNumber(storage))
  return { phoneNumber: textOf(phoneNumber), sent: sentOf(sent) }
}

/** Whole seconds until another code can be requested, at most the length of the countdown. */
export const secondsUntilResend = (resendAt: number, now: number, countdown: number): number =>
  Math.min(countdown, Math.max(0, Math.ceil((resendAt - now) / 1_000)))
