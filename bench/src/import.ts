import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import {
  OfferableLoans,
  checkLoanFile,
  generatedFile,
  publishLoanFile,
} from '../../server/src/loans/testing.ts'
import { importLoanFile, publishLoans } from '../../server/src/loans/index.ts'
import { perform } from '../../server/src/platform/commands/perform.ts'
import { positive } from './options.ts'
import { tellPage } from './report/page.ts'
import { processCpu, residentMiB, serverCpu } from './stand/cpu.ts'
import { describeMachine } from './stand/machine.ts'
import { assertBooks, makeBooks, openStand, serverVersion } from './stand/stand.ts'

// Measures the import of a loan file: a dry run, the import, the same file again, and its loans on the marketplace.

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100000,1000000' },
    only: { type: 'string' },
    name: { type: 'string', default: 'import' },
    keep: { type: 'boolean', default: false },
    statements: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map((size) => positive('sizes', size) ?? 0)
const actor = { kind: 'operator', name: 'bench' } as const

type Step = { step: string; seconds: number; node: number; server: number; mostMiB: number; counts: string }

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  const parts = []
  for (const size of sizes) {
    const steps = await measure(size)
    const lines = [
      '| | seconds | CPU node | CPU PostgreSQL | most MiB | |',
      '| --- | ---: | ---: | ---: | ---: | --- |',
      ...steps.map(
        ({ step, seconds, node, server, mostMiB, counts }) =>
          `| ${step} | ${seconds.toFixed(1)} | ${node.toFixed(1)} | ${server.toFixed(1)} | ${mostMiB.toFixed(0)} | ${counts} |`,
      ),
    ]
    parts.push({ heading: `${size.toLocaleString('en-US')} lines`, lines })
  }
  const about = [
    'A loan file by the verbs of the command line, in seconds: by the clock, on the processor in node, and in PostgreSQL with',
    'all its processes; and the most memory that node held. Every thousandth line is refused.',
  ]
  tellPage({ title: 'Import', about, machine, parts }, values.keep ? values.name : null)
} finally {
  await stand.close()
}

async function measure(size: number): Promise<Step[]> {
  const context = await makeBooks(stand, `import_${size}`)
  if (values.statements) await context.db.query({ text: 'create extension if not exists pg_stat_statements' })
  const file = path.join(stand.folder, `loans-${size}.csv`)
  await pipeline(Readable.from(generatedFile(size)), createWriteStream(file))
  const read = () => createReadStream(file)
  const offerable = new OfferableLoans()
  const works: Record<string, () => Promise<object>> = {
    'dry run': () => checkLoanFile(context, read()),
    import: () => importLoanFile(context, read(), { actor, offerable }),
    'the same again': () => importLoanFile(context, read(), { actor }),
    publish: () =>
      publishLoanFile(offerable, (part) => perform(context, publishLoans, { actor, input: part })),
  }
  const steps: Step[] = []
  for (const [step, work] of Object.entries(works)) {
    if (values.only && !values.only.split(',').includes(step)) continue
    steps.push(await timed(step, work))
    console.log(size, steps.at(-1))
  }
  if (values.statements) {
    const { rows } = await context.db.query<{ ms: number; calls: number; query: string }>({
      text: `select round(total_exec_time)::int as ms, calls::int, left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as query
               from pg_stat_statements order by total_exec_time desc limit 14`,
    })
    for (const row of rows) console.log(row.ms, row.calls, row.query)
  }
  await assertBooks(context, 'after the import')
  await context.db.close()
  return steps
}

async function timed(step: string, work: () => Promise<object>): Promise<Step> {
  let mostMiB = residentMiB(process.pid)
  const sampling = setInterval(() => (mostMiB = Math.max(mostMiB, residentMiB(process.pid))), 200)
  const before = { at: performance.now(), node: processCpu(process.pid), server: serverCpu(stand.postmaster) }
  try {
    const counts = JSON.stringify(await work())
    return {
      step,
      seconds: (performance.now() - before.at) / 1e3,
      node: (processCpu(process.pid) - before.node) / 1e6,
      server: (serverCpu(stand.postmaster) - before.server) / 1e6,
      mostMiB,
      counts,
    }
  } finally {
    clearInterval(sampling)
  }
}
