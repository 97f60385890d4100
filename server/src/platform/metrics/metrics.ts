export type Labels = Readonly<Record<string, string>>

/** One line of a metric; `suffix` is the histogram's addition to the name. */
export type Sample = { labels?: Labels; value: number; suffix?: '_bucket' | '_sum' | '_count' }

/** One metric with its lines. Prometheus' units: seconds and bytes. */
export type Family = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: Sample[]
}

export type Collector = () => Family[] | Promise<Family[]>

/** Time limit of a collector, which may query the database. */
const collectorLimitMs = 2_000

/** The metrics of a process. Parts register collectors, which run at each scrape. */
export class Metrics {
  readonly #collectors = new Map<string, Collector>()

  /** Registers the collector of a part, replacing a former one of the same name. */
  set(part: string, collector: Collector): void {
    this.#collectors.set(part, collector)
  }

  /** Metrics of another server in this process: one part, whose lines have the label `server`. */
  part(server: string): Metrics {
    const inner = new Metrics()
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

  /** All metrics in Prometheus' text format 0.0.4. A part that fails is left out and reported. */
  async text(): Promise<string> {
    const failed: Sample[] = []
    const answers = await Promise.all(
      [...this.#collectors].map(async ([part, collector]) => {
        const families = await withLimit(collector)
        failed.push({ labels: { part }, value: families ? 0 : 1 })
        return families ?? []
      }),
    )
    const families = new Map<string, Family>()
    for (const family of answers.flat()) {
      const known = families.get(family.name)
      if (known) known.samples.push(...family.samples)
      else families.set(family.name, { ...family, samples: [...family.samples] })
    }
    families.set('pematang_metrics_failed', {
      name: 'pematang_metrics_failed',
      help: 'Whether the metrics of a part are missing from this scrape (1).',
      type: 'gauge',
      samples: failed,
    })
    return [...families.values()].map(write).join('')
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

/** https://prometheus.io/docs/instrumenting/exposition_formats/ */
function write({ name, help, type, samples }: Family): string {
  const lines = samples.map(
    ({ labels = {}, value, suffix = '' }) => `${name}${suffix}${writeLabels(labels)} ${writeValue(value)}\n`,
  )
  return `# HELP ${name} ${escape(help)}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function writeLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escape(value).replaceAll('"', String.raw`\"`)}"`,
  )
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

const escape = (text: string): string =>
  text.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`)

const writeValue = (value: number): string =>
  value === Number.POSITIVE_INFINITY ? '+Inf' : value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value)
