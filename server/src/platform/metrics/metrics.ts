import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Labels = Readonly<Record<string, string>>

/** One sample of a metric. */
export type Sample = { labels?: Labels; value: number }

/** One metric with its samples, read at a scrape. Units as in Prometheus: seconds and bytes. */
export type Family = {
  name: string
  help: string
  type: 'counter' | 'gauge'
  samples: readonly Sample[]
}

export type Collector = () => Family[] | Promise<Family[]>

/** Time limit of a collector in milliseconds; it may query the database. */
const collectorLimitMs = 2_000

/**
 * The metrics of a process: histograms and counters updated as events happen, and collectors, which run at each scrape
 * and may fail independently (docs/decisions/0013-metrics.md).
 */
export class Metrics {
  readonly #collectors = new Map<string, Collector>()
  readonly #counted: Registry
  readonly #labels: Labels

  constructor(counted = new Registry(), labels: Labels = {}) {
    this.#counted = counted
    this.#labels = labels
  }

  /** Registers a collector under a name, replacing an earlier one of that name. */
  set(part: string, collector: Collector): void {
    this.#collectors.set(part, collector)
  }

  /** Metrics of another server in this process: its samples have the label `server`. */
  part(server: string): Metrics {
    const inner = new Metrics(this.#counted, { ...this.#labels, server })
    this.set(server, async () => {
      const families = await Promise.all(
        [...inner.#collectors.values()].map(async (collector) => collector()),
      )
      return families.flat().map((family) => ({
        ...family,
        samples: family.samples.map((sample) => ({ ...sample, labels: { server, ...sample.labels } })),
      }))
    })
    return inner
  }

  /**
   * @returns a function that observes a value. Clients must not be able to choose labels, because each set of them is
   *   kept in memory.
   */
  histogram(config: {
    name: string
    help: string
    buckets: number[]
    labels: readonly string[]
  }): (labels: Labels, value: number) => void {
    const { labels: names, ...rest } = config
    const known = this.#counted.getSingleMetric(config.name) as Histogram | undefined
    const histogram =
      known ?? new Histogram({ ...rest, labelNames: ['server', ...names], registers: [this.#counted] })
    return (labels, value) => histogram.observe({ ...this.#labels, ...labels }, value)
  }

  /** @returns a function that adds one to the counter. */
  counter(config: { name: string; help: string }): () => void {
    const known = this.#counted.getSingleMetric(config.name) as Counter | undefined
    const counter = known ?? new Counter({ ...config, labelNames: ['server'], registers: [this.#counted] })
    counter.inc({ ...this.#labels }, 0)
    return () => counter.inc({ ...this.#labels })
  }

  /** All metrics in Prometheus' text format 0.0.4. A collector that fails is left out and reported in a metric. */
  async text(): Promise<string> {
    const failed: Sample[] = []
    const answers = await Promise.all(
      [...this.#collectors].map(async ([part, collector]) => {
        const families = await withLimit(collector)
        failed.push({ labels: { part }, value: families ? 0 : 1 })
        return families ?? []
      }),
    )
    const help = 'Whether the metrics of a part are missing from this scrape (1).'
    const scraped = new Registry()
    const families = [
      ...answers.flat(),
      { name: 'pematang_metrics_failed', help, type: 'gauge' as const, samples: failed },
    ]
    // Several collectors may have samples of one metric, so they are grouped.
    for (const family of Map.groupBy(families, ({ name }) => name).values()) write(family, scraped)
    return Registry.merge([this.#counted, scraped]).metrics()
  }
}

async function withLimit(collector: Collector): Promise<Family[] | null> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), collectorLimitMs)
  })
  try {
    return await Promise.race([collector(), limit])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

function write(families: readonly Family[], registry: Registry): void {
  const [{ name, help, type }] = families as [Family]
  const samples = families.flatMap((family) => family.samples)
  if (samples.length === 0) return
  const labelNames = [...new Set(samples.flatMap(({ labels = {} }) => Object.keys(labels)))]
  const config = { name, help, labelNames, registers: [registry] }
  if (type === 'gauge') {
    const gauge = new Gauge(config)
    for (const { labels = {}, value } of samples) gauge.set(labels, value)
  } else {
    const counter = new Counter(config)
    for (const { labels = {}, value } of samples) counter.inc(labels, value)
  }
}
