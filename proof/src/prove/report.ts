import { existsSync, readFileSync } from 'node:fs'
import { resultFile, writePage } from '../../../bench/src/report/write.ts'
import type { Machine } from '../../../bench/src/stand/machine.ts'
import type { Driven } from './run/drive.ts'
import type { SabotageResult } from '../sabotages/find.ts'
import { sabotages } from '../sabotages/table.ts'

export type ProofResult = {
  seed: number
  workers: number
  commit: string
  machine: Machine
  driven: Driven | null
}

const counts = (table: Iterable<readonly [string, number]>): string =>
  [...table].map(([name, count]) => `${name} ${count}`).join(', ') || 'none'

export function proofText({ seed, workers, commit, machine, driven }: ProofResult): string {
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
      `- ${driven.cost}.`,
      `- ${driven.spent}.`,
      '',
    )
  }
  return lines.join('\n')
}

type Row = [name: string, line: string]

const tableOf = (rows: readonly Row[]): string[] => [
  `${rows.filter(([, line]) => !line.includes('**not found**')).length} of ${rows.length} rules that were switched off were found.`,
  '',
  '| sabotage | found by | operations | s |',
  '| --- | --- | ---: | ---: |',
  ...rows.map(([, line]) => line),
]

export const writeProof = (result: ProofResult): string => writePage('prove', proofText(result))

/** Adds the result of this sabotage to the table of the day, and keeps the results of the others. */
export function writeSabotages(
  { machine }: ProofResult,
  { name: of, found, operations, seconds }: SabotageResult,
): void {
  const file = `${resultFile('prove-sabotages')}.md`
  const before = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const how = found ?? '**not found**'
  const fresh = `| ${of} | ${how} | ${operations} | ${seconds.toFixed(0)} |`
  const rows = sabotages.flatMap(({ name }): Row[] => {
    const line = name === of ? fresh : before.find((one) => one.startsWith(`| ${name} |`))
    return line ? [[name, line]] : []
  })
  const text = [
    `# Rules that were switched off, ${new Date().toISOString().slice(0, 10)}`,
    '',
    'Each was switched off while the product loaded it, and the run of [docs/proof.md](../../docs/proof.md) went on until it showed.',
    'What each breaks: `npm run prove -w proof -- --sabotage list`.',
    '',
    `On ${machine.cpu}, ${machine.cores} cores shared with other work, Node ${machine.node}, ${machine.postgres}.`,
    '',
    ...tableOf(rows),
    '',
  ]
  writePage('prove-sabotages', text.join('\n'))
}
