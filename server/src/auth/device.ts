import { maybe, type Queryable, run } from '../platform/db/database.ts'
import type { Cookies } from '../platform/http/cookies.ts'
import { hashToken } from '../platform/token.ts'

/** Names a browser in which a lender has logged in. It opens nothing: it only has limits of its own. */
export const deviceCookie = { name: 'device', seconds: 180 * 86_400 }

/** The browser's own token, where it has one. */
export const deviceOf = (cookies: Cookies): Buffer | null => {
  const token = cookies.get(deviceCookie.name)
  return token === undefined ? null : hashToken(token)
}

/** Whether the lender with this number has logged in with this browser. The same question for a number that nobody has. */
export async function knowsDevice(db: Queryable, phone: string, device: Buffer | null): Promise<boolean> {
  const found = await maybe<{ known: number }>(
    db,
    'auth.known_device',
    `select 1 as known from lender l join known_device d on d.lender_id = l.id
      where l.phone = $1 and d.device_hash = $2`,
    [phone, device],
  )
  return found !== undefined
}

/** Notes that the lender has logged in with this browser. */
export async function rememberDevice(tx: Queryable, lenderId: number, device: Buffer): Promise<void> {
  await run(
    tx,
    'auth.remember_device',
    `insert into known_device (lender_id, device_hash) values ($1, $2)
     on conflict (lender_id, device_hash) do update set seen_at = app_now()`,
    [lenderId, device],
  )
}

/** Forgets the browsers of a lender, e.g. because somebody else may have had the password. */
export async function forgetDevices(tx: Queryable, lenderId: number): Promise<void> {
  await run(tx, 'auth.forget_devices', 'delete from known_device where lender_id = $1', [lenderId])
}
