import { writePage } from '../report/write.ts'
import type { Machine } from '../stand/machine.ts'
import type { Driven } from './run/drive.ts'
import type { SabotageResult } from './sabotage/find.ts'

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
  if (sabotages.length > 0) {
    const found = sabotages.filter((one) => one.found !== null)
    lines.push(
      `${found.length} of ${sabotages.length} rules that were switched off were found.`,
      '',
      '| sabotage | fault | found by | operations | s |',
      '| --- | --- | --- | ---: | ---: |',
      ...sabotages.map(
        ({ name, fault, found: how, operations, seconds }) =>
          `| ${name} | ${fault} | ${how ?? '**not found**'} | ${operations} | ${seconds.toFixed(0)} |`,
      ),
      '',
    )
  }
  return lines.join('\n')
}

export const writeProof = (result: ProofResult): string => writePage('prove', proofText(result))
