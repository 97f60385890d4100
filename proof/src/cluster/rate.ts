import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadResult } from '../../../bench/src/load/plan.ts'
import { failures, runLoad } from '../../../bench/src/load/run-load.ts'
import { Fixture } from './faults/fixture.ts'
import { writePage } from './faults/record.ts'
import { describeStand } from './faults/report.ts'
import { signalProcess } from './network.ts'
import { untilWhole } from './patroni.ts'
import { programsOf } from './programs.ts'
import type { ClusterState } from './state.ts'
import { isReady } from './up.ts'

const clients = 32
/** More requests a second than a machine of two cores funds. */
const requestsOfSecond = 1_500

export type RateLine = { processes: number; load: number } & LoadResult

/**
 * Measures fundings a second through the router with two HTTP processes and with one, in a closed loop, and writes the
 * page of the day. The other process is frozen for the second load, and the router leaves it out.
 * @param seconds of each load
 */
export async function measureRates(state: ClusterState, seconds: number): Promise<void> {
  const [, second] = state.layout.applications
  if (!second || (await untilWhole(state, 60)) === null) throw new Error('The cluster is not whole.')
  const fixture = await Fixture.open(state)
  const lines: RateLine[] = []
  try {
    lines.push(await measure(state, fixture, 2, seconds))
    const frozen = await programsOf(second, 'http.ts')
    for (const pid of frozen) signalProcess(pid, 'SIGSTOP')
    try {
      // Two checks of the router, each for as long as it waits for an answer.
      await sleep(8_000)
      lines.push(await measure(state, fixture, 1, seconds))
    } finally {
      for (const pid of frozen) signalProcess(pid, 'SIGCONT')
    }
    while (!(await isReady(state, second))) await sleep(200)
  } finally {
    await fixture.close()
  }
  const { commit, versions, stand } = await describeStand(state)
  const now = new Date()
  const page = ratePage(lines, `Commit ${commit}. ${versions}. ${stand}.`, now)
  console.log(`Written to ${writePage(page, now, 'cluster-rate')}`)
}

async function measure(
  state: ClusterState,
  fixture: Fixture,
  processes: number,
  seconds: number,
): Promise<RateLine> {
  const requests = await fixture.prepare(seconds * requestsOfSecond)
  const tokens = fixture.seed.lenders.map(({ token }) => token)
  const host = state.layout.router.address
  const result = await runLoad(state.folder, { host, ports: [80], clients, seconds, tokens, requests })
  console.log(`${processes} HTTP: ${rateOf(result).toFixed(0)} fundings a second`)
  return { processes, load: os.loadavg()[0] ?? 0, ...result }
}

const rateOf = ({ statuses, seconds }: LoadResult): number => (statuses['200'] ?? 0) / seconds

export const ratePage = (lines: readonly RateLine[], stand: string, now: Date): string =>
  [
    `# Rate of the cluster, ${now.toISOString().slice(0, 10)}`,
    '',
    stand,
    '',
    `${clients} clients in a closed loop fund loans through the load balancer; each commit is on three database nodes before it is`,
    'answered. All nodes, the load and other programs share the cores of one machine, and the database disks are files with a file',
    'system of their own: the figures compare one process with two, and say nothing about machines.',
    '',
    '| HTTP processes | fundings a second | seconds | p50 ms | p99 ms | other answers | load average at the end |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines.map(
      (line) =>
        `| ${line.processes} | ${rateOf(line).toFixed(0)} | ${line.seconds.toFixed(0)} | ${line.latency.p50.toFixed(1)} | ` +
        `${line.latency.p99.toFixed(1)} | ${failures(line)} | ${line.load.toFixed(1)} |`,
    ),
    '',
  ].join('\n')
