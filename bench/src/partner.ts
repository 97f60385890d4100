import { parseArgs } from 'node:util'
import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { Database } from '../../server/src/platform/db/database.ts'
import { listPartnerTransactions, streamPositions } from '../../server/src/reports/testing.ts'
import { positive } from './options.ts'
import { seedPositions } from './seed/positions.ts'
import { seedRepayments } from './seed/repayments.ts'
import { costOf, formatCost } from './stand/cost.ts'
import { describeMachine } from './stand/machine.ts'
import { makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures the calls of a lender's own system: pages of 1,000 transactions in a ledger of millions, and the positions of a
// day, with what the process grows by meanwhile.

const { values } = parseArgs({
  options: {
    positions: { type: 'string', default: '100000' },
    transactions: { type: 'string', default: '5000000' },
    repeat: { type: 'string', default: '15' },
  },
})
const positions = positive('positions', values.positions) ?? 0
const transactions = positive('transactions', values.transactions) ?? 0
const repeat = positive('repeat', values.repeat) ?? 15
const lenderId = 1

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const context = await makeBooks(stand, 'pematang')
  await seedPositions(context, lenderId, positions)
  const own = await seedRepayments(context, lenderId, transactions)
  await settleDown(context)
  console.log(JSON.stringify(describeMachine(stand.folder, await serverVersion(stand))))
  const asking = { ...context, db: new Database({ url: stand.url('pematang'), size: 1 }) }
  await asking.db.query({ text: 'create extension if not exists pg_stat_statements' })
  for (const [what, first] of [
    ['first', undefined],
    ['middle', addDays(businessDateOf(new Date()), -180)],
  ] as const) {
    const read = () =>
      listPartnerTransactions(asking.db, lenderId, { account: 'MAIN', from: first, limit: 1000 })
    const started = performance.now()
    const { list } = await read()
    const cold = performance.now() - started
    if (list.length !== Math.min(1000, own)) throw new Error(`${list.length} transactions on a page`)
    const cost = await costOf(asking, repeat, read)
    console.log(
      `${what} page of 1,000 of ${own} among ${transactions}: first ${cold.toFixed(1)} ms, then ${formatCost(cost)} ms`,
    )
  }
  await asking.db.close()
  const reading = { ...context, db: new Database({ url: stand.url('pematang'), size: 2 }) }
  const on = addDays(businessDateOf(new Date()), -1)
  const { seconds, count, grown } = await drain(reading, on)
  console.log(
    `${count} positions on ${on}: ${seconds.toFixed(2)} s, at most ${(grown / 1e6).toFixed(0)} MB above before`,
  )
  await reading.db.close()
  await context.db.close()
} finally {
  await stand.close()
}

async function drain(context: Parameters<typeof streamPositions>[0], on: string) {
  const used = () => {
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  globalThis.gc?.()
  const before = used()
  const started = performance.now()
  let [count, highest] = [0, 0]
  for await (const _ of await streamPositions(context, { lenderId, keyId: 'bench' }, on, {})) {
    count += 1
    if (count % 10_000 > 0) continue
    globalThis.gc?.()
    highest = Math.max(highest, used())
  }
  return { seconds: (performance.now() - started) / 1_000, count, grown: highest - before }
}
