import type { Labels, Sample } from './metrics.ts'

/** Counts values by bucket. An observation is a short scan of the bounds and two additions. */
export class Histogram {
  readonly #bounds: readonly number[]
  /** One more than the bounds, for larger values. */
  readonly #counts: Float64Array
  #sum = 0

  /** @param bounds the largest value of each class, ascending */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = new Float64Array(bounds.length + 1)
  }

  observe(value: number): void {
    const bounds = this.#bounds
    let place = 0
    // NaN is counted in the last bucket.
    while (place < bounds.length && !(value <= (bounds[place] as number))) place += 1
    this.#counts[place] = (this.#counts[place] as number) + 1
    this.#sum += value
  }

  get count(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0)
  }

  /** Cumulative buckets, as Prometheus expects. */
  samples(labels: Labels = {}): Sample[] {
    let below = 0
    const buckets = [...this.#counts].map((count, place): Sample => {
      below += count
      const le = this.#bounds[place]
      return {
        suffix: '_bucket',
        labels: { ...labels, le: le === undefined ? '+Inf' : String(le) },
        value: below,
      }
    })
    return [
      ...buckets,
      { suffix: '_sum', labels, value: this.#sum },
      { suffix: '_count', labels, value: below },
    ]
  }
}
