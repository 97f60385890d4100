import { readCode } from '@pematang/contract/reports/balance-confirmation/code'
import type { ConfirmationVerification } from '@pematang/contract/reports/balance-confirmation/endpoints'
import type { Context } from '../../context.ts'
import { networkOf } from '../../platform/rate-limit/network.ts'
import { consume, refund } from '../../platform/rate-limit/rate-limit.ts'
import { required } from '../../platform/refusal.ts'
import { hashOfCode } from './issue.ts'
import { findByCode } from './store.ts'

/**
 * Shows the content of a confirmation to anybody with its code: number, day, initials, sum, and whether it was
 * revoked. Wrong codes are rate-limited by address; correct ones are not.
 * @throws Refusal CONFIRMATION_UNKNOWN, TOO_MANY_REQUESTS
 */
export async function verifyConfirmation(
  { db, config }: Context,
  typed: string,
  ip: string,
): Promise<ConfirmationVerification> {
  const bucket = { name: `VERIFY:ADDRESS:${networkOf(ip)}`, limit: config.LIMIT_VERIFY_ADDRESS }
  await consume(db, [bucket])
  const code = readCode(typed)
  const found = required(
    code === null ? null : await findByCode(db, hashOfCode(code)),
    'CONFIRMATION_UNKNOWN',
  )
  await refund(db, [bucket])
  const { number, asOf, initials, total, revokedAt } = found
  return { number, asOf, initials, sum: total, revokedAt: revokedAt?.toISOString() ?? null }
}
