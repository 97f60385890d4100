import { createHash } from 'node:crypto'

/** A sequence of random numbers that is the same for the same seed on every machine. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number
  pick<T>(list: readonly T[]): T
  /** True with a probability of `percent` percent. */
  chance(percent: number): boolean
  shuffled<T>(list: readonly T[]): T[]
}

/** Draws from SHA-256 over the seed and a counter, so that the counter is the only state. Not for secrets. */
export function createRandom(seed: number): Random {
  let counter = 0
  const fraction = (): number => {
    counter += 1
    return createHash('sha256').update(`${seed}:${counter}`).digest().readUInt32BE(0) / 2 ** 32
  }
  const whole = (min: number, max: number): number => min + Math.floor(fraction() * (max - min + 1))
  return {
    whole,
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) throw new RangeError('nothing to pick from')
      return list[whole(0, list.length - 1)] as T
    },
    chance: (percent) => fraction() * 100 < percent,
    shuffled: <T>(list: readonly T[]): T[] => {
      const copy = [...list]
      for (let at = copy.length - 1; at > 0; at -= 1) {
        const other = whole(0, at)
        const held = copy[at] as T
        copy[at] = copy[other] as T
        copy[other] = held
      }
      return copy
    },
  }
}
