import { createHash, createHmac } from 'node:crypto'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { one } from '../../server/src/platform/db/database.ts'
import { type BankKeys, bankClient, paymentBody } from '../../server/src/cash/testing.ts'
import { LoadConnection } from './load/connection.ts'
import { percentiles } from './load/percentiles.ts'
import { positive } from './options.ts'
import { writePage } from './report/write.ts'
import { seedLenders } from './seed/lenders.ts'
import { makeBank, seedNumbers } from './seed/numbers.ts'
import { processCpu, serverCpu } from './stand/cpu.ts'
import { type HttpProcess, startHttp } from './stand/http-process.ts'
import { describeMachine } from './stand/machine.ts'
import { assertBooks, makeBooks, openStand, serverVersion, settleDown } from './stand/stand.ts'

// Measures a bank that sends signed payment notices over SNAP on keep-alive connections. Every notice is sent twice:
// the first credits the money, the second posts nothing, and both are answered with 2002500.

const { values } = parseArgs({
  options: {
    payments: { type: 'string', default: '20000' },
    lenders: { type: 'string', default: '10000' },
    clients: { type: 'string', default: '64' },
    keep: { type: 'boolean', default: false },
  },
})
const payments = positive('payments', values.payments) ?? 20_000
const clients = positive('clients', values.clients) ?? 64
const amount = 1_000_000
const place = '/v1.0/transfer-va/payment'

type Round = { what: string; rate: number; p50: number; p99: number; node: number; postgres: number }

let calls = 0
const nextExternalId = (): string => `${Date.now()}${String((calls += 1)).padStart(9, '0')}`

const stand = await openStand()
process.once('SIGINT', () => void stand.close().finally(() => process.exit(130)))
try {
  const machine = describeMachine(stand.folder, await serverVersion(stand))
  const books = await makeBooks(stand, 'pematang')
  const lenders = await seedLenders(books, positive('lenders', values.lenders) ?? 10_000, amount)
  const numbers = await seedNumbers(books, lenders)
  const file = path.join(stand.folder, 'banks.json')
  const keys = makeBank(file)
  await settleDown(books)
  const settings = { BANKS_FILE: file, LIMIT_SNAP_CALL: '9000000/60' }
  const http = await startHttp(stand.url('pematang'), path.join(stand.folder, 'http.log'), settings)
  const sendNotices = async (what: string, firstId: number) => {
    const round = await tell(http, what, await sign(http, keys, numbers, firstId))
    console.log(`${what}: ${round.rate.toFixed(0)} notices/s, p50 ${round.p50} ms, p99 ${round.p99} ms`)
    return round
  }
  // Warm-up: connections, query plans and compilation are not part of the measurement.
  await sendNotices('warm-up', payments)
  const rounds = [await sendNotices('sent first', 0), await sendNotices('sent again', 0)]
  await http.stop()
  await assertBooks(books, 'after all notices')
  const { credited } = await one<{ credited: number }>(
    books.db,
    'bench.credited',
    `select count(*) as credited from top_up where payment_request_id like 'notice-%'`,
  )
  if (credited !== 2 * payments) throw new Error(`${credited} of ${2 * payments} payments were credited`)
  const text = report(JSON.stringify(machine), rounds)
  console.log(text)
  if (values.keep) writePage('notices', text)
  await books.db.close()
} finally {
  await stand.close()
}

/** Signs payment notices before the load starts; they must be sent within the minutes in which a signature is valid. */
async function sign(http: HttpProcess, keys: BankKeys, numbers: readonly string[], firstId: number) {
  const { json } = await bankClient(`http://127.0.0.1:${http.port}`, keys).askToken()
  const token = String(json['accessToken'])
  return Array.from({ length: payments }, (_, index) => {
    const id = `notice-${firstId + index}`
    const body = JSON.stringify(paymentBody({ id, number: numbers[index % numbers.length] ?? '', amount }))
    const timestamp = new Date().toISOString()
    const hash = createHash('sha256').update(body).digest('hex')
    const signature = createHmac('sha512', keys.clientSecret)
      .update(`POST:${place}:${token}:${hash}:${timestamp}`)
      .digest('base64')
    return (
      `POST ${place} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
      `Authorization: Bearer ${token}\r\nX-TIMESTAMP: ${timestamp}\r\nX-SIGNATURE: ${signature}\r\n` +
      `X-PARTNER-ID: ${keys.bank.inbound.partnerId}\r\nX-EXTERNAL-ID: ${nextExternalId()}\r\n` +
      `CHANNEL-ID: 6010\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    )
  })
}

/**
 * Sends the notices: each connection sends its next one as soon as the last one is answered.
 * @throws where an answer is not 200
 */
async function tell(http: HttpProcess, what: string, notices: string[]): Promise<Round> {
  const latencies: number[] = []
  const before = { node: processCpu(http.pid), postgres: serverCpu(stand.postmaster) }
  const started = performance.now()
  await Promise.all(Array.from({ length: Math.min(clients, notices.length) }, () => client()))
  const seconds = (performance.now() - started) / 1_000
  const of = (microseconds: number) => Math.round(microseconds / latencies.length)
  const { p50, p99 } = percentiles(latencies)
  return {
    what,
    rate: latencies.length / seconds,
    p50,
    p99,
    node: of(processCpu(http.pid) - before.node),
    postgres: of(serverCpu(stand.postmaster) - before.postgres),
  }

  async function client(): Promise<void> {
    const end = Promise.withResolvers<void>()
    let asked = 0
    const ask = () => {
      const notice = notices.pop()
      if (notice === undefined) return end.resolve()
      asked = performance.now()
      connection.ask(notice)
    }
    const connection = await LoadConnection.open(
      http.port,
      ({ status, body }) => {
        latencies.push(performance.now() - asked)
        if (status === 200) ask()
        else end.reject(new Error(`a notice was answered ${status}: ${body}`))
      },
      () => end.reject(new Error('a connection broke')),
    )
    ask()
    await end.promise
    connection.close()
  }
}

function report(machine: string, rounds: readonly Round[]): string {
  return [
    `# Payment notices over SNAP, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `\`npm run notices -w bench -- --payments ${payments} --keep\`: ${clients} connections, ${values.lenders} lenders.`,
    '',
    '```',
    machine,
    '```',
    '',
    '| | notices/s | p50 ms | p99 ms | CPU node us | CPU PostgreSQL us |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rounds.map(
      ({ what, rate, p50, p99, node, postgres }) =>
        `| ${what} | ${rate.toFixed(0)} | ${p50} | ${p99} | ${node} | ${postgres} |`,
    ),
    '',
    'Every answer was 2002500, every payment was credited once, and the books are whole.',
    '',
  ].join('\n')
}
