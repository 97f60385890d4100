import { createHash } from 'node:crypto'
import { type Database, one, run } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { Refusal } from '../refusal.ts'

/** So many at once, and as many again spread evenly over so many seconds. */
export type Limit = { count: number; seconds: number }

/** One bucket and its size. The name may hold a phone number or an address: only its hash is kept. */
export type Bucket = { name: string; limit: Limit }

const keyOf = ({ name }: Bucket): Buffer => createHash('sha256').update(name).digest()

const columns = (buckets: readonly Bucket[]) => [
  buckets.map(keyOf),
  buckets.map(({ limit }) => limit.seconds / limit.count),
  buckets.map(({ limit }) => limit.seconds),
]

/**
 * Takes one from each bucket, or from none where one of them is empty. The buckets are rows, so they hold for all
 * processes; they fill again by database time, so that nobody is kept out for good. (The generic cell rate algorithm:
 * a row keeps only when its bucket would be full again.)
 * @throws Refusal TOO_MANY_REQUESTS with the seconds until all of them have one again.
 */
export async function takeFrom(db: Database, buckets: readonly Bucket[]): Promise<void> {
  if (!(await tryTake(db, buckets))) {
    const { seconds } = await one<{ seconds: number }>(
      db,
      'limits.wait',
      `select coalesce(ceil(max(extract(epoch from r.full_at - app_now()) + w.step - w.seconds)), 1)::bigint as seconds
         from unnest($1::bytea[], $2::float8[], $3::float8[]) as w (key, step, seconds)
         join rate_limit r on r.key = w.key`,
      columns(buckets),
    )
    throw new Refusal('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, seconds) })
  }
}

/** As `takeFrom`, but says whether there was one in each. */
export async function tryTake(db: Database, buckets: readonly Bucket[]): Promise<boolean> {
  // A try after an unknown end may take twice: too strict by one is harmless.
  const taken = await inTransaction(db, { repeatable: true }, (tx) =>
    run(
      tx,
      'limits.take',
      // The rows are locked in the order of their keys. What another request took in the meantime is seen again in
      // the last condition, so no bucket ever gives more than it has.
      `with wanted as (
         select key, step * interval '1 second' as step, (seconds + 0.001) * interval '1 second' as size
           from unnest($1::bytea[], $2::float8[], $3::float8[]) as w (key, step, seconds)
       )
       insert into rate_limit as r (key, full_at)
       select key, app_now() + step from wanted
        where not exists (select from wanted w join rate_limit b on b.key = w.key
                           where b.full_at + w.step > app_now() + w.size)
        order by key
       on conflict (key) do update
         set full_at = greatest(r.full_at, app_now()) + (excluded.full_at - app_now())
         where greatest(r.full_at, app_now()) + (excluded.full_at - app_now())
               <= app_now() + (select w.size from wanted w where w.key = r.key)`,
      columns(buckets),
    ),
  )
  return taken === buckets.length
}

/** Puts one back into each bucket, where what was taken turned out to be harmless, e.g. a login that succeeded. */
export async function giveBack(db: Database, buckets: readonly Bucket[]): Promise<void> {
  await inTransaction(db, { repeatable: true }, (tx) =>
    run(
      tx,
      'limits.give_back',
      `update rate_limit r set full_at = r.full_at - mine.step
         from (select b.key, w.step * interval '1 second' as step
                 from unnest($1::bytea[], $2::float8[]) as w (key, step) join rate_limit b on b.key = w.key
                order by b.key for no key update of b) mine
        where r.key = mine.key`,
      columns(buckets).slice(0, 2),
    ),
  )
}

/** Forgets the buckets that are full, at most so many at a time: a full one is the same as none. */
export async function forgetFullBuckets(db: Database, most = 10_000): Promise<number> {
  return inTransaction(db, { repeatable: true }, (tx) =>
    run(
      tx,
      'limits.forget',
      `delete from rate_limit where key in (
         select key from rate_limit where full_at < app_now() order by key limit $1 for update skip locked)`,
      [most],
    ),
  )
}
