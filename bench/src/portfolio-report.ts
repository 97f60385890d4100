import { parseArgs } from 'node:util'
import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { Database } from '../../server/src/platform/db/database.ts'
import { portfolioReport } from '../../server/src/reports/testing.ts'
import { positive } from './options.ts'
import { seedPositions } from './seed/positions.ts'
import { describeMachine } from './stand/machine.ts'
import { makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures the report of a past day for a lender with many positions: seconds, and memory growth of the process while
// it is sent.

const { values } = parseArgs({ options: { positions: { type: 'string', default: '10000,100000' } } })
const sizes = values.positions.split(',').map((size) => positive('positions', size) ?? 0)
const today = businessDateOf(new Date())
/** One day without later records, and one day with half a year of payments recorded after it. */
const days = [addDays(today, -1), addDays(today, -180)]

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const context = await makeBooks(stand, 'pematang')
  for (const [place, size] of sizes.entries()) await seedPositions(context, place + 1, size)
  await settleDown(context)
  const asking = { ...context, db: new Database({ url: stand.url('pematang'), size: 2 }) }
  console.log(JSON.stringify(describeMachine(stand.folder, await serverVersion(stand))))
  for (const [place, size] of sizes.entries()) {
    for (const on of days) {
      for (const format of ['csv', 'xlsx'] as const) {
        const { seconds, bytes, grown } = await measure(asking, place + 1, { on, format })
        console.log(
          `${size} positions on ${on}, ${format}: ${seconds.toFixed(2)} s, ${(bytes / 1e6).toFixed(1)} MB, heap and buffers at most ${(grown / 1e6).toFixed(0)} MB above before`,
        )
      }
    }
  }
  await asking.db.close()
  await context.db.close()
} finally {
  await stand.close()
}

/** Reads a report to its end as fast as possible, and measures it. */
async function measure(
  context: Parameters<typeof portfolioReport>[0],
  lenderId: number,
  query: Parameters<typeof portfolioReport>[2],
) {
  const used = () => {
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  globalThis.gc?.()
  const before = used()
  const started = performance.now()
  const answer = await portfolioReport(context, lenderId, query)
  if (Buffer.isBuffer(answer.bytes)) throw new Error('not streamed')
  let [bytes, highest, next] = [0, 0, 0]
  for await (const part of answer.bytes as AsyncIterable<Buffer | string>) {
    bytes += Buffer.byteLength(part)
    if (bytes < next) continue
    next = bytes + 500_000
    globalThis.gc?.()
    highest = Math.max(highest, used())
  }
  return { seconds: (performance.now() - started) / 1_000, bytes, grown: highest - before }
}
