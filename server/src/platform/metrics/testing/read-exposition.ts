export type Read = {
  type: string
  help: string
  samples: { name: string; labels: Record<string, string>; value: number }[]
}

const label = /^([a-zA-Z_]\w*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/

/**
 * Parses Prometheus' text format 0.0.4 strictly: HELP and TYPE once and before the samples, all samples of a metric
 * together, no sample twice, histograms complete and cumulative.
 * @throws Error with the line that breaks a rule
 */
export function readExposition(text: string): Map<string, Read> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const metrics = new Map<string, Read>()
  for (const block of text.slice(0, -1).split(/\n(?=# HELP )/)) {
    const { name, read } = readMetric(block)
    if (metrics.has(name)) throw new Error(`twice: ${name}`)
    metrics.set(name, read)
  }
  return metrics
}

function readMetric(block: string): { name: string; read: Read } {
  const [first = '', second = '', ...lines] = block.split('\n').filter((line) => line !== '')
  const [, name = '', help = ''] = /^# HELP ([a-zA-Z_:][\w:]*) (.+)$/s.exec(first) ?? []
  const [, again, type = ''] = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(second) ?? []
  if (name === '' || again !== name) throw new Error(`no HELP and TYPE: ${first} ${second}`)
  if (new Set(lines.map((line) => line.replace(/ \S+$/, ''))).size < lines.length)
    throw new Error(`twice: ${block}`)
  const read = { type, help, samples: lines.map((line) => readSample(line, name, type)) }
  if (type === 'histogram') checkHistogram(name, read)
  return { name, read }
}

function readSample(line: string, metric: string, type: string): Read['samples'][number] {
  const match = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\+Inf|-Inf|NaN|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/s.exec(line)
  if (!match) throw new Error(`no sample: ${line}`)
  const [, name = '', inBraces = '', number = ''] = match
  const ends = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
  if (!ends.some((end) => name === metric + end)) throw new Error(`a sample of another metric: ${line}`)
  const labels: Record<string, string> = {}
  for (let rest = inBraces; rest !== ''; ) {
    const one = label.exec(rest)
    if (!one?.[1] || one[1] in labels) throw new Error(`no labels: ${line}`)
    labels[one[1]] = (one[2] ?? '').replace(/\\(.)/gs, (_, escaped: string) =>
      escaped === 'n' ? '\n' : escaped,
    )
    rest = rest.slice(one[0].length)
  }
  return { name, labels, value: Number(number.replace('Inf', 'Infinity')) }
}

function checkHistogram(metric: string, { samples }: Read): void {
  const series = Map.groupBy(samples, ({ labels }) => JSON.stringify({ ...labels, le: undefined }))
  for (const [labels, all] of series) {
    const buckets = all.filter(({ name }) => name.endsWith('_bucket'))
    const bounds = buckets.map(({ labels: { le = '' } }) => Number(le.replace('Inf', 'Infinity')))
    const counts = buckets.map(({ value }) => value)
    const grows = (list: number[]) =>
      list.every((value, place) => place === 0 || value >= (list[place - 1] ?? 0))
    const total = all.find(({ name }) => name.endsWith('_count'))?.value
    if (!grows(bounds) || !grows(counts) || bounds.at(-1) !== Infinity || counts.at(-1) !== total) {
      throw new Error(`${metric}${labels} is no histogram`)
    }
  }
}
