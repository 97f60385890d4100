import os from 'node:os'
import { faultsOf, isFinished, type VerbRecord, type Wanted } from './record.ts'

export function pageOf(records: readonly VerbRecord[], { verbs, times }: Wanted): string {
  const missing = verbs.filter((verb) => !records.some((one) => one.verb === verb && isFinished(one, times)))
  const faults = records.flatMap((one) => faultsOf(one, times))
  const seconds = records.reduce((sum, one) => sum + one.seconds, 0)
  const all = records.flatMap((one) => Object.values(one.points))
  return `${[
    '# Fail points',
    '',
    `\`npm run fail-points -w proof\`: ${all.length} points of ${records.length} of ${verbs.length} verbs, each killed ${Math.min(...all.map(({ kills }) => kills))} times or more (${times} are wanted); ${sumOf(all, 'kills')} kills with`,
    `SIGKILL after which everything ended as it must, ${wrongOf(all)} with another end, and ${sumOf(all, 'missed')} trials in which no process came to the`,
    `point, which were made again. ${(seconds / 60).toFixed(0)} minutes, Node ${process.version}, ${os.cpus().length} cores, commits ${[...new Set(records.flatMap(({ commits }) => commits))].join(', ')}.`,
    ...(missing.length === 0 ? [] : ['', `NOT TO ITS END: ${missing.join('; ')}.`]),
    '',
    'How a trial goes: [docs/proof.md](../../docs/proof.md#fail-points). Verbs, points and kills are in the JSON file beside this page.',
    '',
    '## What went wrong',
    '',
    ...(faults.length === 0 ? ['Nothing.'] : faults.map((fault) => `- ${fault}`)),
  ].join('\n')}\n`
}

type Points = readonly VerbRecord['points'][string][]

const sumOf = (points: Points, name: 'kills' | 'missed'): number =>
  points.reduce((sum, one) => sum + one[name], 0)
const wrongOf = (points: Points): number => points.reduce((sum, { wrong }) => sum + wrong.length, 0)
