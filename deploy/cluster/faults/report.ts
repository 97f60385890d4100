import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { commitOf } from '../../../bench/src/stand/commit.ts'
import { describeMachine } from '../../../bench/src/stand/machine.ts'
import { runAnyway } from '../run.ts'
import type { ClusterState } from '../state.ts'
import { faultKinds } from './kinds.ts'
import type { Round } from './round.ts'
import type { Verdict } from './verdict.ts'

export type JudgedRound = Round & { round: number; verdict: Verdict }

/** Whether nothing acknowledged was lost, the books are consistent, nobody saw an error, and the service recovered. */
export const isGood = ({ verdict, tally, backMs, fault }: JudgedRound): boolean =>
  verdict.lost === 0 &&
  verdict.doubled === 0 &&
  verdict.breaches.length === 0 &&
  tally.surprises.length === 0 &&
  tally.withoutRetryAfter === 0 &&
  tally.unanswered === 0 &&
  backMs !== null &&
  fault === null

/** The report of a run, as Markdown. */
export async function report(
  state: ClusterState,
  rounds: readonly JudgedRound[],
  seed: number,
): Promise<string> {
  const { safety } = state
  const machine = describeMachine(state.folder, '')
  const versions = await Promise.all([
    versionOf('/usr/lib/postgresql/15/bin/postgres', ['--version']),
    versionOf('/usr/bin/patroni', ['--version']),
    versionOf('/usr/bin/etcd', ['--version']),
    versionOf('/usr/sbin/haproxy', ['-v']),
  ])
  const lines = [
    `# Faults of the cluster, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `Commit ${commitOf()}, seed ${seed}; ${safety.dcs === 'etcd' ? 'etcd’s v2 API' : 'etcd’s v3 API'}, ` +
      `${safety.synchronous ? 'strict synchronous replication' : 'WITHOUT synchronous replication'}. ` +
      `${versions.join('; ')}; Node ${machine.node}. ${machine.cores} cores (${machine.cpu}), ${machine.memoryGiB} GiB, ${machine.kernel}, ` +
      'all nodes in network namespaces of this one machine, which has one kernel, one disk and one clock. ' +
      `Load average at the end: ${machine.loadBefore}.`,
    '',
    '16 clients fund loans through the router; each repeats a request under its key until it is answered. Outage: the longest',
    'time in which no client had a success. Back: after the cause was gone. The sums hold for all acknowledgements since the',
    'cluster was brought up, compared with a log outside the database.',
    '',
    '| fault | round | acknowledged | lost | doubled | books | 5xx but 503 | outage s | back s | all nodes s |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rounds.map(rowOf),
    '',
    '| fault | what | rounds | median outage s | longest outage s |',
    '| --- | --- | --- | --- | --- |',
    ...faultKinds.flatMap(({ name, words }) => {
      const outages = rounds.filter(({ kind }) => kind === name).map(({ outageMs }) => outageMs)
      if (outages.length === 0) return []
      outages.sort((one, other) => one - other)
      const median = outages[Math.floor(outages.length / 2)] ?? 0
      return [
        `| ${name} | ${words} | ${outages.length} | ${seconds(median)} | ${seconds(outages.at(-1) ?? 0)} |`,
      ]
    }),
    '',
    `Acknowledged in all: ${rounds.reduce((sum, one) => sum + one.acknowledgements.length, 0)}. ` +
      `Lost: ${Math.max(...rounds.map(({ verdict }) => verdict.lost))}. ` +
      `Doubled: ${Math.max(...rounds.map(({ verdict }) => verdict.doubled))}. ` +
      (rounds.every(isGood)
        ? 'Every round was good.'
        : `NOT GOOD: ${rounds.filter((one) => !isGood(one)).length} of ${rounds.length} rounds.`),
    '',
  ]
  return lines.join('\n')
}

function rowOf({ kind, round, acknowledgements, verdict, tally, ...times }: JudgedRound): string {
  const others = Object.entries(tally.answers).filter(
    ([status]) => status.startsWith('5') && status !== '503',
  )
  const cells = [
    kind,
    round,
    acknowledgements.length,
    verdict.lost,
    verdict.doubled,
    verdict.breaches.length === 0 ? 'whole' : `${verdict.breaches.length} broken`,
    others.map(([status, count]) => `${status}: ${count}`).join(', ') || 0,
    seconds(times.outageMs),
    times.backMs === null ? 'not within 60' : seconds(times.backMs),
    times.wholeSeconds === null ? 'copied anew' : times.wholeSeconds.toFixed(0),
  ]
  return `| ${cells.join(' | ')} |`
}

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1)

const versionOf = async (program: string, args: readonly string[]): Promise<string> =>
  (await runAnyway(program, args)).split('\n')[0]?.split(' - ')[0]?.trim() ?? ''

/**
 * Writes the report to a file.
 * @returns its path relative to the project folder
 */
export function writeReport(text: string, name: string): string {
  const folder = path.resolve(import.meta.dirname, '../../../bench/results')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${new Date().toISOString().slice(0, 10)}-${name}.md`)
  writeFileSync(file, text)
  return path.relative(process.cwd(), file)
}
