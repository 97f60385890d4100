import { commitOf } from '../../../../bench/src/stand/commit.ts'
import { describeMachine } from '../../../../bench/src/stand/machine.ts'
import { runAnyway } from '../../../../deploy/cluster/run.ts'
import type { ClusterState } from '../state.ts'
import { faultKinds } from './kinds.ts'
import type { FaultKind } from './fault-kind.ts'
import { isGood, type RecordedRound } from './record.ts'

export type Stand = Pick<RecordedRound, 'commit' | 'versions' | 'stand'>

export async function describeStand({ folder, safety }: ClusterState): Promise<Stand> {
  const machine = describeMachine(folder, '')
  const versions = await Promise.all([
    versionOf('/usr/lib/postgresql/15/bin/postgres', ['--version']),
    versionOf('/usr/bin/patroni', ['--version']),
    versionOf('/usr/bin/etcd', ['--version']),
    versionOf('/usr/sbin/haproxy', ['-v']),
  ])
  return {
    commit: commitOf(),
    versions: [...versions, `Node ${machine.node}`].join('; '),
    stand:
      `${safety.dcs === 'etcd' ? 'etcd’s v2 API' : 'etcd’s v3 API'}, ` +
      `${safety.synchronous ? 'strict synchronous replication' : 'WITHOUT synchronous replication'}. ` +
      `${machine.cores} cores (${machine.cpu}), ${machine.memoryGiB} GiB, ${machine.kernel}`,
  }
}

/**
 * The page of a day's rounds, as Markdown.
 * @param earlier the rounds of the days before, which are only summed up
 */
export function pageOf(rounds: readonly RecordedRound[], earlier: readonly RecordedRound[] = []): string {
  const distinct = (pick: (round: RecordedRound) => string | number) => [...new Set(rounds.map(pick))]
  const loads = rounds.map(({ load }) => load)
  const bad = rounds.filter((one) => !isGood(one)).length
  const sum = (pick: (round: RecordedRound) => number) => rounds.reduce((all, one) => all + pick(one), 0)
  return [
    `# Faults of the cluster, ${rounds[0]?.at.slice(0, 10) ?? ''}`,
    '',
    `${rounds.length} rounds. Acknowledged: ${sum(({ acknowledged }) => acknowledged)}. Lost: ${sum(({ lost }) => lost)}. ` +
      `Doubled: ${sum(({ doubled }) => doubled)}. Answers with 500: ${sum(({ answers }) => answers['500'] ?? 0)}. ` +
      (bad === 0 ? 'Every round was good.' : `NOT GOOD: ${bad} of ${rounds.length} rounds.`),
    '',
    `Commits ${distinct(({ commit }) => commit).join(', ')}. ${distinct(({ versions }) => versions).join(' / ')}. ` +
      `${distinct(({ stand }) => stand).join(' / ')}; all nodes in network namespaces of this one machine, which has one kernel ` +
      `and one disk. Load average at the ends of the rounds: ${Math.min(...loads)} to ${Math.max(...loads)}; other programs may have ` +
      'caused it, and outages are upper bounds then.',
    '',
    '16 clients fund loans through the router; each repeats a request under its key until it is answered. Outage: the longest',
    'time in which no client had a success. Back: after the cause was gone. Lost and doubled: by comparison of all',
    'acknowledgements since the cluster was brought up with a log outside the database. Each round is in the JSON file of its day.',
    '',
    ...(earlier.length === 0 ? [] : [`The table includes the rounds of ${daysOf(earlier)}.`, '']),
    ...summary([...earlier, ...rounds]),
    ...rounds.flatMap(remarksOf),
  ].join('\n')
}

const daysOf = (rounds: readonly RecordedRound[]): string =>
  [...new Set(rounds.map(({ at }) => at.slice(0, 10)))].join(', ')

const summary = (rounds: readonly RecordedRound[]): string[] => [
  '| fault | what | rounds | of | median outage s | longest s | aim s | acknowledged | lost | doubled | 500 | breaches | not good |',
  '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  ...faultKinds.flatMap((kind) => summaryOf(kind, rounds)),
  '',
]

function summaryOf(kind: FaultKind, rounds: readonly RecordedRound[]): string[] {
  const own = rounds.filter((round) => round.kind === kind.name)
  if (own.length === 0) return []
  const sum = (pick: (round: RecordedRound) => number) => own.reduce((all, one) => all + pick(one), 0)
  const outages = own.map(({ outageMs }) => outageMs).toSorted((one, other) => one - other)
  return [
    row([
      kind.name,
      kind.words,
      own.length,
      kind.rounds,
      seconds(outages[Math.floor(outages.length / 2)] ?? 0),
      seconds(outages.at(-1) ?? 0),
      kind.aimSeconds ?? '',
      sum(({ acknowledged }) => acknowledged),
      sum(({ lost }) => lost),
      sum(({ doubled }) => doubled),
      sum(({ answers }) => answers['500'] ?? 0),
      sum(({ breaches }) => breaches.length),
      own.filter((one) => !isGood(one)).length,
    ]),
  ]
}

/** What made a round not good, in lines. */
const remarksOf = ({ at, kind, ...round }: RecordedRound): string[] =>
  [...round.breaches, ...round.surprises, ...(round.fault === null ? [] : [round.fault])].map(
    (line) => `- ${at.slice(11, 19)} ${kind}: \`${line.replaceAll('`', '')}\``,
  )

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(1)

const versionOf = async (program: string, args: readonly string[]): Promise<string> =>
  (await runAnyway(program, args)).split('\n')[0]?.split(' - ')[0]?.trim() ?? ''
