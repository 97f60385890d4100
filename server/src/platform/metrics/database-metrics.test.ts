import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { issueTestCertificate } from '../../documents/testing.ts'
import { Database } from '../db/database.ts'
import { watch } from './database-metrics.ts'
import { Metrics } from './metrics.ts'
import { readExposition } from './testing/read-exposition.ts'

const dayMs = 86_400_000
/** A message of PostgreSQL: its type, its length and its content. */
const message = (type: string, ...bytes: number[]): Buffer => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + bytes.length)
  return Buffer.concat([Buffer.from(type), length, Buffer.from(bytes)])
}
/** AuthenticationOk and ReadyForQuery: a connection is open. */
const opened = Buffer.concat([message('R', 0, 0, 0, 0), message('Z', 'I'.charCodeAt(0))])
const certificateOf = (now: Date) => {
  const { chain, key } = issueTestCertificate({ name: 'Database', now })
  return { cert: chain, key }
}

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

/** A server that opens connections, with TLS by the certificate that it has then. */
async function startServer(shown: { cert: string; key: string }): Promise<number> {
  const open = new Set<Socket>()
  const server: Server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      const encrypted = new TLSSocket(socket, { isServer: true, ...shown })
      encrypted.on('error', () => {})
      encrypted.once('data', () => encrypted.write(opened))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  cleanUps.push(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const endOf = async (metrics: Metrics) =>
  readExposition(await metrics.text()).get('pematang_database_certificate_expires_seconds')?.samples

test('the metrics report when the certificate ends that the database showed to the newest connection', async () => {
  const now = new Date('2026-11-27T00:00:00Z')
  const shown = certificateOf(now)
  const port = await startServer(shown)
  const db = new Database({ url: `postgres://web@127.0.0.1:${port}/books?sslmode=no-verify`, size: 2 })
  cleanUps.push(() => void db.close())
  const metrics = new Metrics()
  watch({ db, replica: null, metrics })
  expect(await endOf(metrics)).toEqual([])
  const first = await db.pool.connect()
  const ends = (issued: Date) => [
    {
      name: 'pematang_database_certificate_expires_seconds',
      labels: { database: 'primary' },
      value: issued.getTime() / 1000 + (3_650 * dayMs) / 1000,
    },
  ]
  expect(await endOf(metrics)).toEqual(ends(now))
  const renewedAt = new Date(now.getTime() + 100 * dayMs)
  Object.assign(shown, certificateOf(renewedAt))
  const second = await db.pool.connect()
  expect(await endOf(metrics)).toEqual(ends(renewedAt))
  first.release(true)
  second.release(true)
})

test.each([
  ['postgres://app@localhost/books', 0],
  ['postgres://app@db.example/books?sslmode=require', 1],
  ['postgres://app@db.example/books?sslmode=verify-full', 0],
])(
  'SEC-12 the metrics report whether the certificate of the database at %s is not checked: %d',
  async (url, value) => {
    const db = new Database({ url, size: 1 })
    cleanUps.push(() => void db.close())
    const metrics = new Metrics()
    watch({ db, replica: null, metrics })
    const shown = readExposition(await metrics.text()).get('pematang_database_unverified')?.samples
    expect(shown).toEqual([{ name: 'pematang_database_unverified', labels: { database: 'primary' }, value }])
  },
)
