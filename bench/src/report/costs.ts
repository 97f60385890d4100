import { cpuOf, moreThan, type SideCost } from '../load/sides.ts'
import type { Machine } from '../stand/machine.ts'
import { tellPage } from './page.ts'
import { median } from './stats.ts'

type Sides = readonly { name: string; costs: readonly SideCost[] }[]

/** Prints the cost of a funding on several sides, each compared with the first by the ratios within each turn. */
export function tellCosts({
  title,
  about,
  machine,
  sides,
  keepAs,
}: {
  title: string
  about: readonly string[]
  machine: Machine
  sides: Sides
  keepAs: string | null
}): void {
  tellPage({ title, about, machine, parts: [{ heading: 'CPU of a funding', lines: table(sides) }] }, keepAs)
}

function table(sides: Sides): string[] {
  const first = sides[0]?.costs ?? []
  const lines = sides.map(({ name, costs }) => {
    const middle = (of: (cost: SideCost) => number, digits = 0) => median(costs.map(of)).toFixed(digits)
    return `| ${[
      name,
      middle(({ rate }) => rate),
      middle(({ p50 }) => p50, 1),
      middle(({ p99 }) => p99, 1),
      middle(({ node }) => node),
      moreThan(first, costs, ({ node }) => node),
      middle(({ postgres }) => postgres),
      moreThan(first, costs, ({ postgres }) => postgres),
      moreThan(first, costs, cpuOf),
      middle(({ wal }) => wal),
    ].join(' | ')} |`
  })
  return [
    '| | fundings/s | p50 ms | p99 ms | node us | beside the first | PostgreSQL us | beside the first | CPU beside the first | WAL bytes |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
  ]
}
