import { connect } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { strategyBody } from '../../../testing/strategy-body.ts'
import { Database } from '../db/database.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn
const logged: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  fixture = await makeFixture({
    overrides: { log },
    withoutFaults: 'what is logged is compared, and one statement fails',
  })
  const config = { ...fixture.context.config, APP_ORIGIN: 'https://pendanaan.example' }
  app = await startApp({ context: { ...fixture.context, config } })
  lender = await logIn(fixture, app)
})
beforeEach(() => void logged.splice(0))
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const errors = () => logged.filter((line) => JSON.parse(line).level >= 50)

/** Sends raw bytes and returns what is received until the connection closes; `cut` closes it after that many ms. */
const speak = (bytes: string, { cut }: { cut?: number } = {}) =>
  new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(app.origin).port), '127.0.0.1', () => socket.write(bytes))
    let all = ''
    socket.on('data', (piece) => (all += piece.toString()))
    socket.on('error', () => {})
    socket.on('close', () => resolve(all))
    if (cut !== undefined) setTimeout(() => socket.destroy(), cut)
  })

test.each([
  ['a saved search', '/saved-searches', { name: 'Pilihan', filters: { grade: '\ud800' } }],
  ['the name of a saved search', '/saved-searches', { name: 'a\udfff', filters: { tenorTo: '6' } }],
  ['a strategy', '/auto-funding/strategies', { ...strategyBody, filters: { grade: 'a\udc00b' } }],
  ['the name of a strategy', '/auto-funding/strategies', { ...strategyBody, name: 'a\ud800' }],
])(
  'DOOR-11 half of a character (a lone surrogate) in %s is rejected as invalid input',
  async (_, path, body) => {
    const { status, json } = await lender.post(path, body)
    expect([status, json.code]).toEqual([400, 'INPUT_INVALID'])
    expect(errors()).toEqual([])
  },
)

test('DOOR-11 an emoji in the name of a saved search is stored and returned unchanged', async () => {
  const answer = await lender.post('/saved-searches', { name: '\u{1f33e}', filters: { grade: '\u{1f33e}' } })
  expect(answer.json).toMatchObject({ name: '\u{1f33e}', filters: { grade: '\u{1f33e}' } })
})

test('DOOR-01 a request whose sender hangs up while its body is read is not logged as an error', async () => {
  const head = 'HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"phone'
  for (const path of ['/api/v1/auth/login', '/v1.0/transfer-va/payment', '/api/v1/callbacks/esign'])
    await speak(`POST ${path} ${head}`, { cut: 100 })
  // Nothing tells that the server has noticed it.
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(errors()).toEqual([])
})

test.each([
  ['http://other.example/api/v1/tkb', 200],
  ['HTTPS://other.example:8443/api/v1/tkb?x=1', 200],
  ['http://other.example/api/v1/nothing', 404],
  ['https://a@b:99999/api/v1/tkb', 404],
  ['http://', 404],
  ['http://other.example/api/v1/%c0%af', 404],
])(
  'a request with the absolute URL %s is answered %i like its path, with all headers',
  async (url, status) => {
    const answer = await speak(`GET ${url} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toMatch(/\r\ncache-control: no-store\r\n/i)
    expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i)
    expect(answer).not.toMatch(/FST_|99999/)
  },
)

const everyAnswerHas = [
  'Strict-Transport-Security',
  'Content-Security-Policy',
  'X-Content-Type-Options',
  'Referrer-Policy',
  'Cache-Control',
]

test.each([
  ['headers above the limit', `GET /api/v1/tkb?a=${'a'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ['a request line that is none', 'Halo\r\n\r\n', 400],
  [
    'two lengths',
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{',
    400,
  ],
])(
  'DOOR-11 a request with %s is refused in the usual form with the headers of every answer, and its connection ends',
  async (_, request, status) => {
    const [head = '', body = ''] = (await speak(request)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(head).toMatch(/\r\nConnection: close(\r\n|$)/)
    const { code, requestId } = JSON.parse(body)
    expect(code).toBe('INPUT_INVALID')
    expect(head).toContain(`X-Request-Id: ${requestId}`)
    const { headers } = await app.get('/tkb')
    for (const name of everyAnswerHas) expect(head).toContain(`${name}: ${headers.get(name)}\r\n`)
    expect(errors()).toEqual([])
  },
)

test.each([
  ['53100', 503, 'OVERLOADED'],
  ['XX000', 500, 'INTERNAL'],
])(
  'a download that fails with %s before its first byte is answered %i with the usual error body',
  async (code, status, refusal) => {
    // The rows of the file are read after the download was recorded in the audit trail.
    let [isRecorded, failures] = [false, 0]
    const db = new Database({
      url: fixture.databaseUrl,
      size: 2,
      retry: { tries: 1, pause: async () => {} },
      beforeStatement: (text) => {
        if (text.includes('audit_event')) isRecorded = true
        if (!isRecorded || text === 'commit' || text.includes('audit_event')) return
        failures += 1
        throw Object.assign(new Error('the database has failed'), { code })
      },
    })
    const failing = await startApp({ context: { ...fixture.context, log: pino({ level: 'silent' }), db } })
    try {
      const day = '2026-11-01'
      const answer = await failing.get(`/statements/account?from=${day}&to=${day}&format=csv`, {
        token: lender.user.token,
      })
      expect(failures).toBeGreaterThan(0)
      expect([answer.status, answer.json?.code]).toEqual([status, refusal])
      expect(answer.json.requestId).toBe(answer.headers.get('x-request-id'))
      expect(answer.headers.get('content-disposition')).toBeNull()
    } finally {
      await failing.close()
      await db.close()
    }
  },
)
