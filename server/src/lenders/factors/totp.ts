import { totpDigits } from '@pematang/contract/lenders/factors/rules'
import type { Random } from '../../platform/random.ts'

/** Seconds of one code (RFC 6238, section 4.1: the default time step, which all apps have). */
const period = 30

/** Loaded with the first code: most lenders have no app. */
const loadLibrary = () => import('otpauth')

/** A new secret of 160 bits, as long as the hash (RFC 4226, section 4), in base32 without padding. */
export async function makeSecret({ token }: Pick<Random, 'token'>): Promise<string> {
  const { Secret } = await loadLibrary()
  return new Secret({ buffer: new Uint8Array(Buffer.from(token(), 'base64url').subarray(0, 20)).buffer })
    .base32
}

/** What an app reads from a QR code: `otpauth://totp/…`. */
export async function uriOf(secret: string, of: { issuer: string; label: string }): Promise<string> {
  const { TOTP } = await loadLibrary()
  return new TOTP({ ...of, secret, digits: totpDigits, period }).toString()
}

/**
 * The number of 30 seconds since 1970 that a code is of, among the one of `seconds` and its neighbours, because clocks of
 * phones differ (RFC 6238, section 5.2).
 * @param seconds Unix time
 * @param after a step that was used: it and those before are over (RFC 6238, section 5.2)
 * @returns null if the code is wrong, or over
 */
export async function stepOf(
  code: string,
  { secret, seconds, after }: { secret: string; seconds: number; after: number },
): Promise<number | null> {
  const token = code.replaceAll(' ', '')
  if (!/^[0-9]{6}$/.test(token)) return null
  const { TOTP } = await loadLibrary()
  const totp = new TOTP({ secret, digits: totpDigits, period })
  const delta = totp.validate({ token, timestamp: seconds * 1000, window: 1 })
  if (delta === null) return null
  const step = Math.floor(seconds / period) + delta
  return step > after ? step : null
}
