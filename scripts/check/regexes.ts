import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { check } from 'recheck'
import { readSources, walk } from './boundaries/source.ts'
import { type Finding, lineAt, report } from './findings.ts'
import { root } from './tree.ts'

// `npm run regexes`: checks that no regular expression of the product takes more than linear time, whatever its text is.
// A verdict takes up to some seconds, so good ones are remembered in .cache.

type Place = { file: string; line: number; source: string; flags: string }

const memory = path.join(root, '.cache/regexes.json')
const product = [
  '{contract,server,sandbox,web}/src/**/*.{ts,tsx,js}',
  'web/public/*.js',
  'deploy/**/*.ts',
  'scripts/start/**/*.ts',
]
const isOfTests = /\.test\.tsx?$|\/testing(\/|\.ts$)/

const places = [...readSources(product).values()]
  .filter(({ file }) => !isOfTests.test(file))
  .flatMap(({ file, text, program }) => {
    const found: Place[] = []
    walk(program, ({ start, regex }) => {
      const { pattern, flags } = (regex ?? {}) as { pattern?: string; flags?: string }
      if (pattern !== undefined)
        found.push({ file, line: lineAt(text, start), source: pattern, flags: flags ?? '' })
    })
    return found
  })
const byText = Map.groupBy(places, ({ source, flags }) => `/${source}/${flags}`)
const good = new Set(readMemory())
const findings: Finding[] = []
// The judge is one process with a thread for each core.
const unknown = [...byText].filter(([text]) => !good.has(text)).values()
await Promise.all(Array.from({ length: availableParallelism() }, judge))
mkdirSync(path.dirname(memory), { recursive: true })
writeFileSync(memory, JSON.stringify([...good].filter((text) => byText.has(text)).toSorted()))
report('regexes', findings, `${byText.size} regular expressions`)

async function judge(): Promise<void> {
  for (const [text, its] of unknown) {
    const [{ source, flags }] = its as [Place]
    // Without limits of time: a verdict does not depend on how busy the machine is.
    const limits = { timeout: null, incubationTimeout: null, attackTimeout: null, randomSeed: 1 }
    const verdict = await check(source, flags, limits)
    if (verdict.status === 'safe') good.add(text)
    else {
      const why =
        verdict.status === 'vulnerable'
          ? `takes ${verdict.complexity.summary} time, for example on ${verdict.attack.pattern}`
          : `cannot be judged: ${verdict.error.kind}`
      findings.push(...its.map(({ file, line }) => ({ file, line, message: `${text} ${why}` })))
    }
  }
}

function readMemory(): string[] {
  try {
    return JSON.parse(readFileSync(memory, 'utf8')) as string[]
  } catch {
    return []
  }
}
