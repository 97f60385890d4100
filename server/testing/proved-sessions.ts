import { randomBytes } from 'node:crypto'
import { entriesFor } from './entries.ts'
import type { Context } from '../src/context.ts'
import { run } from '../src/platform/db/database.ts'

/**
 * Makes sessions of a lender in each of which the password was given for one action.
 * @returns the hashes of their tokens
 */
export async function provedSessions(
  { db, random }: Context,
  lenderId: number,
  count: number,
): Promise<Buffer[]> {
  const hashes = Array.from({ length: count }, () => randomBytes(32))
  const ids = hashes.map(() => random.uuid())
  await run(
    db,
    'test.proved_sessions',
    `with made as (
       insert into session (token_hash, lender_id, ends_at, id, device_hash, browser, system)
       select hash, $1, app_now() + interval '1 hour', id, null, null, null from unnest($2::bytea[], $3::uuid[]) as s (hash, id)
       returning token_hash
     ), entry as (${entriesFor('validatePassword', '(select $1::bigint as lender_id) one')})
     insert into password_grant (lender_id, session_hash, expires_at)
     select $1, token_hash, app_now() + interval '1 hour' from made`,
    [lenderId, hashes, ids],
  )
  return hashes
}
