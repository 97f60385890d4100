import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as prometheus from 'prom-client'
import type { Counter, Gauge, Metric, Registry } from 'prom-client'

/** Loaded by what counts or is scraped: an operator's command does neither. */
const client = (): typeof prometheus => packages('prom-client') as typeof prometheus
const packages = createRequire(import.meta.url)

export type Labels = Readonly<Record<string, string>>

/** One sample of a metric. */
export type Sample = { labels?: Labels; value: number }

/** What a metric means, and which labels its samples have. Units as in Prometheus: seconds and bytes. */
export type Head = { help: string; type: 'counter' | 'gauge'; labels: readonly string[] }
export const gauge = (help: string, ...labels: string[]): Head => ({ help, type: 'gauge', labels })
export const counter = (help: string, ...labels: string[]): Head => ({ help, type: 'counter', labels })

/** The metrics of a part by name. They are declared once, so that two declarations of a name are told apart. */
export type Heads = Readonly<Record<string, Head>>
type Samples<Name extends string> = Readonly<Partial<Record<Name, readonly Sample[]>>>

/** Reads the samples of declared metrics at a scrape. */
type Collector<Name extends string> = () => Required<Samples<Name>> | Promise<Required<Samples<Name>>>

/** Metrics that are read together; null where that fails. */
type Part = {
  /** How `pematang_metrics_failed` calls it: that of the server, if it is another one. */
  name: string
  heads: Heads
  labels: Labels
  read: () => Promise<Samples<string> | null>
}

/** What the servers of a process have in common. */
type Shared = {
  parts: Map<string, Part>
  /** How each metric is made, by name: when it counts for the first time, at the latest at a scrape. */
  declared: Map<string, { head: { help: string }; make: () => Metric }>
  /** Counters that begin at 0. */
  zeros: (() => void)[]
  registry: Registry | undefined
}

/** Time limit of a collector in milliseconds; it may query the database. */
const collectorLimitMs = 2_000

/**
 * The metrics of a process: histograms and counters updated as events happen, and collectors, which run at each scrape
 * and may fail independently.
 */
export class Metrics {
  readonly #shared: Shared
  readonly #labels: Labels

  constructor(
    shared: Shared = { parts: new Map(), declared: new Map(), zeros: [], registry: undefined },
    labels: Labels = {},
  ) {
    this.#shared = shared
    this.#labels = labels
  }

  /**
   * Registers a collector of these metrics under the name of its part, replacing an earlier one of the same part.
   * @throws if another part has that name, or another metric one of these names
   */
  set<H extends Heads>(part: string, heads: H, collector: Collector<keyof H & string>): void {
    const { parts } = this.#shared
    const key = [...Object.values(this.#labels), part].join(' ')
    const before = parts.get(key)
    if (before && before.heads !== heads) {
      const [these, those] = [before.heads, heads].map((some) => Object.keys(some).join(', '))
      throw new Error(`two parts of the metrics are called ${part}: that of ${these} and that of ${those}`)
    }
    for (const [name, head] of Object.entries(heads))
      this.#metric(name, head, () => scrapedMetric(name, head, parts))
    const labels = this.#labels
    parts.set(key, { name: labels['server'] ?? part, heads, labels, read: onceAtATime(collector) })
  }

  /** The metric of this name; several collectors and servers share one, if they share its declaration. */
  #metric<M extends Metric>(name: string, head: { help: string }, make: () => M): () => M {
    const { declared } = this.#shared
    const before = declared.get(name)
    if (before && before.head !== head)
      throw new Error(`two metrics are called ${name}: “${before.head.help}” and “${head.help}”`)
    if (!before) declared.set(name, { head, make })
    return () => registered(this.#shared, name) as M
  }

  /** Gives every counter its 0, in the order of their declarations. */
  #begin(): void {
    for (const zero of this.#shared.zeros.splice(0)) zero()
  }

  /** Metrics of another server in this process: its samples have the label `server`. */
  part(server: string): Metrics {
    return new Metrics(this.#shared, { server })
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
    const make = () => new (client().Histogram)({ ...rest, labelNames: ['server', ...names], registers: [] })
    const histogram = this.#metric(config.name, config, make)
    return (labels, value) => histogram().observe({ ...this.#labels, ...labels }, value)
  }

  /** @returns a function that adds one to the counter. */
  counter(config: { name: string; help: string }): () => void {
    const make = () => new (client().Counter)({ ...config, labelNames: ['server'], registers: [] })
    const counts = this.#metric(config.name, config, make)
    this.#shared.zeros.push(() => counts().inc({ ...this.#labels }, 0))
    return () => {
      this.#begin()
      counts().inc({ ...this.#labels })
    }
  }

  /** All metrics in Prometheus' text format 0.0.4. A part that fails has no samples and is reported in a metric. */
  text(): Promise<string> {
    for (const name of this.#shared.declared.keys()) registered(this.#shared, name)
    this.#begin()
    return registryOf(this.#shared).metrics()
  }
}

/** A metric that has, after each scrape, the samples of all parts that declare it. */
function scrapedMetric(name: string, head: Head, parts: ReadonlyMap<string, Part>): Counter | Gauge {
  async function collect(this: Counter | Gauge): Promise<void> {
    const read = await readAll([...parts.values()].filter(({ heads }) => name in heads))
    this.reset()
    for (const { labels: common, samples } of read)
      for (const { labels, value } of samples?.[name] ?? []) this.inc({ ...common, ...labels }, value)
  }
  // A metric without any label would have a sample of 0 after its reset.
  const config = { name, help: head.help, labelNames: ['server', ...head.labels], registers: [], collect }
  return head.type === 'gauge' ? new (client().Gauge)(config) : new (client().Counter)(config)
}

const readAll = (parts: readonly Part[]) =>
  Promise.all(parts.map(async (part) => ({ ...part, samples: await part.read() })))

/** The metric of a declared name, which is made once. */
function registered(shared: Shared, name: string): Metric {
  const registry = registryOf(shared)
  const before = registry.getSingleMetric(name)
  if (before) return before
  const made = shared.declared.get(name)?.make()
  if (!made) throw new Error(`no metric is called ${name}`)
  registry.registerMetric(made)
  return made
}

function registryOf(shared: Shared): Registry {
  if (shared.registry) return shared.registry
  const { parts } = shared
  shared.registry = new (client().Registry)()
  shared.registry.registerMetric(
    new (client().Gauge)({
      name: 'pematang_metrics_failed',
      help: 'Whether the metrics of a part are missing from this scrape (1).',
      labelNames: ['part'],
      registers: [],
      async collect() {
        const read = await readAll([...parts.values()])
        this.reset()
        for (const { name, samples } of read) this.inc({ part: name }, samples === null ? 1 : 0)
      },
    }),
  )
  return shared.registry
}

/** Each metric of a part asks for its samples at a scrape; all of them get those of one reading. */
function onceAtATime<S>(collector: () => S | Promise<S>): () => Promise<S | null> {
  let reading: Promise<S | null> | null = null
  return () =>
    (reading ??= withLimit(collector).finally(() => {
      reading = null
    }))
}

async function withLimit<S>(read: () => S | Promise<S>): Promise<S | null> {
  try {
    return await Promise.race([read(), sleep(collectorLimitMs, null, { ref: false })])
  } catch {
    return null
  }
}
