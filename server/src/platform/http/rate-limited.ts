import type { Database } from '../db/database.ts'
import { networkOf } from '../rate-limit/network.ts'
import { type Bucket, consume } from '../rate-limit/rate-limit.ts'
import type { Config } from '../settings/config.ts'
import type { Identity, Incoming } from './requests.ts'

/** Expensive calls: downloads and reports, agreements, insights. */
type Costly = 'DOWNLOAD' | 'AGREEMENT' | 'INSIGHT'
type Limited = 'LOGIN' | 'CODE' | 'PASSWORD' | Costly

export const bucketOf = (
  config: Config,
  what: Limited,
  by: 'ACCOUNT' | 'DEVICE' | 'ADDRESS',
  who: string,
): Bucket => ({
  name: `${what}:${by}:${who}`,
  limit: config[`LIMIT_${what}_${by}`],
})

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
 * Wraps the handler of an expensive call. Each call consumes the limit, whether it succeeds or not.
 * @throws Refusal TOO_MANY_REQUESTS with the seconds until another call is allowed.
 */
export const rateLimited =
  <In extends Pick<Incoming<unknown, unknown, Identity>, 'lender' | 'request'>, Answer>(
    { db, config }: { db: Database; config: Config },
    what: Costly,
    handler: (incoming: In) => Promise<Answer>,
  ) =>
  async (incoming: In): Promise<Answer> => {
    const { lender, request } = incoming
    const who = { lenderId: lender.lenderId, session: lender.tokenHash, ip: request.ip }
    await consume(db, lenderBuckets(config, what, who))
    return handler(incoming)
  }
