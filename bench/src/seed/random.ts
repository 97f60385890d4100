/** A seeded generator of choices: the same seed always gives the same sequence (SplitMix32). */
export class Choices {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A random whole number from 0 to `limit` - 1. */
  below(limit: number): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return Math.floor((((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32) * limit)
  }

  one<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)]
  }

  /** True with a probability of `share` percent. */
  inHundred(share: number): boolean {
    return this.below(100) < share
  }

  /** A random item, with a probability in proportion to its weight. */
  weighted<T>(items: readonly (readonly [weight: number, item: T])[]): T {
    const sum = items.reduce((before, [weight]) => before + weight, 0)
    let drawn = this.below(sum)
    for (const [weight, item] of items) {
      if (drawn < weight) return item
      drawn -= weight
    }
    throw new Error('there is nothing to choose from')
  }
}
