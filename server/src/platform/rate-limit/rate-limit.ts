import { createHash } from 'node:crypto'
import { type Database, one, run } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { Refusal } from '../refusal.ts'

/** A rate limit: a burst of `count`, and the same number again spread evenly over the period. */
export type Limit = { count: number; seconds: number }

/** A bucket and its size. The name may contain a phone number or an address, so only its hash is stored. */
export type Bucket = { name: string; limit: Limit }

const keyOf = ({ name }: Bucket): Buffer => createHash('sha256').update(name).digest()

const columns = (buckets: readonly Bucket[]) => [
  buckets.map(keyOf),
  buckets.map(({ limit }) => limit.seconds / limit.count),
  buckets.map(({ limit }) => limit.seconds),
]

/**
 * No bucket takes longer than its size to fill. One that would is from a time when the clock was ahead, and counts as
 * full; otherwise it would refuse everything until the clock is there again. A minute more, because a transaction that
 * waited for a lock has an older time than the one that changed the bucket before it.
 */
const behind = `interval '1 minute'`
const isAhead = `r.full_at > app_now() + (select w.size from wanted w where w.key = r.key) + ${behind}`

/**
 * Consumes a token from each bucket, or from none if one is empty. Buckets are rows shared by all processes, and refill
 * by database time. A row only stores when its bucket will be full again (generic cell rate algorithm).
 * @throws Refusal TOO_MANY_REQUESTS with the seconds until every bucket has a token again.
 */
export async function consume(db: Database, buckets: readonly Bucket[]): Promise<void> {
  if (!(await tryConsume(db, buckets))) {
    const { seconds } = await one<{ seconds: number }>(
      db,
      'platform.rate-limit.wait',
      `select coalesce(ceil(max(extract(epoch from r.full_at - app_now()) + w.step - w.seconds)), 1)::bigint as seconds
         from unnest($1::bytea[], $2::float8[], $3::float8[]) as w (key, step, seconds)
         join rate_limit r on r.key = w.key`,
      columns(buckets),
    )
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, seconds) })
  }
}

/** Like `consume`, but returns whether every bucket had a token. */
export async function tryConsume(db: Database, buckets: readonly Bucket[]): Promise<boolean> {
  // A retry after an unknown outcome may consume a second token, which is acceptable.
  const taken = await inTransaction(db, { repeatable: true }, (tx) =>
    run(
      tx,
      'platform.rate-limit.take',
      // Rows are locked in the order of their keys. The last condition includes concurrent changes, so no bucket
      // exceeds its size.
      `with wanted as (
         select key, step * interval '1 second' as step, (seconds + 0.001) * interval '1 second' as size
           from unnest($1::bytea[], $2::float8[], $3::float8[]) as w (key, step, seconds)
       )
       insert into rate_limit as r (key, full_at)
       select key, app_now() + step from wanted
        where not exists (select from wanted w join rate_limit b on b.key = w.key
                           where b.full_at + w.step > app_now() + w.size
                             and b.full_at <= app_now() + w.size + ${behind})
        order by key
       on conflict (key) do update
         set full_at = case when ${isAhead} then excluded.full_at
                            else greatest(r.full_at, app_now()) + (excluded.full_at - app_now()) end
         where ${isAhead} or greatest(r.full_at, app_now()) + (excluded.full_at - app_now())
                             <= app_now() + (select w.size from wanted w where w.key = r.key)`,
      columns(buckets),
    ),
  )
  return taken === buckets.length
}

/** The whole tokens that a bucket has, and the seconds until it is full. */
export async function levelOf(
  db: Database,
  bucket: Bucket,
): Promise<{ left: number; fullInSeconds: number }> {
  const { wait } = await one<{ wait: number }>(
    db,
    'platform.rate-limit.level',
    `select greatest(0, coalesce(extract(epoch from max(full_at) - app_now()), 0))::float8 as wait
       from rate_limit where key = $1`,
    [keyOf(bucket)],
  )
  const { count, seconds } = bucket.limit
  return { left: Math.max(0, Math.floor(count - (wait * count) / seconds)), fullInSeconds: Math.ceil(wait) }
}

/** Returns a token to each bucket, e.g. after a successful login. */
export async function refund(db: Database, buckets: readonly Bucket[]): Promise<void> {
  await inTransaction(db, { repeatable: true }, (tx) =>
    run(
      tx,
      'platform.rate-limit.give_back',
      `update rate_limit r set full_at = r.full_at - mine.step
         from (select b.key, w.step * interval '1 second' as step
                 from unnest($1::bytea[], $2::float8[]) as w (key, step) join rate_limit b on b.key = w.key
                order by b.key for no key update of b) mine
        where r.key = mine.key`,
      columns(buckets).slice(0, 2),
    ),
  )
}

/** Deletes full buckets, a limited number at a time: a full bucket equals a missing one. */
export async function deleteFullBuckets(db: Database, most = 10_000): Promise<number> {
  return inTransaction(db, { repeatable: true }, (tx) =>
    run(
      tx,
      'platform.rate-limit.forget',
      `delete from rate_limit where key in (
         select key from rate_limit where full_at < app_now() order by key limit $1 for update skip locked)`,
      [most],
    ),
  )
}
