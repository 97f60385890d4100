import type { Finding } from '../findings.ts'
import { resolve } from './layers.ts'
import type { Source } from './source.ts'

type Graph = ReadonlyMap<string, readonly string[]>

/** Finds the files of the whole tree that import each other in a circle; imports of types and of tests count too. */
export function checkCircles(sources: ReadonlyMap<string, Source>): { findings: Finding[]; counts: string } {
  const circles = circlesOf(wholeGraph(sources))
  const findings = circles.map((files) => ({
    file: files[0] ?? '',
    message: `${files.length} files import each other in a circle: ${files.join(', ')}`,
  }))
  return { findings, counts: `${circles.length} circles of files` }
}

function wholeGraph(sources: ReadonlyMap<string, Source>): Graph {
  return new Map(
    [...sources.values()].map(({ file, imports }) => [
      file,
      imports.flatMap(({ specifier }) => {
        const target = resolve(file, specifier)?.join('/') ?? ''
        return [target, `${target}.ts`].filter((one) => sources.has(one))
      }),
    ]),
  )
}

/** The sets of files that import each other in a cycle (Tarjan's strongly connected components). */
function circlesOf(graph: Graph): string[][] {
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    const known = lowest.get(file)
    if (known !== undefined) return known
    const place = lowest.size
    lowest.set(file, place)
    stack.push(file)
    let low = place
    for (const target of graph.get(file) ?? []) low = Math.min(low, visit(target))
    lowest.set(file, low)
    if (low === place) {
      const files = stack.splice(stack.indexOf(file))
      for (const one of files) lowest.set(one, Number.POSITIVE_INFINITY)
      if (files.length > 1) circles.push(files)
    }
    return low
  }
  for (const file of graph.keys()) visit(file)
  return circles
}
