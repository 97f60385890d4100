import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { goodPassword, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLender } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { hashToken } from '../../platform/token.ts'

let fixture: Fixture
let app: TestApp
const lines: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })
  fixture = await makeFixture({ overrides: { log } })
  app = await startApp(fixture)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const login = (phoneNumber: unknown, password: unknown = goodPassword, more: object = {}) =>
  app.post('/auth/login', { phoneNumber, password, type: 'lender', ...more })

describe('login', () => {
  test('LOG-01 a login returns exactly the session user of the specification', async () => {
    const { lenderId, phone } = await aLender(fixture.context, { password: goodPassword, userTypeId: 3 })
    const { status, json } = await login(phone)
    expect(status).toBe(200)
    expect(json).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      userName: `Pemberi Dana ${phone.slice(-4)}`,
      userId: lenderId,
      userTypeId: 3,
      userTypeName: 'Korporasi',
      digiSignId: expect.stringMatching(/^[\w-]{22}$/),
      email: `${phone}@contoh.example`,
      phoneNumber: phone,
      bankInformation: null,
    })
  })

  test('LOG-02 a login answers "tidak terdaftar" to an unregistered number and not to a wrong password', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    const unknown = await login('81999999999')
    expect([unknown.status, unknown.json.code]).toEqual([400, 'PHONE_UNREGISTERED'])
    expect(unknown.json.message).toContain('tidak terdaftar')
    const wrong = await login(phone, `${goodPassword}x`)
    expect([wrong.status, wrong.json.code]).toEqual([400, 'PASSWORD_WRONG'])
    expect(wrong.json.message).not.toContain('tidak terdaftar')
  })

  test('a wrong password at the login is recorded in the audit trail without the password itself', async () => {
    const { lenderId, phone } = await aLender(fixture.context, { password: goodPassword })
    const { headers } = await login(phone, 'Salah-Sekali-1')
    const event = await one<{ outcome: string; text: string }>(
      fixture.context.db,
      'test.audit',
      'select outcome, e::text as text from audit_event e where subject = $1 and request_id = $2',
      [`lender:${lenderId}`, headers.get('x-request-id')],
    )
    expect(event.outcome).toBe('PASSWORD_WRONG')
    expect(event.text).not.toContain('Salah-Sekali-1')
  })

  test.each([
    ['1234567', 'salah'],
    ['12345678', 'unknown'],
    ['1'.repeat(20), 'unknown'],
    ['1'.repeat(21), 'salah'],
    ['', 'salah'],
    ['8123456789a', 'salah'],
    ['+628123456789', 'salah'],
    ['812 345 6789', 'salah'],
    ['８１２３４５６７８', 'salah'],
    [8_123_456_789, 'salah'],
    [null, 'salah'],
  ])('LOG-03 a login answers the phone number %j as %s', async (phone, expected) => {
    const { status, json } = await login(phone)
    expect(status).toBe(400)
    expect(json.message).toBe(
      expected === 'salah' ? 'Format Nomor Handphone salah' : 'Nomor Handphone tidak terdaftar',
    )
  })

  test('LOG-03 a login finds the same lender by a phone number with the prefix 0 or 62', async () => {
    const { lenderId, phone } = await aLender(fixture.context, { password: goodPassword })
    for (const written of [phone, `0${phone}`, `62${phone}`]) {
      expect((await login(written)).json).toMatchObject({ userId: lenderId, phoneNumber: phone })
    }
  })

  test.each([
    ['a login without a password', { password: undefined }, 'Kata sandi wajib diisi'],
    ['an empty password', { password: '' }, 'Kata sandi wajib diisi'],
    ['a password of 100 characters', { password: 'a'.repeat(100) }, 'Kata sandi salah'],
  ])('ERR-02 the login refuses %s with an Indonesian message', async (_, change, message) => {
    const { status, json } = await login('81234567890', goodPassword, change)
    expect([status, json.message]).toEqual([400, message])
  })

  test('a login as a user type other than lender is refused', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    for (const type of ['borrower', 'admin', undefined]) {
      expect((await login(phone, goodPassword, { type })).status).toBe(400)
    }
  })
})

describe('sessions', () => {
  test('the database stores only the hash of a session token', async () => {
    const { user } = await logIn(fixture, app)
    const { found } = await one<{ found: number }>(
      fixture.context.db,
      'test.hash',
      'select count(*) as found from session where token_hash = $1',
      [hashToken(user.token)],
    )
    const { holds } = await one<{ holds: number }>(
      fixture.context.db,
      'test.plain',
      `select count(*) as holds from session where session::text ilike '%' || $1 || '%'
          or encode(token_hash, 'escape') like '%' || $1 || '%'`,
      [user.token],
    )
    expect([found, holds]).toEqual([1, 0])
  })

  test('NAV-07 logout ends the session of its token at once and no other session of the lender', async () => {
    const lender = await logIn(fixture, app)
    const other = await login(lender.phone)
    expect((await lender.post('/auth/logout')).json).toEqual({ message: 'success' })
    const after = await lender.get('/lender/summary')
    expect([after.status, after.json.message]).toEqual([
      401,
      'Sesi anda telah berakhir. Silakan login kembali untuk akses dashboard.',
    ])
    expect((await lender.post('/auth/logout')).status).toBe(401)
    expect((await app.get('/lender/summary', { token: other.json.token })).status).toBe(200)
  })

  test('a session expires after 15 idle minutes', async () => {
    const lender = await logIn(fixture, app)
    try {
      const seen: number[] = []
      for (const after of ['14 minutes', '28 minutes', '42 minutes', '58 minutes']) {
        fixture.travel(after)
        seen.push((await lender.get('/lender/summary')).status)
      }
      expect(seen).toEqual([200, 200, 200, 401])
    } finally {
      fixture.travel(undefined)
    }
  })

  test('a session in constant use expires 12 hours after the login', async () => {
    const lender = await logIn(fixture, app)
    try {
      for (let minutes = 0; minutes < 720; minutes += 14) {
        fixture.travel(`${minutes} minutes`)
        expect((await lender.get('/lender/summary')).status, `after ${minutes} minutes`).toBe(200)
      }
      fixture.travel('721 minutes')
      expect((await lender.get('/lender/summary')).status).toBe(401)
    } finally {
      fixture.travel(undefined)
    }
  })

  test.each([
    ['none', undefined],
    ['an empty token', ''],
    ['a word instead of a token', 'Bearer secret'],
    ['another authorization scheme', `Basic ${Buffer.from('a:b').toString('base64')}`],
    ['an unknown token', `Bearer ${'a'.repeat(43)}`],
    ['SQL', `Bearer ' or 1=1 -- aaaaaaaaaaaaaaaaaaaaaa`],
    ['a very long token', `Bearer ${'a'.repeat(5000)}`],
  ])(
    'ERR-03 an API call answers 401 and the session-ended message without a valid token (%s)',
    async (_, authorization) => {
      const { status, json } = await app.get('/lender/summary', {
        headers: authorization === undefined ? {} : { authorization },
      })
      expect([status, json.code, json.message]).toEqual([
        401,
        'SESSION_ENDED',
        'Sesi anda telah berakhir. Silakan login kembali untuk akses dashboard.',
      ])
    },
  )
})

describe('API-02 request headers', () => {
  test('an API call accepts the name of the Bearer scheme in any case', async () => {
    const { user, lenderId } = await logIn(fixture, app)
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer ']) {
      const { status, json } = await app.get('/lender/summary', {
        headers: { authorization: `${scheme} ${user.token}` },
      })
      expect([scheme, status, json.lenderId]).toEqual([scheme, 200, lenderId])
    }
  })

  test('an API call answers 403 when X-User-Id is not the user of the token', async () => {
    const [lender, other] = [await logIn(fixture, app), await logIn(fixture, app)]
    const as = (id: string) => lender.get('/lender/summary', { headers: { 'x-user-id': id } })
    expect((await as(String(lender.lenderId))).json.lenderId).toBe(lender.lenderId)
    for (const id of [String(other.lenderId), '0', '', 'abc', `${lender.lenderId},${other.lenderId}`]) {
      const { status, json } = await as(id)
      expect([status, json.code], id).toEqual([403, 'USER_ID_MISMATCH'])
    }
  })

  test('public API calls work without a token and with an invalid one', async () => {
    expect((await app.get('/tkb')).status).toBe(200)
    expect((await app.get('/tkb', { token: 'x'.repeat(43) })).status).toBe(200)
  })

  test('a response echoes a valid request id in header and error body, and replaces a malformed one', async () => {
    const given = 'web-0192f1c0-aa'
    const answer = await app.get('/lender/summary', { headers: { 'x-request-id': given } })
    expect([answer.headers.get('x-request-id'), answer.json.requestId]).toEqual([given, given])
    for (const bad of ['short', 'a'.repeat(65), 'a b c d e f g h', '{"a":"bbbbbbb"}']) {
      const id = (await app.get('/tkb', { headers: { 'x-request-id': bad } })).headers.get('x-request-id')
      expect(id).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  test('the log of an API call has its operation, lender, platform, language and request id', async () => {
    const lender = await logIn(fixture, app)
    await lender.get('/portfolio?name=Rahasia', {
      headers: {
        'x-platform': 'WEB',
        'accept-language': 'id',
        'x-request-id': 'request-for-the-log',
        'x-user-id': String(lender.lenderId),
      },
    })
    const line = lines
      .map((text) => JSON.parse(text))
      .find((entry) => entry.requestId === 'request-for-the-log')
    expect(line).toMatchObject({
      operation: 'listPortfolio',
      method: 'GET',
      path: '/api/v1/portfolio',
      status: 200,
      lender: lender.lenderId,
      platform: 'WEB',
      language: 'id',
    })
  })

  test('the log has no password, token, phone number, name or e-mail address', async () => {
    const lender = await logIn(fixture, app, { cash: 1_000_000 })
    const { user, phone } = lender
    await login(phone, 'Kata-Sandi-Salah-1')
    await login('81777777777')
    await lender.get(`/portfolio?name=${encodeURIComponent(user.userName)}`)
    await lender.get(`/lender/summary?phone=${phone}&token=${user.token}`)
    await lender.post('/documents/download', { document_url: `/documents/${user.token}.pdf` })
    await app.get(`/nowhere/${phone}?token=${user.token}`)
    await app.post('/auth/login', `{"phoneNumber":"${phone}","password":"${goodPassword}"`)
    await app.call('GET', '/lender/summary', undefined, {
      headers: { authorization: `Bearer ${user.token}`, 'x-platform': phone, cookie: user.email },
    })
    const log = lines.join('')
    expect(lines.length).toBeGreaterThan(8)
    for (const secret of [
      goodPassword,
      'Kata-Sandi-Salah-1',
      user.token,
      hashToken(user.token).toString('hex'),
      phone,
      '81777777777',
      user.userName,
      user.email,
      user.digiSignId,
    ]) {
      expect(log.includes(secret), secret).toBe(false)
    }
  })
})
