import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Context } from '../../server/src/context.ts'
import type { LoadResult } from './load/plan.ts'
import { failures, runLoad } from './load/run-load.ts'
import { positive } from './options.ts'
import { slope } from './report/stats.ts'
import { type FundingSeed, prepareRequests, seedFundings } from './seed/fundings.ts'
import { processCpu, residentMiB, serverCpu } from './stand/cpu.ts'
import { type HttpProcess, startHttp } from './stand/http-process.ts'
import { assertBooks, makeBooks, openStand, type Stand, settleDown } from './stand/stand.ts'

// Runs a load for minutes while the memory of the HTTP process is sampled, then opens more connections than it accepts.

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    clients: { type: 'string', default: '64' },
    crowd: { type: 'string', default: '2000' },
  },
})
const minutes = positive('minutes', values.minutes) ?? 10
const clients = positive('clients', values.clients) ?? 64
const crowd = positive('crowd', values.crowd) ?? 2000
/** Seconds of one part of the load. Agreements are generated between two parts; short parts keep that pause short. */
const partSeconds = Math.min(20, minutes * 30)

type Sample = { minute: number; mib: number }
type Fixture = { stand: Stand; context: Context; seed: FundingSeed; http: HttpProcess }

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const context = await makeBooks(stand, 'pematang')
  const seed = await seedFundings(context, 10_000, 10_000)
  await settleDown(context)
  const http = await startHttp(stand.url('pematang'), path.join(stand.folder, 'http.log'))
  const fixture = { stand, context, seed, http }
  const ends = [await steadyLoad(fixture), await overload(fixture)]
  await http.stop()
  await assertBooks(context, 'after the soak')
  console.log('the books are whole')
  await context.db.close()
  process.exitCode = ends.every((good) => good) ? 0 : 1
} finally {
  await stand.close()
}

async function load(
  { stand: { folder }, context, seed, http }: Fixture,
  connections: number,
  seconds: number,
  count: number,
  around = { start() {}, end() {} },
) {
  const requests = await prepareRequests(context, seed, 'spread', count)
  const tokens = seed.lenders.map(({ token }) => token)
  return runLoad(folder, { port: http.port, clients: connections, seconds, tokens, requests }, around)
}

async function steadyLoad(fixture: Fixture): Promise<boolean> {
  const samples: Sample[] = []
  const started = Date.now()
  const sample = () => {
    const minute = (Date.now() - started) / 60_000
    samples.push({ minute, mib: residentMiB(fixture.http.pid) })
  }
  sample()
  const sampler = setInterval(sample, 5_000)
  let answered = 0
  let bad = 0
  let rate = 4_000
  const cpu = () => ({ node: processCpu(fixture.http.pid), postgres: serverCpu(fixture.stand.postmaster) })
  let [before, after] = [cpu(), cpu()]
  const around = { start: () => void (before = cpu()), end: () => void (after = cpu()) }
  try {
    while (Date.now() - started < minutes * 60_000) {
      const result = await load(fixture, clients, partSeconds, Math.ceil(rate * 1.3 * partSeconds), around)
      rate = (result.statuses[200] ?? 0) / result.seconds
      const fundings = result.statuses[200] ?? 0
      const costs = [after.node - before.node, after.postgres - before.postgres].map((cost) =>
        Math.round(cost / fundings),
      )
      answered += fundings
      bad += failures(result)
      console.log(
        `${((Date.now() - started) / 60_000).toFixed(1)} min: ${Math.round(rate)} fundings/s, p99 ${result.latency.p99} ms, CPU ${costs.join(' + ')} us, ${residentMiB(fixture.http.pid).toFixed(0)} MiB`,
      )
    }
  } finally {
    clearInterval(sampler)
  }
  sample()
  tellMemory(samples)
  console.log(
    `${answered} fundings in ${minutes} min with ${clients} clients, ${bad} answers that were not 200`,
  )
  return bad === 0
}

/** The slope is measured after the first fifth: until then the heap grows to its working size. */
function tellMemory(samples: readonly Sample[]): void {
  const late = samples.slice(Math.floor(samples.length / 5))
  const most = Math.max(...samples.map(({ mib }) => mib))
  const growth = slope(late.map(({ minute, mib }) => ({ x: minute, y: mib })))
  console.log(
    `memory of the HTTP process: ${samples[0]?.mib.toFixed(0)} MiB at the start, at most ${most.toFixed(0)}, ` +
      `${samples.at(-1)?.mib.toFixed(0)} at the end; ${growth.toFixed(2)} MiB a minute after the first fifth`,
  )
}

/**
 * Overloads the server for a few seconds: excess requests must be refused at once, none may get 500, and later requests
 * must succeed.
 */
async function overload(fixture: Fixture): Promise<boolean> {
  const result = await load(fixture, crowd, 5, crowd * 20)
  tellOverload(result)
  const after = await load(fixture, clients, 2, 20_000)
  console.log(
    `afterwards: ${Math.round((after.statuses[200] ?? 0) / after.seconds)} fundings/s, ${failures(after)} not 200`,
  )
  const others = Object.keys(result.statuses).filter((status) => status !== '200' && status !== '503')
  return others.length === 0 && result.withoutRetryAfter === 0 && result.broken === 0 && failures(after) === 0
}

function tellOverload({
  statuses,
  withoutRetryAfter,
  broken,
  latency,
  refusalLatency,
  surprise,
}: LoadResult): void {
  console.log(
    `${crowd} connections at once: ${JSON.stringify(statuses)}, ${withoutRetryAfter} of the 503 without Retry-After, ${broken} connections broken; ` +
      `200 after p50 ${latency.p50} / p99 ${latency.p99} ms, 503 after p50 ${refusalLatency.p50} / p99 ${refusalLatency.p99} ms`,
  )
  if (surprise) console.log(`first other answer: ${surprise}`)
}
