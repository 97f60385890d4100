import { randomBytes, randomInt } from 'node:crypto'
import { v7 } from 'uuid'

/** Where all chance comes from, so that a test can own it. */
export type Random = {
  /** A 53-bit positive integer: the ids of loans, borrowers, lenders and accounts. */
  id: () => number
  /** A time-ordered uuid (v7): the ids of rows that are written often. */
  uuid: () => string
  /** 128 random bits as base64url: names that travel in addresses. */
  secureId: () => string
  /** 256 random bits as base64url: tokens that open something. */
  token: () => string
  /** So many decimal digits, at most 12: codes that a person types. */
  digits: (count: number) => string
}

export const systemRandom: Random = {
  id: () => Number(randomBytes(8).readBigUInt64BE() & 0x1f_ffff_ffff_ffffn) || 1,
  uuid: () => v7(),
  secureId: () => randomBytes(16).toString('base64url'),
  token: () => randomBytes(32).toString('base64url'),
  digits: (count) => String(randomInt(10 ** count)).padStart(count, '0'),
}
