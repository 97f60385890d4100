import type { Config } from '../../platform/settings/config.ts'
import { bucketOf } from '../../platform/rate-limit/buckets.ts'
import type { Bucket } from '../../platform/rate-limit/rate-limit.ts'
import { networkOf } from '../../platform/rate-limit/network.ts'

export type Caller = {
  ip: string
  /** Identifies the browser: the hash of its cookie, or of its session's token. */
  device: Buffer | null
}

/**
 * Rate limit buckets of a request without a session that names a phone number. A browser known for this number has a
 * bucket of its own, so that attackers elsewhere cannot lock the lender out.
 * @param known whether this number has logged in with `caller.device` before.
 */
export function guestBuckets(
  config: Config,
  what: 'LOGIN' | 'CODE',
  { phone, known, caller }: { phone: string; known: boolean; caller: Caller },
): Bucket[] {
  const own =
    known && caller.device
      ? bucketOf(config, what, 'DEVICE', `${phone}:${caller.device.toString('hex')}`)
      : bucketOf(config, what, 'ACCOUNT', phone)
  return [own, bucketOf(config, what, 'ADDRESS', networkOf(caller.ip))]
}

/**
 * Bucket for failed logins from one address; while it is not empty, the answer may reveal whether a number is
 * registered.
 */
export const revealBucket = (config: Config, ip: string): Bucket => ({
  name: `REVEAL:ADDRESS:${networkOf(ip)}`,
  limit: config.LIMIT_REVEAL_ADDRESS,
})

/** Bucket for links that stop an account from one address; apart from the codes, so that neither locks out the other. */
export const stopBucket = (config: Config, ip: string): Bucket => ({
  name: `STOP:ADDRESS:${networkOf(ip)}`,
  limit: config.LIMIT_STOP_ADDRESS,
})

/** Bucket for code matches and password resets from one address. */
export const matchBucket = (config: Config, ip: string): Bucket => ({
  name: `MATCH:ADDRESS:${networkOf(ip)}`,
  limit: config.LIMIT_MATCH_ADDRESS,
})
