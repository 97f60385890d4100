import { maybe, one, type Queryable, run } from '../../platform/db/database.ts'
import { Lookup } from '../../platform/keys/personal-data.ts'
import type { Cookies } from '../../platform/http/cookies.ts'
import { hashToken } from '../../platform/token.ts'

/**
 * Identifies a browser in which a lender has logged in. It grants no access; it only gives the browser rate limits of
 * its own.
 */
export const deviceCookie = { name: 'device', seconds: 180 * 86_400 }

/** The hash of the token in the browser's device cookie; null without the cookie. */
export const deviceOf = (cookies: Cookies): Buffer | null => {
  const token = cookies.get(deviceCookie.name)
  return token === undefined ? null : hashToken(token)
}

/**
 * Whether the lender with this number has logged in with this browser. For an unregistered number the same query runs,
 * so that timing reveals nothing.
 */
export async function isKnownDevice(db: Queryable, phone: string, device: Buffer | null): Promise<boolean> {
  const found = await maybe<{ known: number }>(
    db,
    'lenders.auth.known_device',
    `select 1 as known from lender l join known_device d on d.lender_id = l.id
      where l.phone_search = any($1) and d.device_hash = $2`,
    [new Lookup(phone), device],
  )
  return found !== undefined
}

/**
 * Records a login with this browser.
 * @returns whether it is the lender's first login with it.
 */
export async function rememberDevice(tx: Queryable, lenderId: number, device: Buffer): Promise<boolean> {
  const { isNew } = await one<{ isNew: boolean }>(
    tx,
    'lenders.auth.remember_device',
    `insert into known_device (lender_id, device_hash) values ($1, $2)
     on conflict (lender_id, device_hash) do update set seen_at = app_now()
     returning xmax = 0 as "isNew"`,
    [lenderId, device],
  )
  return isNew
}

/** Deletes known browsers of a lender, e.g. because the password may have been stolen: all, one, or all but one. */
export async function deleteKnownDevices(
  tx: Queryable,
  lenderId: number,
  { only = null, except = null }: { only?: Buffer | null; except?: Buffer | null } = {},
): Promise<void> {
  await run(
    tx,
    'lenders.auth.delete_devices',
    `delete from known_device
      where lender_id = $1 and ($2::bytea is null or device_hash = $2) and device_hash is distinct from $3`,
    [lenderId, only, except],
  )
}
