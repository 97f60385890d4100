import { randomFillSync, randomInt } from 'node:crypto'
import { v7 } from 'uuid'

/** The source of all randomness, so that tests can replace it. */
export type Random = {
  /** A 53-bit positive integer: the ids of loans, borrowers, lenders and accounts. */
  id: () => number
  /** A time-ordered uuid (v7): the ids of rows that are written often. */
  uuid: () => string
  /** 128 random bits as base64url: public ids in URLs. */
  secureId: () => string
  /** 128 random bits in hexadecimal: keys of links, whose end a program may take for punctuation. */
  linkKey: () => string
  /** 256 random bits as base64url: secret tokens. */
  token: () => string
  /** Decimal digits, at most 12: codes that a person types. */
  digits: (count: number) => string
}

export const systemRandom: Random = {
  id: () => Number(take(8).readBigUInt64BE() & 0x1f_ffff_ffff_ffffn) || 1,
  uuid: uuidsAt(Date.now),
  secureId: () => take(16).toString('base64url'),
  linkKey: () => take(16).toString('hex'),
  token: () => take(32).toString('base64url'),
  digits: (count) => String(randomInt(10 ** count)).padStart(count, '0'),
}

/**
 * A pool of random bytes, because a system call per id is slow. Used bytes are wiped, so that no token stays in memory.
 */
const pool = Buffer.alloc(4096)
let used = pool.length

function take(count: number): Buffer {
  if (used + count > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = Buffer.from(pool.subarray(used, used + count))
  pool.fill(0, used, used + count)
  used += count
  return bytes
}

/**
 * Creates time-ordered UUIDs for a time in milliseconds. They also increase within a millisecond and when the clock
 * goes back (RFC 9562, section 6.2).
 */
export function uuidsAt(now: () => number): () => string {
  let newest = 0
  let sequence = 0
  return () => {
    const random = take(16)
    const at = now()
    if (at > newest) {
      newest = at
      sequence = random.readUInt32BE(6) >>> 1
    } else {
      sequence += 1
      if (sequence > 0x7fff_ffff) {
        newest += 1
        sequence = 0
      }
    }
    return v7({ random, msecs: newest, seq: sequence })
  }
}
