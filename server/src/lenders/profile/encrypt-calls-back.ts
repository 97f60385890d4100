import { many, run } from '../../platform/db/database.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import type { PersonalData } from '../../platform/keys/personal-data.ts'

type Row = { lenderId: number; url: string; secret: string; former: string | null }

/**
 * Encrypts the addresses of calls back, which may hold tokens, and their secrets, with the current key.
 * @returns some of those that were not; none when all are
 */
export async function encryptCallBacks(tx: Transaction, personal: PersonalData): Promise<Row[]> {
  const rows = await many<Row>(
    tx,
    'lenders.profile.calls_back_to_encrypt',
    `select lender_id as "lenderId", url, secret, former_secret as former from call_back
      where not (starts_with(url, $1) and starts_with(secret, $1) and starts_with(coalesce(former_secret, $1), $1))
      order by lender_id limit 200 for update`,
    [personal.current.sealed],
  )
  await run(
    tx,
    'lenders.profile.encrypt_calls_back',
    `update call_back c set url = n.url, secret = n.secret, former_secret = n.former
       from unnest($1::bigint[], $2::text[], $3::text[], $4::text[]) as n (id, url, secret, former)
      where c.lender_id = n.id`,
    [
      rows.map(({ lenderId }) => lenderId),
      rows.map(({ url }) => personal.seal(url)),
      rows.map(({ secret }) => personal.seal(secret)),
      rows.map(({ former }) => (former === null ? null : personal.seal(former))),
    ],
  )
  return rows
}
