import { createHmac, timingSafeEqual } from 'node:crypto'

export type CallbackProof = {
  rawBody: string | Uint8Array
  /** Header X-Timestamp, ISO 8601 in UTC. */
  timestamp: string | undefined
  /** Header X-Signature, hex HMAC-SHA256(secret, `${timestamp}.${rawBody}`). */
  signature: string | undefined
  secret: string
  now: Date
  /** Tolerance of the timestamp in both directions, milliseconds. */
  skewMs?: number
}

const FIVE_MINUTES = 5 * 60_000
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/

/**
 * Whether a callback is genuine and recent, compared in constant time. A replay within the window passes; the receiver
 * recognises it by its eventId.
 */
export function verifyCallback(proof: CallbackProof): boolean {
  // A missing header has the wrong format.
  const { rawBody, timestamp = '', signature = '', secret, now, skewMs = FIVE_MINUTES } = proof
  if (!INSTANT.test(timestamp) || !/^[0-9a-f]{64}$/i.test(signature)) return false
  // An impossible date gives NaN, which fails this comparison.
  if (!(Math.abs(now.getTime() - Date.parse(timestamp)) <= skewMs)) return false
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
