import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../testing/http.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

let fixture: Fixture
let app: TestApp
const sockets: Socket[] = []

beforeAll(async () => {
  fixture = await makeFixture({
    settings: { HTTP_MAX_IN_FLIGHT: '64', HTTP_CONNECTIONS_PER_ADDRESS: '300', HTTP_READ_LIMIT_SECONDS: '5' },
    withoutFaults: 'measures how long answers take',
  })
  app = await startApp(fixture)
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

async function send(bytes: string, localAddress?: string): Promise<Socket> {
  const { port } = new URL(app.origin)
  const socket = connect({ port: Number(port), host: '127.0.0.1', ...(localAddress ? { localAddress } : {}) })
  sockets.push(socket)
  socket.on('error', () => {})
  socket.pause()
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
  return socket
}

/** Waits until the server has received what was sent. */
const arrived = () => new Promise<void>((resolve) => setTimeout(resolve, 1_000))

async function others(): Promise<number[]> {
  const answers = await Promise.all(['//healthz', '//readyz', '/tkb', '/tkb'].map((path) => app.get(path)))
  return answers.map(({ status }) => status)
}

const wholeRequest = 'GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'
const halfRequest =
  'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"phone'

test('DOOR-01 the server serves other clients while 65 connections send requests and never read an answer', async () => {
  for (let i = 0; i < 65; i += 1) await send(wholeRequest.repeat(10))
  await arrived()
  expect(await others()).toEqual([200, 200, 200, 200])
})

test('DOOR-01 the server serves other clients while 250 requests have sent half of their body', async () => {
  await Promise.all(Array.from({ length: 250 }, () => send(halfRequest)))
  await arrived()
  expect(await others()).toEqual([200, 200, 200, 200])
})

test('DOOR-01 the server closes a connection that does not read its answer, and one that does not send its body', async () => {
  const [silent, half] = [await send(wholeRequest), await send(halfRequest)]
  const ended = (socket: Socket, bytes: string, everyMs: number) =>
    new Promise<'closed'>((resolve) => {
      socket.once('close', () => resolve('closed'))
      // A socket that does not read notices the closed connection only when it writes.
      setInterval(() => socket.write(bytes), everyMs).unref()
    })
  // It goes on asking until the answers fill the buffers of the network.
  const all = Promise.all([ended(silent, wholeRequest, 50), ended(half, '\r\n', 500)])
  expect(await all).toEqual(['closed', 'closed'])
  // Neither was closed for what it had sent ahead.
  expect(await fixture.context.metrics.text()).toMatch(/^pematang_http_connections_cut_total 0$/m)
})

test('DOOR-01 the server limits the connections of one IP address and accepts those of another', async () => {
  await Promise.all(Array.from({ length: 300 }, () => send('GET /healthz HTTP/1.1\r\n', '127.0.0.2')))
  const over = await send('', '127.0.0.2')
  over.resume()
  await new Promise<void>((resolve) => over.once('close', () => resolve()))
  expect((await app.get('//healthz')).status).toBe(200)
})
