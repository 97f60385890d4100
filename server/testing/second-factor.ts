import { Secret, TOTP } from 'otpauth'
import { one, type Queryable } from '../src/platform/db/database.ts'
import { type Authenticator, makeAuthenticator } from './authenticator.ts'
import type { Browser } from './account.ts'
import { type Answer, givePassword, type LoggedIn } from './http.ts'

/** The code of an app (RFC 6238) so many steps of 30 seconds from the database's now. */
export async function codeOf(db: Queryable, secret: string, steps = 0): Promise<string> {
  const { now } = await one<{ now: number }>(
    db,
    'test.now',
    'select floor(extract(epoch from app_now()))::bigint as now',
  )
  return new TOTP({ secret: Secret.fromBase32(secret), digits: 6 }).generate({
    timestamp: (now + 30 * steps) * 1000,
  })
}

/** Sets up an app as the first factor; its code of now is used up by that. */
export async function setUpApp(
  db: Queryable,
  lender: LoggedIn,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  await givePassword(lender)
  const { secret } = (await lender.post('/auth/factors/totp/offer')).json
  const added = await lender.post('/auth/factors/totp', { code: await codeOf(db, secret) })
  if (added.status !== 200) throw new Error(`adding an app answered ${added.bytes.toString()}`)
  return { secret, recoveryCodes: added.json.recoveryCodes }
}

/** Adds a passkey, after the password or the factor that the lender has was given. */
export async function setUpPasskey(
  lender: LoggedIn,
  origin: string,
  label = 'HP saya',
): Promise<{ passkey: Authenticator; answer: Answer }> {
  const offered = await lender.post('/auth/factors/passkeys/offer')
  if (offered.status !== 200) throw new Error(`offering a passkey answered ${offered.bytes.toString()}`)
  const passkey = makeAuthenticator(origin)
  const answer = await lender.post('/auth/factors/passkeys', {
    label,
    attestation: passkey.create(offered.json.challenge),
  })
  return { passkey, answer }
}

/** The second step of a login in a browser that gave the password. */
export const secondStep = (browser: Browser, shown: Record<string, unknown>): Promise<Answer> =>
  browser.post('/auth/login/factor', shown)
