import { request as rawRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Database } from '../db/database.ts'
import { type Answer, type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLoan } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn

beforeAll(async () => {
  fixture = await makeFixture({ settings: { HTTP_MAX_IN_FLIGHT: '20' } })
  app = await startApp(fixture)
  lender = await logIn(fixture, app, { cash: 1_000_000 })
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const outcome = ({ status, json }: Answer) => `${status} ${json?.code}`

/** Asserts the headers that every answer must have. */
function expectHeaders(answer: Answer, name: string): void {
  const { headers } = answer
  expect(headers.get('x-content-type-options'), name).toBe('nosniff')
  expect(headers.get('x-frame-options'), name).toBe('DENY')
  expect(headers.get('referrer-policy'), name).toBe('no-referrer')
  expect(headers.get('content-security-policy'), name).toMatch(/frame-ancestors 'none'/)
  expect(headers.get('content-security-policy'), name).not.toContain('unsafe')
  expect(headers.get('x-powered-by'), name).toBeNull()
  expect(headers.get('server'), name).toBeNull()
  expect(headers.get('x-request-id'), name).toMatch(/^[\w-]{8,64}$/)
}

describe('invalid input is answered INPUT_INVALID', () => {
  test.each([
    ['an unknown field', '/notices/dismiss', { id: 'a', more: 1 }],
    ['a field named __proto__', '/notices/dismiss', '{"id":"a","__proto__":{"x":1}}'],
    ['a duplicate key', '/notices/dismiss', '{"id":"a","id":"b"}'],
    ['a duplicate key in an escaped spelling', '/notices/dismiss', '{"id":"a","\\u0069d":"b"}'],
    ['a number instead of a text', '/documents/download', { document_url: 7 }],
    ['a list instead of a text', '/documents/download', { document_url: ['/documents/a.pdf'] }],
    ['an object instead of a text', '/documents/download', { document_url: { like: '%' } }],
    ['null instead of a text', '/documents/download', { document_url: null }],
    ['a text that is too long', '/documents/download', { document_url: 'a'.repeat(301) }],
    ['no body', '/documents/download', undefined],
    ['an empty body', '/documents/download', ''],
    ['a list as the body', '/documents/download', []],
    ['a truncated body', '/documents/download', '{"document_url":"a'],
    ['a text as an amount', '/funding/agreement', { loanNumber: 'T', lenderUserId: 1, amount: '1000' }],
    ['a fractional amount', '/funding/agreement', { loanNumber: 'T', lenderUserId: 1, amount: 1000.5 }],
    [
      'an amount beyond 2^53',
      '/funding/agreement',
      '{"loanNumber":"T","lenderUserId":1,"amount":9007199254740993}',
    ],
    ['an amount of 1e400', '/funding/agreement', '{"loanNumber":"T","lenderUserId":1,"amount":1e400}'],
    ['a NUL byte in a text', '/funding/agreement', { loanNumber: 'T\u0000', lenderUserId: 1, amount: 1000 }],
  ])('an API request with %s is rejected as invalid input', async (_, path, body) => {
    const answer = await lender.post(path, body)
    expect(outcome(answer)).toBe('400 INPUT_INVALID')
    expect(answer.json).toEqual({
      message: expect.stringMatching(/\.$/),
      code: 'INPUT_INVALID',
      requestId: answer.headers.get('x-request-id'),
    })
  })

  test.each([
    '/portfolio?page=1&page=2',
    '/portfolio?name=a&name=b',
    '/marketplace?loanTypeId=1&loanTypeId=2',
    '/portfolio?name[]=a',
    '/portfolio?name=%00',
    '/portfolio?loanNumber=a%00b',
    '/funding/status?docToken=%00',
    '/portfolio?unknown=1',
    '/portfolio?__proto__=1',
    '/portfolio?page=0',
    '/portfolio?page=-1',
    '/portfolio?page=1.5',
    '/portfolio?page=1e3',
    '/portfolio?page=',
    '/portfolio?limit=101',
    '/portfolio?limit=abc',
    '/portfolio?loanStatus=lat',
    '/portfolio?loanStatus=late&loanStatus=late',
    `/portfolio?name=${'a'.repeat(101)}`,
    `/portfolio?${'page=1&'.repeat(101)}`,
    `/portfolio?${Array.from({ length: 101 }, (_, i) => `a${i}`).join('&')}`,
    '/marketplace?tenor=12a',
    '/marketplace?flag=app',
    '/marketplace?loanTypeId=1,,2',
    '/marketplace?loanTypeId=1%20or%201',
    '/transactions?type=3',
    '/transactions?status=0',
    '/transactions?startDate=2026-01-01',
    '/terms?category=TNC',
    '/terms?category=TNC&key=OTHER',
  ])('an API request with the query %s is rejected as invalid input', async (path) => {
    expect(outcome(await lender.get(path))).toBe('400 INPUT_INVALID')
  })

  test.each([0, -1])('FND-02 a request to fund %i rupiah is rejected as below minimum', async (amount) => {
    const { loanId, loanNumber } = await aLoan(fixture.context, { minimumFunding: 100_000 })
    const { lenderId } = lender
    for (const { status, json } of [
      await lender.post('/funding/agreement', { loanNumber, lenderUserId: lenderId, amount }),
      await lender.pay('/funding', { loanId, loanNumber, amount }),
      await lender.pay('/funding', { loanInfo: [{ loanId, amount }] }),
    ])
      expect([status, json.message]).toEqual([400, 'Minimum jumlah pendanaan adalah Rp100.000'])
  })

  test('ERR-02 an invalid field is answered with the message that the contract has for it', async () => {
    const loan = await aLoan(fixture.context)
    const amount = await lender.post('/funding/agreement', {
      loanNumber: loan.loanNumber,
      lenderUserId: lender.lenderId,
      amount: 0.5,
    })
    expect(amount.json.message).toBe('Jumlah harus berupa angka rupiah bulat.')
    expect((await lender.get('/marketplace?tenor=12a')).json.message).toBe('Tenor harus berupa angka.')
    const low = await lender.post('/funding/agreement', {
      loanNumber: loan.loanNumber,
      lenderUserId: lender.lenderId,
      amount: 2_000_000,
    })
    expect([low.status, low.json.message]).toEqual([400, 'Jumlah cash balance saat ini Rp1.000.000'])
  })
})

describe('malformed requests', () => {
  test('a request body that is too large is answered 413, on API calls and on the provider’s callback', async () => {
    expect(outcome(await lender.post('/documents/download', { document_url: 'a'.repeat(70_000) }))).toBe(
      '413 BODY_TOO_LARGE',
    )
    expect(outcome(await app.post('/callbacks/esign', 'a'.repeat(17_000)))).toBe('413 BODY_TOO_LARGE')
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'text/xml',
  ])('a request body of type %s is answered 415', async (type) => {
    const answer = await lender.post('/documents/download', 'document_url=a', {
      token: lender.user.token,
      headers: { 'content-type': type },
    })
    expect(outcome(answer)).toBe('415 MEDIA_TYPE_UNSUPPORTED')
  })

  test.each(['/nothing', '/portfolio/', '//api/v2/portfolio', '//api/v1/../v1/nothing', '//.env', '//api'])(
    'the unknown path %s is answered 404 with the usual error body',
    async (path) => {
      const answer = await lender.get(path)
      expect(outcome(answer)).toBe('404 NOT_FOUND')
      expect(answer.json.requestId).toBe(answer.headers.get('x-request-id'))
    },
  )

  test.each([
    ['GET', '/auth/login', 'POST'],
    ['POST', '/portfolio', 'GET, HEAD'],
    ['DELETE', '/lender/summary', 'GET, HEAD'],
    ['PUT', '/funding', 'POST'],
    ['PATCH', '/tkb', 'GET, HEAD'],
  ])('a request %s %s is answered 405 with Allow: %s', async (method, path, allow) => {
    const answer = await app.call(method, path, undefined, { token: lender.user.token })
    expect(outcome(answer)).toBe('405 METHOD_NOT_ALLOWED')
    expect(answer.headers.get('allow')).toBe(allow)
  })

  test('a URL path that cannot be decoded is answered with the usual error body', async () => {
    const answer = await app.get('/portfolio/%c0%af')
    expect(outcome(answer)).toBe('404 NOT_FOUND')
    expectHeaders(answer, 'bad address')
  })

  const speak = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(app.origin).port), '127.0.0.1', () => socket.write(text))
      let all = ''
      socket.on('data', (piece) => (all += piece.toString()))
      socket.on('close', () => resolve(all))
      socket.on('error', reject)
    })

  test.each([
    ['a request that is not HTTP', 'hello\r\n\r\n'],
    [
      'a request with two Content-Length headers',
      'POST /api/v1/tkb HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'a request with both Content-Length and chunked encoding',
      'POST /api/v1/tkb HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG',
    ],
    [
      'a request with an unknown transfer encoding',
      'POST /api/v1/tkb HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
    ],
    ['a request with a folded header line', 'GET /api/v1/tkb HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n'],
    ['a request without a Host header', 'GET /api/v1/tkb HTTP/1.1\r\n\r\n'],
  ])('%s is answered 400, closes the connection and reveals no server details', async (_, text) => {
    const answer = await speak(text)
    // If the head is valid and the body is not, there may be an answer before the rejection, so the last status counts.
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    expect(statuses.at(-1)).toBe('400')
    expect(statuses.filter((status) => status !== '400' && status !== '405')).toEqual([])
    expect(answer).not.toMatch(/node|fastify|\/src\//i)
  })

  test('SEC-02 a request with more than 8 kB of headers is rejected, and one with less is answered', async () => {
    const ask = (size: number) =>
      speak(`GET /api/v1/tkb HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-A: ${'a'.repeat(size)}\r\n\r\n`)
    expect(await ask(8_200)).toMatch(/^HTTP\/1\.1 431 /)
    expect(await ask(7_900)).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('headers', () => {
  test('every kind of response has the security headers, and no API response may be cached', async () => {
    const answers: Record<string, Answer> = {
      good: await lender.get('/lender/summary'),
      guest: await app.get('/tkb'),
      'bad input': await lender.get('/portfolio?page=x'),
      'bad JSON': await lender.post('/documents/download', '{'),
      'too large': await lender.post('/documents/download', 'a'.repeat(70_000)),
      'wrong type': await lender.post('/documents/download', 'a', {
        headers: { 'content-type': 'text/plain' },
      }),
      'no token': await app.get('/lender/summary'),
      'another user': await lender.get('/lender/summary', { headers: { 'x-user-id': '1' } }),
      unknown: await app.get('/nothing'),
      'wrong method': await app.call('DELETE', '/portfolio'),
      'forged callback': await app.post('/callbacks/esign', {}),
      document: await app.get('//api/openapi.json'),
    }
    for (const [name, answer] of Object.entries(answers)) {
      expectHeaders(answer, name)
      expect(answer.headers.get('cache-control'), name).toBe('no-store')
    }
    for (const path of ['//', '//lender', '//lender/config.json', '//healthz', '//readyz', '//nothing']) {
      const answer = await app.get(path)
      expectHeaders(answer, path)
      expect(answer.headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
    }
  })

  test('the content security policy allows no inline code, eval or framing, and one trusted types policy', async () => {
    const policy = (await app.get('//lender')).headers.get('content-security-policy') ?? ''
    const directives = new Map(
      policy.split(';').map((part) => {
        const [name = '', ...sources] = part.trim().split(' ')
        return [name, sources.join(' ')] as const
      }),
    )
    expect(Object.fromEntries(directives)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'connect-src': `'self' ${new URL(fixture.context.config.ESIGN_BASE_URL).origin}`,
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'pdf-worker',
    })
    expect(policy).not.toMatch(/unsafe|\*|https?:(?!\/\/)|wasm/)
  })

  test('only the signing page may be embedded, and HSTS is sent when the origin is HTTPS', async () => {
    const policy = (await app.get('//lender')).headers.get('content-security-policy') ?? ''
    expect(policy.split(';')).toContain(`frame-src ${new URL(fixture.context.config.ESIGN_BASE_URL).origin}`)
    expect((await app.get('/tkb')).headers.get('strict-transport-security')).toBeNull()
    const config = { ...fixture.context.config, APP_ORIGIN: 'https://pendanaan.example' }
    const secure = await startApp({ context: { ...fixture.context, config } })
    try {
      expect((await secure.get('/tkb')).headers.get('strict-transport-security')).toContain(
        'max-age=31536000',
      )
    } finally {
      await secure.close()
    }
  })
})

describe('overload is answered 503 with Retry-After, never 500', () => {
  test('requests over the limit are answered 503 until the load drops, with and without a body', async () => {
    // Takes every connection of the pool, so that requests wait.
    const taken = await Promise.all(Array.from({ length: 16 }, () => fixture.context.db.pool.connect()))
    const post = () => lender.post('/notices/dismiss', { id: '0192f1c0-0000-7000-8000-000000000000' })
    const waiting = Array.from({ length: 30 }, (_, index) =>
      index % 2 ? post() : lender.get('/lender/summary'),
    )
    // Requests above the limit are answered at once, while the others wait.
    let over = 0
    for (const one of waiting) void one.then(() => (over += 1))
    await vi.waitFor(() => expect(over).toBeGreaterThanOrEqual(10), { timeout: 60_000 })
    for (const client of taken) client.release()
    const answers = await Promise.all(waiting)
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused).toHaveLength(10)
    for (const answer of refused) {
      expect(outcome(answer)).toBe('503 OVERLOADED')
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expectHeaders(answer, 'overloaded')
      expect(answer.headers.get('cache-control')).toBe('no-store')
    }
    expect(answers.filter(({ status }) => status === 500)).toEqual([])
    for (let i = 0; i < 50; i += 1) expect((await app.get('/tkb')).status).toBe(200)
  })

  test('aborted requests no longer count towards the limit of concurrent requests', async () => {
    const taken = await Promise.all(Array.from({ length: 16 }, () => fixture.context.db.pool.connect()))
    for (let i = 0; i < 40; i += 1) {
      await new Promise<void>((resolve) => {
        const headers = { authorization: `Bearer ${lender.user.token}` }
        const request = rawRequest(`${app.origin}/api/v1/lender/summary`, { headers, agent: false })
        request.on('error', () => resolve())
        request.on('socket', (socket) => socket.on('connect', () => setTimeout(() => request.destroy(), 5)))
        request.end()
      })
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
    for (const client of taken) client.release()
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.get('/tkb')))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  })

  test('a request is answered 503 with Retry-After while the database is unreachable', async () => {
    const db = new Database({ url: 'postgres://app@127.0.0.1:9/none', size: 2 })
    const away = await startApp({ context: { ...fixture.context, db } })
    try {
      for (const answer of [
        await away.get('/lender/summary', { token: lender.user.token }),
        await away.post('/auth/login', { phoneNumber: lender.phone, password: 'x', type: 'lender' }),
        await away.get('/tkb'),
        await away.get('//readyz'),
      ]) {
        expect(outcome(answer)).toBe('503 OVERLOADED')
        expect(answer.headers.get('retry-after')).toBe('2')
      }
      expect((await away.get('//healthz')).status).toBe(200)
    } finally {
      await away.close()
      await db.close()
    }
  })

  test('a request that gets no connection from the pool in time is answered 503 OVERLOADED', async () => {
    const db = new Database({ url: fixture.databaseUrl, size: 1 })
    const held = await db.pool.connect()
    db.pool.options.connectionTimeoutMillis = 100
    const busy = await startApp({ context: { ...fixture.context, db } })
    try {
      expect(outcome(await busy.get('/tkb'))).toBe('503 OVERLOADED')
    } finally {
      held.release()
      await busy.close()
      await db.close()
    }
  })
})

describe('amounts', () => {
  test.each(['1e6', '1E6', '1000000.0', '-0', '1.5'])(
    "DOOR-11 an amount written as %s is rejected by every call with the field's message",
    async (amount) => {
      const bodies: [string, string][] = [
        ['/funding', `{"loanId":1,"amount":${amount}}`],
        ['/withdrawals', `{"amount":${amount}}`],
        ['/funding/bulk', `{"total_loan_amount":${amount}}`],
      ]
      for (const [path, body] of bodies) {
        const answer = await lender.pay(path, body)
        expect([path, outcome(answer)]).toEqual([path, '400 INPUT_INVALID'])
        expect(answer.json.message).toBe('Jumlah harus berupa angka rupiah bulat.')
      }
    },
  )
})
