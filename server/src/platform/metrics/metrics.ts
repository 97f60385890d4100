export type Labels = Readonly<Record<string, string>>

/** One line of a metric; `suffix` is what a histogram adds to the name. */
export type Sample = { labels?: Labels; value: number; suffix?: '_bucket' | '_sum' | '_count' }

/** One metric with its lines. Times are in seconds, sizes in bytes, as Prometheus wants them. */
export type Family = {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  samples: Sample[]
}

export type Collector = () => Family[] | Promise<Family[]>

/** A collector that waits for something else, such as the database, may take this long. */
const collectorLimitMs = 2_000

/**
 * What a process can tell of itself. Parts of it leave collectors here, which are asked when somebody wants to know:
 * between two questions nothing is done but counting.
 */
export class Metrics {
  readonly #collectors = new Map<string, Collector>()

  /** Leaves a collector under the name of the part; a part that is made anew takes the place of the former. */
  set(part: string, collector: Collector): void {
    this.#collectors.set(part, collector)
  }

  /**
   * For another server of the same process: all that it leaves here is one part, each line with its name, so that it
   * stands beside the first server's and does not take its place.
   */
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

  /** Everything, in Prometheus' text format 0.0.4. A part that cannot answer is left out and counted as failed. */
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
      help: 'Parts whose numbers are missing from this answer (1).',
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
