import { connect, type AddressInfo, type Socket } from 'node:net'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { mostWaiting } from './one-at-a-time.ts'
import { createHttpServer } from './server.ts'

let fixture: Fixture
let app: ReturnType<typeof createHttpServer>
/** The requests whose handler has begun and waits, oldest first. */
const held: { n: number; answer: () => void }[] = []
let begun = 0
const sockets: Socket[] = []

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'uses no database' })
  const { metrics, security } = fixture.context
  app = createHttpServer({
    log: pino({ level: 'silent' }),
    metrics: metrics.part('pipelining'),
    security,
    maxInFlight: 10_000,
    connectionsPerAddress: 0,
    readLimitMs: 60_000,
    noise: { count: 100_000, seconds: 60 },
    guest: { count: 100_000, seconds: 60 },
    page: { count: 100_000, seconds: 60 },
    trustedProxies: [],
    tls: null,
    frameOrigins: [],
    connectOrigins: [],
    secure: false,
  })
  app.get('/held/:n', (request, reply) => {
    begun += 1
    const n = Number((request.params as { n: string }).n)
    held.push({ n, answer: () => void reply.send(`answer ${n};`) })
  })
  app.get('/at-once', (_, reply) => reply.send('at once'))
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const { answer } of held.splice(0)) answer()
  begun = 0
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const requests = (count: number) => Array.from({ length: count }, (_, n) => get(`/held/${n}`)).join('')

async function open() {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  sockets.push(socket)
  let received = ''
  socket.on('data', (piece) => (received += piece.toString()))
  socket.on('error', () => {})
  const closed = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')))
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  return {
    send: (text: string) => new Promise<void>((resolve) => socket.write(text, () => resolve())),
    answers: () => [...received.matchAll(/answer (\d+);/g)].map(([, n]) => Number(n)),
    closed,
  }
}

/** The server has read what was sent to it before, because it answers what is sent after it on another connection. */
async function elsewhere(): Promise<string> {
  const port = (app.server.address() as AddressInfo).port
  const answer = await fetch(`http://127.0.0.1:${port}/at-once`, { headers: { connection: 'close' } })
  return answer.text()
}

test('SEC-03 the server works on one request of a connection at a time and answers those sent ahead in their order', async () => {
  const client = await open()
  await client.send(requests(mostWaiting + 1))
  await expect.poll(() => held.length).toBe(1)
  const all = Array.from({ length: mostWaiting + 1 }, (_, n) => n)
  for (const n of all) {
    await expect.poll(() => held.map((one) => one.n)).toEqual([n])
    expect(await elsewhere()).toBe('at once')
    expect(held).toHaveLength(1)
    held.shift()?.answer()
  }
  await expect.poll(client.answers).toEqual(all)
  await client.send(get('/held/99'))
  await expect.poll(() => held.map((one) => one.n)).toEqual([99])
})

test('SEC-03 a connection that sends more requests than may wait is closed and none of them is worked on', async () => {
  const client = await open()
  await client.send(requests(mostWaiting + 2))
  expect(await client.closed).toBe('closed')
  expect(begun).toBe(1)
  expect(await fixture.context.metrics.text()).toMatch(
    /pematang_http_connections_cut_total\{server="pipelining"\} [1-9]/,
  )
})

test('SEC-03 requests with bodies that nobody reads are passed over one after the other, and the one behind them is answered', async () => {
  const client = await open()
  const body = 'a'.repeat(30_000)
  const post = `POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 30000\r\n\r\n${body}`
  await client.send(post.repeat(4) + get('/held/1'))
  await expect.poll(() => held.map((one) => one.n)).toEqual([1])
  held.shift()?.answer()
  await expect.poll(client.answers).toEqual([1])
})

test('SEC-03 the attack of 60 connections with 1,700 requests each is worked on once a connection and leaves none open', async () => {
  const clients = await Promise.all(Array.from({ length: 60 }, open))
  const flood = requests(1_700)
  await Promise.all(clients.map((client) => client.send(flood).catch(() => {})))
  expect(await Promise.all(clients.map((client) => client.closed))).toEqual(clients.map(() => 'closed'))
  expect(begun).toBe(60)
  expect(await elsewhere()).toBe('at once')
})
