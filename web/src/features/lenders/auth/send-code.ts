import { otpResendSeconds } from '@pematang/contract/lenders/auth/rules'
import { api } from '../../../api/client.ts'
import type { SentCode } from './reset-number.ts'

/**
 * Sends a code by SMS to a number, for a forgotten password.
 * @throws ApiError when no code was sent
 */
export async function sendCode(phoneNumber: string): Promise<SentCode> {
  const body = { recipient: phoneNumber, purpose: 1, vendor: 1 } as const
  const { transactionId, expiredAt } = await api('POST /auth/otp', { body })
  return { phoneNumber, transactionId, expiredAt, resendAt: Date.now() + otpResendSeconds * 1_000 }
}
