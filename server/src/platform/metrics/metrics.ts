import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Labels = Readonly<Record<string, string>>

/** One sample of a metric. */
export type Sample = { labels?: Labels; value: number }

/** What a metric means. Units as in Prometheus: seconds and bytes. */
export type Head = { help: string; type: 'counter' | 'gauge' }
export const gauge = (help: string): Head => ({ help, type: 'gauge' })
export const counter = (help: string): Head => ({ help, type: 'counter' })

/** The metrics of a part by name. They are declared once, so that two declarations of a name are told apart. */
export type Heads = Readonly<Record<string, Head>>
type Samples<Name extends string> = Readonly<Record<Name, readonly Sample[]>>

/** Reads the samples of declared metrics at a scrape. */
type Collector<Name extends string> = () => Samples<Name> | Promise<Samples<Name>>

/** One metric with its samples. */
type Family = Head & { name: string; samples: readonly Sample[] }
type Part = { heads: Heads; read: () => Promise<Family[]> }

const failures = gauge('Whether the metrics of a part are missing from this scrape (1).')

/** Time limit of a collector in milliseconds; it may query the database. */
const collectorLimitMs = 2_000

/**
 * The metrics of a process: histograms and counters updated as events happen, and collectors, which run at each scrape
 * and may fail independently.
 */
export class Metrics {
  readonly #parts = new Map<string, Part>()
  readonly #counted: Registry
  readonly #labels: Labels
  readonly #declared: Map<string, { help: string }>

  constructor(
    counted = new Registry(),
    labels: Labels = {},
    declared: Map<string, { help: string }> = new Map(),
  ) {
    this.#counted = counted
    this.#labels = labels
    this.#declared = declared
  }

  /**
   * Registers a collector of these metrics under the name of its part, replacing an earlier one of the same part.
   * @throws if another part has that name, or another metric one of these names
   */
  set<H extends Heads>(part: string, heads: H, collector: Collector<keyof H & string>): void {
    const before = this.#parts.get(part)
    if (before && before.heads !== heads) {
      const [these, those] = [before.heads, heads].map((some) => Object.keys(some).join(', '))
      throw new Error(`two parts of the metrics are called ${part}: that of ${these} and that of ${those}`)
    }
    for (const [name, head] of Object.entries(heads)) this.#declare(name, head)
    const read = async () => {
      const samples: Samples<string> = await collector()
      return Object.entries(heads).map(([name, head]) => ({ name, ...head, samples: samples[name] ?? [] }))
    }
    this.#parts.set(part, { heads, read })
  }

  /** One metric may have samples of several collectors, if they share its declaration. */
  #declare(name: string, head: { help: string }): void {
    const before = this.#declared.get(name)
    if (before && before !== head)
      throw new Error(`two metrics are called ${name}: “${before.help}” and “${head.help}”`)
    this.#declared.set(name, head)
  }

  /** Metrics of another server in this process: its samples have the label `server`. */
  part(server: string): Metrics {
    const inner = new Metrics(this.#counted, { ...this.#labels, server }, this.#declared)
    const read = async () => {
      const families = await Promise.all([...inner.#parts.values()].map((part) => part.read()))
      return families.flat().map((family) => ({
        ...family,
        samples: family.samples.map((sample) => ({ ...sample, labels: { server, ...sample.labels } })),
      }))
    }
    this.#parts.set(server, { heads: {}, read })
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
    this.#declare(config.name, config)
    const { labels: names, ...rest } = config
    const known = this.#counted.getSingleMetric(config.name) as Histogram | undefined
    const histogram =
      known ?? new Histogram({ ...rest, labelNames: ['server', ...names], registers: [this.#counted] })
    return (labels, value) => histogram.observe({ ...this.#labels, ...labels }, value)
  }

  /** @returns a function that adds one to the counter. */
  counter(config: { name: string; help: string }): () => void {
    this.#declare(config.name, config)
    const known = this.#counted.getSingleMetric(config.name) as Counter | undefined
    const counts = known ?? new Counter({ ...config, labelNames: ['server'], registers: [this.#counted] })
    counts.inc({ ...this.#labels }, 0)
    return () => counts.inc({ ...this.#labels })
  }

  /** All metrics in Prometheus' text format 0.0.4. A collector that fails is left out and reported in a metric. */
  async text(): Promise<string> {
    const failed: Sample[] = []
    const answers = await Promise.all(
      [...this.#parts].map(async ([part, { read }]) => {
        const families = await withLimit(read)
        failed.push({ labels: { part }, value: families ? 0 : 1 })
        return families ?? []
      }),
    )
    const scraped = new Registry()
    const families = [...answers.flat(), { name: 'pematang_metrics_failed', ...failures, samples: failed }]
    // Several collectors may have samples of one metric, so they are grouped.
    for (const family of Map.groupBy(families, ({ name }) => name).values()) write(family, scraped)
    return Registry.merge([this.#counted, scraped]).metrics()
  }
}

async function withLimit(read: Part['read']): Promise<Family[] | null> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), collectorLimitMs)
  })
  try {
    return await Promise.race([read(), limit])
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
    const values = new Gauge(config)
    for (const { labels = {}, value } of samples) values.set(labels, value)
  } else {
    const sums = new Counter(config)
    for (const { labels = {}, value } of samples) sums.inc(labels, value)
  }
}
