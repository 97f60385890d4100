/** A code that was sent. Kept with the page's place in the history, so that it outlives a visit to the SMS app. */
export type SentCode = {
  phoneNumber: string
  transactionId: string
  /** When the code ends, by the server's clock; ISO 8601. */
  expiredAt: string
  /** From when another one can be asked for, by this browser's clock; milliseconds since 1970. */
  resendAt: number
}

/** How far the lender is in setting a new password. */
export type ResetStep =
  | { step: 'phone'; phoneNumber: string; error: string | null; sent: SentCode | null }
  | { step: 'code'; sent: SentCode }
  | { step: 'password'; phoneNumber: string }

/** The first step, with the number that was typed before, and why it has to be taken again. */
export const phoneStep = (
  phoneNumber = '',
  { error = null, sent = null }: { error?: string | null; sent?: SentCode | null } = {},
): ResetStep => ({ step: 'phone', phoneNumber, error, sent })

type Loose = Record<string, unknown>
const looseOf = (value: unknown): Loose =>
  typeof value === 'object' && value !== null ? (value as Loose) : {}
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The phone number in a kept state, or nothing. */
export const phoneOf = (state: unknown): string => textOf(looseOf(state).phoneNumber)

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

/** The step in what the history has kept. Anything that cannot be one is the first step. */
export function readResetStep(state: unknown): ResetStep {
  const { step, error, sent: keptSent } = looseOf(state)
  const sent = sentOf(keptSent)
  const phoneNumber = phoneOf(state)
  if (step === 'code' && sent) return { step, sent }
  if (step === 'password' && phoneNumber) return { step, phoneNumber }
  return { step: 'phone', phoneNumber, error: textOf(error) || null, sent }
}

/** Whole seconds until another code can be asked for, never more than the countdown itself. */
export const secondsUntilResend = (resendAt: number, now: number, countdown: number): number =>
  Math.min(countdown, Math.max(0, Math.ceil((resendAt - now) / 1_000)))
