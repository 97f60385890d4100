import type { Random } from '../../platform/random.ts'

const range = 2 ** 48
const shared = 2 ** 32
const ranges = 32
/** Number of rows whose upper 5 bits come from one random number. */
const rangesOfDraw = 8
const sharedName = 4

/** Ids and names for the rows of one transaction. */
export type NearIds = Pick<Random, 'id' | 'secureId'>

/**
 * Creates the ids of rows that are written together. They share their middle 16 bits, and their secure ids the first 4
 * characters, so that each index is written in few places. The upper 5 bits are random per row, to mix the loans of a
 * day on the marketplace. The lower 32 bits grow by a random step, so that no id repeats. A secure id has 104 random
 * bits of its own.
 */
export function nearIds(random: Random): NearIds {
  const first = random.id()
  const near = Math.floor((first % range) / shared) * shared
  const step = ((random.id() % shared) | 1) >>> 0
  let low = first % shared
  let drawn = 0
  let left = 0
  const begin = random.secureId().slice(0, sharedName)
  return {
    id() {
      if (left === 0) {
        drawn = random.id()
        left = rangesOfDraw
      }
      left -= 1
      const upper = drawn % ranges
      drawn = Math.floor(drawn / ranges)
      low = (low + step) % shared
      return upper * range + near + low || 1
    },
    secureId: () => begin + random.secureId().slice(sharedName),
  }
}
