import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { invariants } from '../../server/src/audit/testing.ts'
import { auditSince, inspectBooks, markBooks } from '../../server/src/audit/index.ts'
import type { Context } from '../../server/src/context.ts'
import { Database, one } from '../../server/src/platform/db/database.ts'
import { longAgo } from '../../server/testing/servicing.ts'
import { positive } from './options.ts'
import { writePage } from './report/write.ts'
import { seedLenders } from './seed/lenders.ts'
import { minimumFunding, seedLoans } from './seed/loans.ts'
import { type SeedFunding, seedSettled } from './seed/settled.ts'
import { residentMiB } from './stand/cpu.ts'
import { describeMachine } from './stand/machine.ts'
import { makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures the time and memory of the audit of the books, complete and incremental, as the number of fundings grows.

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100000,1000000,5000000' },
    changed: { type: 'string', default: '1000' },
    name: { type: 'string', default: 'audit' },
  },
})
const sizes = values.sizes.split(',').map((size) => positive('sizes', size) ?? 0)
const changed = positive('changed', values.changed) ?? 1_000
/** Fundings per loan. */
const parts = 10

type Figures = {
  fundings: number
  wholeSeconds: number
  nodeMiB: number
  serverMiB: number
  slowest: string
  sinceSeconds: number
}

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const context = await makeBooks(stand, 'pematang')
  // The audit uses a single database backend, so that the memory of that process can be measured.
  const asking = new Database({ url: stand.url('pematang'), size: 1 })
  const lenders = await seedLenders(context, 10_000, 1_000_000_000_000)
  const all: Figures[] = []
  let seeded = 0
  const fundMore = async (count: number): Promise<void> => {
    const loans = await seedLoans(context, `AT${seeded}`, Math.ceil(count / parts), parts * minimumFunding)
    const fundings = loans.flatMap((loan, place) =>
      Array.from({ length: parts }, (_, part): SeedFunding[] => {
        const lender = lenders[(seeded + place * parts + part) % lenders.length]
        return lender ? [{ lender, loan, amount: minimumFunding }] : []
      }).flat(),
    )
    await seedSettled(longAgo(context), fundings)
    seeded += fundings.length
  }
  for (const size of sizes) {
    while (seeded < size) await fundMore(Math.min(100_000, size - seeded))
    await settleDown(context)
    const watermark = await markBooks(asking)
    const figures = await measure(context, asking)
    await fundMore(changed)
    const started = performance.now()
    const { breaches } = await auditSince(asking, watermark)
    if (breaches.length > 0) throw new Error(`the books are not whole: ${JSON.stringify(breaches[0])}`)
    all.push({ ...figures, fundings: size, sinceSeconds: (performance.now() - started) / 1_000 })
    console.log(all.at(-1))
  }
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  console.log(`wrote ${writePage(values.name, page(machine, all))}`)
  await asking.close()
  await longAgo(context).db.close()
  await context.db.close()
} finally {
  await stand.close()
}

async function measure(
  context: Context,
  asking: Database,
): Promise<Omit<Figures, 'fundings' | 'sinceSeconds'>> {
  const { pid } = await one<{ pid: number }>(asking, 'bench.pid', 'select pg_backend_pid() as pid')
  const started = performance.now()
  const { breaches } = await inspectBooks(asking)
  const wholeSeconds = (performance.now() - started) / 1_000
  // Read before the pool closes the idle connection, because that ends the backend process.
  const serverMiB = peakMiB(pid)
  if (breaches.length > 0) throw new Error(`the books are not whole: ${JSON.stringify(breaches[0])}`)
  const times: [string, number][] = []
  for (const { id, sql } of invariants) {
    const from = performance.now()
    await context.db.query({ text: `select count(*) from (${sql}) breach` })
    times.push([id, (performance.now() - from) / 1_000])
  }
  const slowest = times.toSorted(([, a], [, b]) => b - a).slice(0, 5)
  return {
    wholeSeconds,
    nodeMiB: residentMiB(process.pid),
    serverMiB,
    slowest: slowest.map(([id, seconds]) => `${id} ${seconds.toFixed(1)}`).join(', '),
  }
}

/** The peak memory of a process, including memory that it shares with others. */
function peakMiB(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) / 1_024
}

function page(machine: ReturnType<typeof describeMachine>, all: readonly Figures[]): string {
  return `${[
    `# The audit of the books, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `Settled fundings, ${parts} of a loan; the incremental audit after ${changed} more. Memory: the auditing process, and the most of`,
    'its server process with the shared buffers that it touched.',
    '',
    `\`\`\`json\n${JSON.stringify(machine, null, 2)}\n\`\`\``,
    '',
    '| fundings | whole, s | incremental, s | node, MiB | server, MiB | slowest invariants, s |',
    '| ---: | ---: | ---: | ---: | ---: | --- |',
    ...all.map(
      (round) =>
        `| ${round.fundings} | ${round.wholeSeconds.toFixed(1)} | ${round.sinceSeconds.toFixed(1)} | ${round.nodeMiB.toFixed(0)} | ${round.serverMiB.toFixed(0)} | ${round.slowest} |`,
    ),
  ].join('\n')}\n`
}
