import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { type AccountFixture, makeAccountFixture, openBrowser } from '../../../testing/account.ts'
import { givePassword, goodPassword, logIn } from '../../../testing/http.ts'
import { mostSessions } from './store.ts'
import { aLender } from '../../../testing/people.ts'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await makeAccountFixture()
})
afterEach(() => fixture.comeBack())
afterAll(() => fixture.close())

const another = 'Padi-Menguning-8'
const unattended = { 'x-unattended': '1' }
const chromeOnWindows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const safariOnIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1'

const statusOf = async (token: string, headers: Record<string, string> = {}, path = '/lender/summary') =>
  (await fixture.app.get(path, { token, headers })).status

const logInWith = async (phone: string, userAgent: string, browser = openBrowser(fixture.app)) => {
  const { status, json } = await browser.post(
    '/auth/login',
    { phoneNumber: phone, password: goodPassword, type: 'lender' },
    { headers: { 'user-agent': userAgent } },
  )
  expect(status).toBe(200)
  return json.token as string
}

const giveIn = (token: string) =>
  givePassword({ post: (path, body) => fixture.app.post(path, body, { token }) })

type Shown = { id: string; device: string; lastUsed: string; createdDate: string; current: boolean }
const sessionsOf = async (token: string): Promise<Shown[]> =>
  (await fixture.app.get('/auth/sessions', { token })).json.list

describe('a session token', () => {
  test('SEC-13 a lender has at most 50 sessions at once: the next login ends the one that was used longest ago', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    const tokens: string[] = []
    for (let count = 0; count < mostSessions; count += 1) tokens.push(await logInWith(phone, safariOnIphone))
    const [oldest = '', second = ''] = tokens
    // The first session is used again later, so that the second is the one that was used longest ago.
    fixture.travel('2 minutes')
    expect(await statusOf(oldest)).toBe(200)
    const newest = await logInWith(phone, chromeOnWindows)
    expect([await statusOf(oldest), await statusOf(second), await statusOf(newest)]).toEqual([200, 401, 200])
    expect(await sessionsOf(newest)).toHaveLength(mostSessions)
  })

  test('DOOR-04 a password change replaces the session token, and the session continues with the new token only', async () => {
    const lender = await logIn(fixture, fixture.app)
    const before = (await sessionsOf(lender.user.token))[0]
    const body = { oldPassword: goodPassword, newPassword: another, confirmNewPassword: another }
    const { status, json } = await lender.post('/auth/password', body)
    expect([status, json]).toEqual([200, { message: 'success', token: expect.stringMatching(/^[\w-]{43}$/) }])
    expect(json.token).not.toBe(lender.user.token)
    expect([await statusOf(lender.user.token), await statusOf(json.token)]).toEqual([401, 200])
    const after = await sessionsOf(json.token)
    expect(after).toEqual([{ ...before, lastUsed: expect.any(String) }])
  })

  test('DOOR-04 a password change does not store the session token in plain text', async () => {
    const lender = await logIn(fixture, fixture.app)
    const body = { oldPassword: goodPassword, newPassword: another, confirmNewPassword: another }
    const { json } = await lender.post('/auth/password', body)
    const { found } = await one<{ found: boolean }>(
      fixture.context.db,
      'test.token_kept',
      `select exists (select from idempotency where answer::text like $1)
           or exists (select from own_answer where answer::text like $1)
           or exists (select from audit_event e where e::text like $1)
           or exists (select from job j where j::text like $1) as found`,
      [`%${json.token}%`],
    )
    expect(found).toBe(false)
  })
})

describe('an idle session', () => {
  test.each([
    ['notices', '/notices', {}],
    ['the progress of bulk fundings', '/funding/bulk/progress', {}],
    ['the summary, marked as a request of a timer', '/lender/summary', unattended],
  ])('DOOR-04 an idle session expires although its screen polls %s', async (_, path, headers) => {
    const { user } = await logIn(fixture, fixture.app)
    fixture.travel('10 minutes')
    expect(await statusOf(user.token, headers, path)).toBe(200)
    fixture.travel('16 minutes')
    expect(await statusOf(user.token)).toBe(401)
  })

  test('DOOR-04 an idle session is extended by a request of the lender between polls', async () => {
    const { user } = await logIn(fixture, fixture.app)
    for (const minutes of [10, 20, 30]) {
      fixture.travel(`${minutes} minutes`)
      expect(await statusOf(user.token, {}, '/notices')).toBe(200)
      expect(await statusOf(user.token)).toBe(200)
    }
  })
})

describe('ending a session', () => {
  test('DOOR-11 only a successful logout sends the Clear-Site-Data header', async () => {
    const lender = await logIn(fixture, fixture.app)
    expect((await lender.get('/lender/summary')).headers.get('clear-site-data')).toBeNull()
    const { status, headers } = await lender.post('/auth/logout')
    expect([status, headers.get('clear-site-data')]).toEqual([200, '"storage"'])
    const again = await fixture.app.post('/auth/logout', undefined, { token: lender.user.token })
    expect([again.status, again.headers.get('clear-site-data')]).toEqual([401, null])
  })
})

describe('the sessions of a lender', () => {
  test('DOOR-04 the sessions of a lender are listed with browser and system in Indonesian, and the current one is marked', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    const phoneToken = await logInWith(phone, safariOnIphone)
    fixture.travel('5 minutes')
    const token = await logInWith(phone, chromeOnWindows)
    expect(await sessionsOf(token)).toMatchObject([
      { device: 'Chrome di Windows', current: true },
      { device: 'Safari di iPhone', current: false },
    ])
    expect(JSON.stringify(await sessionsOf(token))).not.toContain(token)
    expect(await sessionsOf(phoneToken)).toMatchObject([
      { device: 'Safari di iPhone', current: true },
      { device: 'Chrome di Windows', current: false },
    ])
  })

  test('DOOR-04 a session with an unknown or very long User-Agent is listed as an unknown device', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    await logInWith(phone, 'curl/8.5.0')
    const token = await logInWith(phone, 'x('.repeat(4000))
    expect((await sessionsOf(token)).map(({ device }) => device)).toEqual([
      'Perangkat tidak dikenal',
      'Perangkat tidak dikenal',
    ])
  })

  test('DOOR-04 the sessions of a lender do not include ended or expired sessions or those of another lender', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    await logInWith(phone, chromeOnWindows)
    fixture.travel('16 minutes')
    const ended = await logInWith(phone, safariOnIphone)
    await fixture.app.post('/auth/logout', undefined, { token: ended })
    await logIn(fixture, fixture.app)
    const token = await logInWith(phone, chromeOnWindows)
    expect(await sessionsOf(token)).toMatchObject([{ current: true }])
  })

  test('DOOR-04 a lender can end their sessions one by one; ending a session of another lender is NOT_FOUND', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    const other = await logInWith(phone, safariOnIphone)
    const token = await logInWith(phone, chromeOnWindows)
    const stranger = await logIn(fixture, fixture.app)
    const id = (await sessionsOf(token)).find(({ current }) => !current)?.id
    const end = async (by: string, sessionId: unknown) => {
      await giveIn(by)
      return fixture.app.post('/auth/sessions/end', { id: sessionId }, { token: by })
    }
    expect((await end(stranger.user.token, id)).json.code).toBe('NOT_FOUND')
    expect(await statusOf(other)).toBe(200)
    expect((await end(token, 'nonsense')).json.code).toBe('NOT_FOUND')
    expect((await end(token, id)).json).toEqual({ message: 'success' })
    expect((await end(token, id)).json.code).toBe('NOT_FOUND')
    expect([await statusOf(other), await statusOf(token)]).toEqual([401, 200])
  })

  test('DOOR-04 a session is ended only after the password was given in the session that asks, once for each call', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    const other = await logInWith(phone, safariOnIphone)
    const token = await logInWith(phone, chromeOnWindows)
    const id = (await sessionsOf(token)).find(({ current }) => !current)?.id
    const calls: [string, object | undefined][] = [
      ['/auth/sessions/end', { id }],
      ['/auth/sessions/end-others', undefined],
    ]
    const refusals = async () => {
      for (const [path, body] of calls) {
        const { status, json } = await fixture.app.post(path, body, { token })
        expect([path, status, json.code]).toEqual([path, 400, 'PASSWORD_CHECK_REQUIRED'])
      }
    }
    await refusals()
    await giveIn(other)
    await refusals()
    expect(await statusOf(other)).toBe(200)
    await giveIn(token)
    expect((await fixture.app.post('/auth/sessions/end', { id }, { token })).status).toBe(200)
    await refusals()
    expect(await statusOf(other)).toBe(401)
  })

  test('DOOR-04 ending all other sessions keeps the current one, and makes the browsers of the ended ones unknown again', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    const elsewhere = openBrowser(fixture.app)
    const others = [await logInWith(phone, safariOnIphone, elsewhere), await logInWith(phone, safariOnIphone)]
    const here = openBrowser(fixture.app)
    const token = await logInWith(phone, chromeOnWindows, here)
    await giveIn(token)
    const answer = await fixture.app.post('/auth/sessions/end-others', undefined, { token })
    expect(answer.json).toEqual({ message: 'success', ended: 2 })
    for (const one of others) expect(await statusOf(one)).toBe(401)
    expect(await statusOf(token)).toBe(200)
    await fixture.drain()
    const messages = fixture.inbox.to(phone).length
    await logInWith(phone, chromeOnWindows, here)
    await fixture.drain()
    expect(fixture.inbox.to(phone)).toHaveLength(messages)
    await logInWith(phone, safariOnIphone, elsewhere)
    await fixture.drain()
    expect(fixture.inbox.to(phone)).toHaveLength(messages + 1)
  })
})

describe('a login from a new browser', () => {
  test('DOOR-04 a login from a new browser sends a message with device and time, except the very first login', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    const usual = openBrowser(fixture.app)
    await logInWith(phone, chromeOnWindows, usual)
    await logInWith(phone, chromeOnWindows, usual)
    await fixture.drain()
    expect(fixture.inbox.to(phone)).toEqual([])
    await logInWith(phone, safariOnIphone)
    await fixture.drain()
    expect(fixture.inbox.to(phone).map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^Akun Pematang Anda baru saja dibuka di Safari di iPhone, \d{1,2} \w+ \d{4} \d{2}\.\d{2} WIB\. Jika bukan Anda, segera ubah kata sandi\.$/,
      ),
    ])
  })

  test('DOOR-04 a login with a wrong password sends no message', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    await logInWith(phone, chromeOnWindows)
    expect((await openBrowser(fixture.app).login(phone, another)).status).toBe(400)
    await fixture.drain()
    expect(fixture.inbox.to(phone)).toEqual([])
  })
})
