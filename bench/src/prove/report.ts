import { existsSync, readFileSync } from 'node:fs'
import { pageFile, writePage } from '../report/write.ts'
import type { Machine } from '../stand/machine.ts'
import type { Driven } from './run/drive.ts'
import type { SabotageResult } from './sabotage/find.ts'
import { sabotages as table } from './sabotage/table.ts'

export type ProofResult = {
  seed: number
  workers: number
  commit: string
  machine: Machine
  driven: Driven | null
  sabotages: readonly SabotageResult[]
}

const counts = (table: Iterable<readonly [string, number]>): string =>
  [...table].map(([name, count]) => `${name} ${count}`).join(', ') || 'none'

/** The result of a proof as a page. */
export function proofText({ seed, workers, commit, machine, driven, sabotages }: ProofResult): string {
  const lines = [
    `# Proof, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `Seed ${seed}, ${workers} workers, commit ${commit}. What is compared: [docs/proof.md](../../docs/proof.md).`,
    '',
    '```json',
    JSON.stringify(machine, null, 2),
    '```',
    '',
  ]
  if (driven) {
    lines.push(
      `${driven.operations} operations in ${driven.seconds.toFixed(0)} s, 0 breaches.`,
      '',
      `- By verb: ${counts([...driven.byVerb].sort(([a], [b]) => (a < b ? -1 : 1)))}.`,
      `- Stops at which everything was compared: ${driven.stops}; jumps of the clock: ${driven.jumps}, to ${driven.lastDay}.`,
      `- Killed: ${counts(Object.entries(driven.kills))}.`,
      '',
    )
  }
  if (sabotages.length > 0) lines.push(...tableOf(rowsOf(sabotages, { seed, commit })), '')
  return lines.join('\n')
}

type Row = [name: string, line: string]

const rowsOf = (
  sabotages: readonly SabotageResult[],
  { seed, commit }: { seed: number; commit: string },
): Row[] =>
  sabotages.map(({ name, fault, found, operations, seconds }) => [
    name,
    `| ${name} | ${fault} | ${found ?? '**not found**'} | ${operations} | ${seconds.toFixed(0)} | ${seed} | ${commit} |`,
  ])

const tableOf = (rows: readonly Row[]): string[] => [
  `${rows.filter(([, line]) => !line.includes('**not found**')).length} of ${rows.length} rules that were switched off were found.`,
  '',
  '| sabotage | fault | found by | operations | s | seed | commit |',
  '| --- | --- | --- | ---: | ---: | ---: | --- |',
  ...rows.map(([, line]) => line),
]

export const writeProof = (result: ProofResult): string => writePage('prove', proofText(result))

/** Writes the table of sabotages; those that were run on the same day before and not again keep their lines. */
export function writeSabotages({ seed, commit, machine, sabotages }: ProofResult): string {
  const file = pageFile('prove-sabotages')
  const before = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const rows = new Map<string, string>()
  for (const { name } of table) {
    const line = before.find((one) => one.startsWith(`| ${name} |`))
    if (line) rows.set(name, line)
  }
  for (const [name, line] of rowsOf(sabotages, { seed, commit })) rows.set(name, line)
  const ordered = table.flatMap(({ name }): Row[] => (rows.has(name) ? [[name, rows.get(name) ?? '']] : []))
  return writePage(
    'prove-sabotages',
    [
      `# Rules that were switched off, ${new Date().toISOString().slice(0, 10)}`,
      '',
      'Each was switched off in a copy of the product, and the run of [docs/proof.md](../../docs/proof.md) went on until it showed.',
      '',
      `On ${machine.cpu}, ${machine.cores} cores shared with other work, Node ${machine.node}, ${machine.postgres}.`,
      '',
      ...tableOf(ordered),
      '',
    ].join('\n'),
  )
}
