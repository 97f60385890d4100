import type { Config } from '../../platform/settings/config.ts'
import type { Context } from '../../context.ts'
import type { Identity, Incoming } from '../../platform/http/requests.ts'
import { type Bucket, consume } from '../../platform/rate-limit/rate-limit.ts'
import { networkOf } from '../../platform/rate-limit/network.ts'

/** The client of a request, as rate limits identify it. */
export type Caller = {
  ip: string
  /** Identifies the browser: the hash of its cookie, or of its session's token. */
  device: Buffer | null
}

/** Expensive calls: downloads and reports, agreements, insights. */
type Costly = 'DOWNLOAD' | 'AGREEMENT' | 'INSIGHT'
type Limited = 'LOGIN' | 'CODE' | 'PASSWORD' | Costly

const bucketOf = (
  config: Config,
  what: Limited,
  by: 'ACCOUNT' | 'DEVICE' | 'ADDRESS',
  who: string,
): Bucket => ({
  name: `${what}:${by}:${who}`,
  limit: config[`LIMIT_${what}_${by}`],
})

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

/** Rate limit buckets of a logged-in lender: by account, by session and by address. */
export function lenderBuckets(
  config: Config,
  what: 'PASSWORD' | Costly,
  { lenderId, session, ip }: { lenderId: number; session: Buffer; ip: string },
): Bucket[] {
  return [
    bucketOf(config, what, 'ACCOUNT', String(lenderId)),
    bucketOf(config, what, 'DEVICE', session.toString('hex')),
    bucketOf(config, what, 'ADDRESS', networkOf(ip)),
  ]
}

/**
 * Bucket for failed logins from one address; while it is not empty, the answer may reveal whether a number is
 * registered.
 */
export const revealBucket = (config: Config, ip: string): Bucket => ({
  name: `REVEAL:ADDRESS:${networkOf(ip)}`,
  limit: config.LIMIT_REVEAL_ADDRESS,
})

/** Bucket for code matches and password resets from one address. */
export const matchBucket = (config: Config, ip: string): Bucket => ({
  name: `MATCH:ADDRESS:${networkOf(ip)}`,
  limit: config.LIMIT_MATCH_ADDRESS,
})

/**
 * Wraps the handler of an expensive call. Each call consumes the limit, whether it succeeds or not.
 * @throws Refusal TOO_MANY_REQUESTS with the seconds until another call is allowed.
 */
export const rateLimited =
  <In extends Pick<Incoming<unknown, unknown, Identity>, 'lender' | 'request'>, Answer>(
    { db, config }: Context,
    what: Costly,
    handler: (incoming: In) => Promise<Answer>,
  ) =>
  async (incoming: In): Promise<Answer> => {
    const { lender, request } = incoming
    const who = { lenderId: lender.lenderId, session: lender.tokenHash, ip: request.ip }
    await consume(db, lenderBuckets(config, what, who))
    return handler(incoming)
  }
