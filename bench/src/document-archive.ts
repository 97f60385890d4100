import { execFile } from 'node:child_process'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { findArchive, requestArchive } from '../../server/src/reports/testing.ts'
import { perform } from '../../server/src/platform/commands/perform.ts'
import { positive } from './options.ts'
import { seedDocuments } from './seed/documents.ts'
import { seedPositions } from './seed/positions.ts'
import { describeMachine } from './stand/machine.ts'
import { makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures the ZIP of a year's documents for a lender with many fundings: seconds, size, and the peak memory of its
// worker.

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '2000,100000' },
    kilobytes: { type: 'string', default: '30' },
  },
})
const sizes = values.sizes.split(',').map((size) => positive('sizes', size) ?? 0)
const size = (positive('kilobytes', values.kilobytes) ?? 30) * 1_000
const worker = path.join(import.meta.dirname, 'stand/archive-worker.ts')
const run = promisify(execFile)

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const context = await makeBooks(stand, 'pematang')
  const { db } = context
  console.log(JSON.stringify(describeMachine(stand.folder, await serverVersion(stand))))
  for (const [place, fundings] of sizes.entries()) {
    const lenderId = place + 1
    await seedPositions(context, lenderId, fundings)
    const year = await seedDocuments(context, lenderId, size)
    await settleDown(context)
    const asked = await perform(context, requestArchive, {
      actor: { kind: 'lender', lenderId },
      input: { year: String(year) },
    })
    const { stdout } = await run(process.execPath, [worker, stand.url('pematang'), asked.id])
    const measured = JSON.parse(stdout) as Record<'seconds' | 'cpuSeconds' | 'rssBefore' | 'rssPeak', number>
    const made = await findArchive(db, asked.id)
    if (made?.state !== 'READY') throw new Error(`the archive is ${made?.state}`)
    const files = 3 * fundings + 12
    if (made.total !== fundings + 12 || made.bytes < files * size)
      throw new Error(
        `the archive has ${made.bytes} bytes of ${made.total} units, too few for ${files} documents`,
      )
    console.log(
      `${fundings} fundings, ${files} documents of ${(size / 1e3).toFixed(0)} KB: ${measured.seconds.toFixed(1)} s ` +
        `(${measured.cpuSeconds.toFixed(1)} s of processor in node), ${(made.bytes / 1e6).toFixed(0)} MB, ` +
        `worker ${(measured.rssBefore / 1e6).toFixed(0)} MB before and ${(measured.rssPeak / 1e6).toFixed(0)} MB at most`,
    )
  }
  await db.close()
} finally {
  await stand.close()
}
