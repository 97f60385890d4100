import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import {
  announceEvents,
  callBackJobs,
  callBackQueues,
  numberAllEvents,
} from '../../server/src/reports/testing.ts'
import { httpsCallBacks } from '../../server/src/outside/call-back/https-adapter.ts'
import { Database, run } from '../../server/src/platform/db/database.ts'
import { inTransaction } from '../../server/src/platform/db/transaction.ts'
import { startWorker } from '../../server/src/platform/jobs/worker.ts'
import { percentiles } from './load/percentiles.ts'
import { positive } from './options.ts'
import { writePage } from './report/write.ts'
import { seedLenders } from './seed/lenders.ts'
import { processCpu, serverCpu } from './stand/cpu.ts'
import { describeMachine } from './stand/machine.ts'
import { makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures calls back to the addresses of many lenders of which a tenth never answers: how many a second, and how long an
// event takes from where it is noted to where the others hear of it. Receiver and worker share this process; plain HTTP.

const { values } = parseArgs({
  options: {
    addresses: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '1000' },
    keep: { type: 'boolean', default: false },
  },
})
const addresses = positive('addresses', values.addresses) ?? 1_000
const seconds = positive('seconds', values.seconds) ?? 10
const rate = positive('rate', values.rate) ?? 1_000
const roundsASecond = 4

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  const made = await makeBooks(stand, 'pematang')
  const lenders = await seedLenders(made, addresses, 1_000_000)
  const callBack = httpsCallBacks({ allowsLocal: true, mayCall: () => false, resolve: async () => [] })
  // As many connections as a process has by default.
  const context = { ...made, callBack, db: new Database({ url: stand.url('pematang'), size: 16 }) }
  await numberAllEvents(context, async () => {})
  const heard = new Map<string, number>()
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.url === '/hangs') return
      heard.set(String(request.headers['webhook-id']), performance.now())
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ids = lenders.map(({ lenderId }) => lenderId)
  await inTransaction(context.db, { repeatable: false }, (tx) =>
    run(
      tx,
      'bench.addresses',
      `insert into call_back (lender_id, url, types, secret, rung_no)
       select id, $2 || case when place % 10 = 0 then '/hangs' else '/hook' end, '{cash.moved}',
              'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', (select coalesce(max(no), 0) from event)
         from unnest($1::bigint[]) with ordinality as lender (id, place)`,
      [ids, `http://127.0.0.1:${port}`],
    ),
  )
  await settleDown(context)
  const worker = startWorker(context.db, callBackQueues, callBackJobs(context), context.log)
  const answering = new Set(ids.filter((_, index) => index % 10 !== 9))
  const numbered = new Map<string, number>()
  const used = () => processCpu(process.pid) + serverCpu(stand.postmaster)
  const before = used()
  const begun = performance.now()
  for (let round = 0; round < seconds * roundsASecond; round += 1) {
    const part = Array.from(
      { length: rate / roundsASecond },
      (_, index) => ids[(round * (rate / roundsASecond) + index) % ids.length] ?? 0,
    )
    const noted = performance.now()
    await inTransaction(context.db, { repeatable: false }, (tx) =>
      run(
        tx,
        'bench.note',
        `insert into event_note (kind, refs)
         select 'TRANSFERS', array_agg(t.id::text) from unnest($1::bigint[]) as lender (id)
           join account a on a.kind = 'LENDER_CASH' and a.owner_id = lender.id
           join transfer t on t.credit_account = a.id and t.credit_seq = 1`,
        [part],
      ),
    )
    await numberAllEvents(context, async (tx, events) => {
      for (const { id, lenderId } of events) if (answering.has(lenderId)) numbered.set(id, noted)
      await announceEvents(context, tx, events)
    })
    const next = begun + ((round + 1) * 1_000) / roundsASecond
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
  }
  for (const limit = performance.now() + 60_000; heard.size < numbered.size && performance.now() < limit; )
    await new Promise((resolve) => setTimeout(resolve, 20))
  const cpu = (used() - before) / heard.size
  const took = (Math.max(...heard.values()) - begun) / 1_000
  const delays = [...numbered].map(([id, at]) => (heard.get(id) ?? Number.POSITIVE_INFINITY) - at)
  const { p50, p99 } = percentiles(delays)
  const line = `${addresses} addresses, a tenth hangs: ${heard.size} of ${numbered.size} calls taken in ${took.toFixed(1)} s, ${(heard.size / took).toFixed(0)} a second; from noted to heard p50 ${p50} ms, p99 ${p99} ms, at most ${Math.max(...delays).toFixed(0)} ms; ${cpu.toFixed(0)} µs of CPU each, with the receiver`
  console.log(line)
  if (values.keep) writePage('calls-back', `# Calls back\n\n${line}\n\nMachine: ${JSON.stringify(machine)}\n`)
  server.closeAllConnections()
  server.close()
  await worker.stop()
  callBack.close()
  await context.db.close()
  await made.db.close()
} finally {
  await stand.close()
}
