import type { Cost } from '@pematang/contract/endpoint'
import type { Config } from '../settings/config.ts'
import { networkOf } from './network.ts'
import type { Bucket } from './rate-limit.ts'

export const bucketOf = (
  config: Config,
  what: 'LOGIN' | 'CODE' | 'PASSWORD' | Cost,
  by: 'ACCOUNT' | 'DEVICE' | 'ADDRESS',
  who: string,
): Bucket => ({
  name: `${what}:${by}:${who}`,
  limit: config[`LIMIT_${what}_${by}`],
})

/** Rate limit buckets of a logged-in lender: by account, by session and by address. */
export function lenderBuckets(
  config: Config,
  what: 'PASSWORD' | Cost,
  { lenderId, session, ip }: { lenderId: number; session: Buffer; ip: string },
): Bucket[] {
  return [
    bucketOf(config, what, 'ACCOUNT', String(lenderId)),
    bucketOf(config, what, 'DEVICE', session.toString('hex')),
    bucketOf(config, what, 'ADDRESS', networkOf(ip)),
  ]
}

/**
 * Rate limit buckets of a lender's own systems: by account, for all of its keys, and by address. What they use up is not
 * missing on the lender's screens.
 */
export const keyBuckets = (
  config: Config,
  what: Cost,
  { lenderId, ip }: { lenderId: number; ip: string },
): Bucket[] => [
  bucketOf(config, what, 'ACCOUNT', `keys of ${lenderId}`),
  bucketOf(config, what, 'ADDRESS', networkOf(ip)),
]
