import os from 'node:os'
import { faultsOf, isFinished, type VerbRecord, type Wanted } from './record.ts'

/** The page of a record of kills, in Markdown. */
export function pageOf(records: readonly VerbRecord[], { verbs, times }: Wanted): string {
  const missing = verbs.filter((verb) => !records.some((one) => one.verb === verb && isFinished(one, times)))
  const faults = records.flatMap((one) => faultsOf(one, times))
  const points = new Set(records.flatMap((one) => Object.keys(one.points)))
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
    'A trial has lenders and loans of its own. The process is killed at the point and started again, and the request is repeated',
    'under its key until it is answered, as is a command of the operator. Then balances, transfers, holds, states, documents, the audit',
    "trail and the bank's own books must be those of a trial without a kill, no other transfer or hold of the books may have changed,",
    '`books audit` must find nothing, no process may have ended by itself, and no job about money may be left. Only waits are cut short:',
    'the lease of a dead worker, the delay until a job is tried again, the ten minutes until a lost order is given up, and the five',
    'until automatic funding looks again.',
    '',
    line(['verb', 'points', 'kills', 'fewest', 'missed', 'wrong', 'seconds', 'commits']),
    line(['---', '--:', '--:', '--:', '--:', '--:', '--:', '---']),
    ...records.map(rowOf),
    '',
    '## What went wrong',
    '',
    ...(faults.length === 0 ? ['Nothing.'] : faults.map((fault) => `- ${fault}`)),
    '',
    '## The points',
    '',
    'A point is named after the request, job, task or command that passes it, and the step: the name of a statement, the commit, a',
    'call of a neighbour, or the answer.',
    '',
    ...[...points].map((point) => `- ${point}`),
  ].join('\n')}\n`
}

type Points = readonly VerbRecord['points'][string][]

const sumOf = (points: Points, name: 'kills' | 'missed'): number =>
  points.reduce((sum, one) => sum + one[name], 0)
const wrongOf = (points: Points): number => points.reduce((sum, { wrong }) => sum + wrong.length, 0)

function rowOf({ verb, commits, seconds, points }: VerbRecord): string {
  const all = Object.values(points)
  return line([
    verb,
    all.length,
    sumOf(all, 'kills'),
    all.length === 0 ? 0 : Math.min(...all.map(({ kills }) => kills)),
    sumOf(all, 'missed'),
    wrongOf(all),
    Math.round(seconds),
    commits.join(', '),
  ])
}

const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
