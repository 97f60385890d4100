import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Identity, Incoming } from '../platform/http/requests.ts'
import { type Bucket, takeFrom } from '../platform/limits/limits.ts'
import { networkOf } from '../platform/limits/network.ts'

/** Where a request comes from, as far as limits care. */
export type Caller = {
  /** The address of the client. */
  ip: string
  /** Names the browser: the hash of its cookie, or of its session's token. */
  device: Buffer | null
}

/** Calls that cost more than others: a document or report fetched, an agreement made, an insight reckoned. */
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
 * What a stranger who names a phone number may still do. A browser that knows the number has a bucket of its own, so
 * that those who try a lender's number from elsewhere do not lock the lender out.
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

/** What a lender inside a session may still do: by account, by session and by address. */
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

/** Answers to wrong logins, from one address, that may still tell an unknown number from a wrong password. */
export const revealBucket = (config: Config, ip: string): Bucket => ({
  name: `REVEAL:ADDRESS:${networkOf(ip)}`,
  limit: config.LIMIT_REVEAL_ADDRESS,
})

/** Codes tried and passwords reset from one address. */
export const matchBucket = (config: Config, ip: string): Bucket => ({
  name: `MATCH:ADDRESS:${networkOf(ip)}`,
  limit: config.LIMIT_MATCH_ADDRESS,
})

/**
 * The handler of a costly call. Each call is counted, answered or refused.
 * @throws Refusal TOO_MANY_REQUESTS with the seconds until another one may be asked for.
 */
export const counted =
  <In extends Pick<Incoming<unknown, unknown, Identity>, 'lender' | 'request'>, Answer>(
    { db, config }: Context,
    what: Costly,
    handler: (incoming: In) => Promise<Answer>,
  ) =>
  async (incoming: In): Promise<Answer> => {
    const { lender, request } = incoming
    const who = { lenderId: lender.lenderId, session: lender.tokenHash, ip: request.ip }
    await takeFrom(db, lenderBuckets(config, what, who))
    return handler(incoming)
  }
