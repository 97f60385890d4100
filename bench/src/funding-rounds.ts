import path from 'node:path'
import type { Context } from '../../server/src/context.ts'
import { failures, runLoad } from './load/run-load.ts'
import type { BenchOptions } from './options.ts'
import { type Aim, type FundingSeed, prepareRequests } from './seed/fundings.ts'
import { processCpu, serverCpu } from './stand/cpu.ts'
import { type HttpProcess, startHttp } from './stand/http-process.ts'
import { machineTicks } from './stand/machine.ts'
import type { Pgbench } from './stand/pgbench.ts'
import { assertBooks, type Stand, settleDown } from './stand/stand.ts'

/** One measured load of fundings over HTTP. */
export type FundingRun = {
  aim: Aim
  round: number
  /** Fundings per second answered with 200. */
  rate: number
  /** TPC-B transactions per second right before and right after; null without pgbench. */
  tpcb: [number, number] | null
  /** `rate` divided by the mean of the two values of `tpcb`. */
  ratio: number | null
  p50: number
  p99: number
  max: number
  fundings: number
  failures: number
  /** CPU microseconds per funding, of the HTTP process and of the PostgreSQL server. */
  nodeCpu: number
  postgresCpu: number
  /** CPU microseconds per funding of the load generator, which shares the machine. */
  loadCpu: number
  /** Busy cores of the whole machine during the load. */
  busyCores: number | null
}

export type FundingBench = {
  stand: Stand
  context: Context
  seed: FundingSeed
  pgbench: Pgbench | null
  options: BenchOptions
}

/** Runs fundings spread over loans and fundings on one loan in turn, each between two runs of TPC-B. */
export async function runFundingRounds(bench: FundingBench): Promise<FundingRun[]> {
  const { stand, context, options } = bench
  const http = await startHttp(stand.url('pematang'), path.join(stand.folder, 'http.log'))
  try {
    const expected: Record<Aim, number> = { spread: 6_000, hot: 8_000 }
    for (const aim of ['spread', 'hot'] as const) {
      await warmUp(bench, http, aim, options.warmUpSeconds, 4_000)
    }
    await settleDown(context)
    const runs: FundingRun[] = []
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const aim of ['spread', 'hot'] as const) {
        const run = await measureBeside(bench, http, { aim, round, expected: expected[aim] })
        expected[aim] = Math.max(expected[aim], run.rate)
        runs.push(run)
        console.log(`${aim.padEnd(6)} round ${round}: ${describe(run)}`)
        await assertBooks(context, `after round ${round}, ${aim}`)
      }
    }
    return runs
  } finally {
    await http.stop()
  }
}

const describe = ({
  rate,
  ratio,
  tpcb,
  p50,
  p99,
  nodeCpu,
  postgresCpu,
  loadCpu,
  failures: bad,
}: FundingRun): string =>
  `${Math.round(rate)}/s` +
  (ratio && tpcb ? `, ${ratio.toFixed(2)} x TPC-B (${tpcb.map(Math.round).join(', ')})` : '') +
  `, p50 ${p50} ms, p99 ${p99} ms, CPU ${Math.round(nodeCpu)} + ${Math.round(postgresCpu)} us (load ${Math.round(loadCpu)})` +
  (bad ? `, ${bad} NOT 200` : '')

async function measureBeside(
  bench: FundingBench,
  http: HttpProcess,
  { aim, round, expected }: { aim: Aim; round: number; expected: number },
): Promise<FundingRun> {
  const { pgbench, options } = bench
  const requests = Math.ceil(expected * 1.3 * options.seconds)
  const prepared = await prepareRequests(bench.context, bench.seed, aim, requests)
  const before = await pgbench?.run(options.pgbenchSeconds)
  const load = await measureRequests(bench, http, prepared, options.seconds)
  const after = await pgbench?.run(options.pgbenchSeconds)
  const tpcb: [number, number] | null = before && after ? [before, after] : null
  return { aim, round, ...load, tpcb, ratio: tpcb ? load.rate / ((tpcb[0] + tpcb[1]) / 2) : null }
}

/** Runs a load at this rate whose measurement is discarded. */
async function warmUp(bench: FundingBench, http: HttpProcess, aim: Aim, seconds: number, rate: number) {
  const requests = await prepareRequests(bench.context, bench.seed, aim, rate * seconds)
  await measureRequests(bench, http, requests, seconds)
}

/** Sends prepared requests for this number of seconds, and measures their cost. */
export async function measureRequests(
  {
    stand,
    seed,
    options,
  }: {
    stand: Stand
    seed: { lenders: readonly { token: string }[] }
    options: Pick<BenchOptions, 'clients'>
  },
  http: HttpProcess,
  requests: Awaited<ReturnType<typeof prepareRequests>>,
  seconds: number,
) {
  const tokens = seed.lenders.map(({ token }) => token)
  const meter = () => ({
    node: processCpu(http.pid),
    postgres: serverCpu(stand.postmaster),
    machine: machineTicks(),
  })
  let [start, end] = [meter(), meter()]
  const plan = { port: http.port, clients: options.clients, seconds, tokens, requests }
  const result = await runLoad(stand.folder, plan, {
    start: () => (start = meter()),
    end: () => (end = meter()),
  })
  if (result.surprise) throw new Error(`a funding was answered with ${result.surprise}`)
  const fundings = result.statuses[200] ?? 0
  return {
    rate: fundings / result.seconds,
    ...result.latency,
    fundings,
    failures: failures(result),
    loadCpu: result.cpu,
    nodeCpu: (end.node - start.node) / fundings,
    postgresCpu: (end.postgres - start.postgres) / fundings,
    busyCores:
      start.machine && end.machine ? (end.machine.busy - start.machine.busy) / 100 / result.seconds : null,
  }
}
