import { Agent, request } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type HostileGateway, startHostileGateway } from '../outside/sms/testing/hostile-gateway.ts'
import { many, one } from '../platform/db/database.ts'
import { goodPassword } from '../../testing/http.ts'
import { aLender, aLoan, anAgreement } from '../../testing/people.ts'
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts'
import { makeFixture, type Fixture } from '../../testing/fixture.ts'

let fixture: Fixture
let gateway: HostileGateway
const started: ServerProcess[] = []

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'its processes have connections of their own' })
  gateway = await startHostileGateway()
})
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL')
})
afterAll(async () => {
  await gateway.close()
  await fixture.close()
})

async function start(name: 'http' | 'worker', settings: Record<string, string> = {}): Promise<ServerProcess> {
  const process = await startServerProcess(name, fixture.databaseUrl, settings)
  started.push(process)
  return process
}

type Sent = {
  id: string
  status: number | null
  problem: string | null
  isFirstOfSocket: boolean
  close: boolean
}

function send(
  origin: string,
  agent: Agent,
  path: string,
  { token, body, key }: { token?: string; body?: object; key?: string } = {},
): Promise<Sent> {
  const id = randomUUID()
  return new Promise((resolve) => {
    const asked = request(`${origin}${path}`, {
      agent,
      method: body ? 'POST' : 'GET',
      headers: {
        'x-request-id': id,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
    })
    let close = false
    const end = (status: number | null, problem: string | null) =>
      resolve({ id, status, problem, isFirstOfSocket: !asked.reusedSocket, close })
    asked.on('error', (error: NodeJS.ErrnoException) => end(null, error.code ?? error.message))
    asked.on('response', (response) => {
      close = response.headers.connection === 'close'
      response.on('error', (error: NodeJS.ErrnoException) => end(null, error.code ?? error.message))
      response.on('end', () => end(response.statusCode ?? null, null))
      response.resume()
    })
    asked.end(body && JSON.stringify(body))
  })
}

async function token(origin: string, phone: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phoneNumber: phone, password: goodPassword, type: 'lender' }),
  })
  return ((await answer.json()) as { token: string }).token
}

test('SIGTERM under load answers every accepted request, and every answer matches the database', async () => {
  const http = await start('http')
  const { lenderId, phone } = await aLender(fixture.context, { cash: 1_000_000_000, password: goodPassword })
  const bearer = await token(http.origin, phone)
  const amount = 100_000
  const loans: Awaited<ReturnType<typeof aLoan>>[] = []
  for (let i = 0; i < 4; i += 1) {
    const loan = await aLoan(fixture.context, { totalLoan: 1_000_000_000 })
    await anAgreement(fixture.context, { lenderId, loanNumber: loan.loanNumber, amount })
    loans.push(loan)
  }
  const agents: Agent[] = []
  const sent: Sent[] = []
  const keys: { key: string; status: number | null }[] = []
  let stopped = false
  const caller = async (place: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    agents.push(agent)
    for (let round = 0; ; round += 1) {
      const loan = loans[(place + round) % loans.length]
      const key = randomUUID()
      const one =
        round % 3 === 0
          ? await send(http.origin, agent, '/api/v1/funding', {
              token: bearer,
              key,
              body: { ...loan, amount },
            })
          : await send(http.origin, agent, round % 3 === 1 ? '/api/v1/notices' : '/api/v1/lender/summary', {
              token: bearer,
            })
      sent.push(one)
      if (round % 3 === 0) keys.push({ key, status: one.status })
      // The port is closed, so the process has ended and this client stops.
      if (one.problem === 'ECONNREFUSED' || (stopped && one.status === null)) return
    }
  }
  const callers = Array.from({ length: 24 }, (_, place) => caller(place))
  await new Promise((resolve) => setTimeout(resolve, 700))
  http.child.kill('SIGTERM')
  stopped = true
  await Promise.all(callers)
  const { code } = await http.ended
  for (const agent of agents) agent.destroy()

  expect(code).toBe(0)
  expect(sent.filter(({ status }) => status !== null).length).toBeGreaterThan(100)
  // Only a new connection may fail: on one used before, no request is lost, and its last response announces the close.
  expect(sent.filter(({ problem, isFirstOfSocket }) => problem !== null && !isFirstOfSocket)).toEqual([])
  expect(sent.filter(({ close }) => close).length).toBeGreaterThanOrEqual(24)
  // A connection that came too late was never accepted, so the server's log must have no record of the failed requests.
  const taken = new Set(http.records().map(({ requestId }) => requestId))
  expect(sent.filter(({ id, status }) => status === null && taken.has(id))).toEqual([])
  expect(sent.filter(({ id, status }) => status !== null && !taken.has(id))).toEqual([])
  expect(
    [...new Set(sent.map(({ status }) => status))].filter((status) => status !== null && status >= 500),
  ).toEqual([])
  const kept = await many<{ key: string }>(
    fixture.context.db,
    'test.keys',
    'select key from idempotency where key = any($1)',
    [keys.map(({ key }) => key)],
  )
  const answered = keys.filter(({ status }) => status !== null).map(({ key }) => key)
  expect(kept.map(({ key }) => key).toSorted()).toEqual(answered.toSorted())
  expect(await fixture.books()).toEqual([])
})

test('SIGTERM while agreements are rendered completes the requested ones and ends the render thread', async () => {
  const http = await start('http', { STOP_LIMIT_SECONDS: '30' })
  const { lenderId, phone } = await aLender(fixture.context, { cash: 10_000_000, password: goodPassword })
  const { loanNumber } = await aLoan(fixture.context)
  const bearer = await token(http.origin, phone)
  const agent = new Agent({ keepAlive: true })
  const answers = Array.from({ length: 6 }, (_, index) =>
    send(http.origin, agent, '/api/v1/funding/agreement', {
      token: bearer,
      body: { loanNumber, lenderUserId: lenderId, amount: 1_000_000 + index },
    }),
  )
  const made = async () => (await fetch(`${http.metrics}/metrics`)).text()
  await expect.poll(made, { timeout: 60_000 }).toContain('pematang_agreements{state="running"} 1')
  http.child.kill('SIGTERM')
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect((await http.ended).code).toBe(0)
  agent.destroy()
})

test('a process that shuts down gracefully still answers requests, and /readyz is 503', async () => {
  const http = await start('http', { STOP_DELAY_SECONDS: '5' })
  const open = connect(Number(new URL(http.origin).port), '127.0.0.1')
  await new Promise((resolve) => open.once('connect', resolve))
  http.child.kill('SIGTERM')
  await expect.poll(async () => (await fetch(`${http.origin}/readyz`)).status).toBe(503)
  const answer = await fetch(`${http.origin}/api/v1/tkb`)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  expect((await fetch(`${http.origin}/healthz`)).status).toBe(200)
  open.destroy()
  expect((await http.ended).code).toBe(0)
})

test('shutdown closes half-sent requests, unread answers and silent connections at the time limit', async () => {
  const http = await start('http', { STOP_DELAY_SECONDS: '0.5', STOP_LIMIT_SECONDS: '1' })
  const port = Number(new URL(http.origin).port)
  const texts = [
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"phone',
    'GET /api/v1/tkb HTTP/1.1\r\nHost: a\r\nX-Half: ',
    'GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(60),
    '',
  ]
  const sockets = await Promise.all(
    texts.map(async (text) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      await new Promise((resolve) => socket.once('connect', resolve))
      socket.write(text)
      return socket.pause()
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, 200))
  const at = performance.now()
  http.child.kill('SIGTERM')
  const { code, atMs } = await http.ended
  expect(code).toBe(0)
  expect(atMs - at).toBeGreaterThan(1_000)
  for (const socket of sockets) socket.destroy()
})

test('shutdown without connections does not wait for the time limit, and a second signal changes nothing', async () => {
  const http = await start('http', { STOP_LIMIT_SECONDS: '60' })
  const at = performance.now()
  http.child.kill('SIGTERM')
  http.child.kill('SIGINT')
  const { code, atMs } = await http.ended
  expect(code).toBe(0)
  expect(atMs - at).toBeLessThan(60_000)
  expect(http.records().map(({ msg }) => msg)).toEqual(expect.arrayContaining(['stopping', 'stopped']))
})

test('on SIGTERM the worker finishes its running job, and leaves a hanging one to the next worker', async () => {
  const { context } = fixture
  gateway.behave('silence')
  const sms = { SMS_URL: `${gateway.origin}/send`, SMS_TIMEOUT_MS: '1500', SMS_DEADLINE_MS: '1500' }
  const [http, worker] = await Promise.all([start('http'), start('worker', sms)])
  const { phone } = await aLender(context, { password: goodPassword })
  const answer = await fetch(`${http.origin}/api/v1/auth/otp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ recipient: phone, purpose: 1, vendor: 1 }),
  })
  expect(answer.status).toBe(200)
  await expect.poll(() => gateway.received.length, { timeout: 60_000 }).toBe(1)
  worker.child.kill('SIGTERM')
  expect((await worker.ended).code).toBe(0)
  const job = () =>
    one<{ left: number; leased: number; dead: number }>(
      context.db,
      'test.job',
      `select count(*) as left, count(leased_until) as leased, count(dead_at) as dead from job where kind = 'auth.send_code'`,
    )
  expect(await job()).toEqual({ left: 1, leased: 0, dead: 0 })
  gateway.behave({ answer: 200 })
  await start('worker', sms)
  await expect.poll(async () => (await job()).left, { timeout: 60_000 }).toBe(0)
  expect(gateway.received).toHaveLength(1)
})

test('FIX-20 a process exits with a reason within START_LIMIT_SECONDS when the database never answers', async () => {
  const silent = await silentDatabase()
  const url = `postgres://app@127.0.0.1:${silent.port}/app`
  const starting = startServerProcess('http', url, { START_LIMIT_SECONDS: '2' })
  try {
    await expect(starting).rejects.toThrow(
      /not ready after 2 seconds: does the database at DATABASE_URL answer/,
    )
  } finally {
    silent.close()
  }
})

/** A fake PostgreSQL that accepts every login and answers no statement, like a session that hangs inside the server. */
async function silentDatabase(): Promise<{ port: number; close(): void }> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {})
    // AuthenticationOk and ReadyForQuery in one packet, in response to the start-up packet.
    socket.once('data', () => socket.write(Buffer.from('5200000008000000005a0000000549', 'hex')))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
