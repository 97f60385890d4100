import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createSecurityLog } from '../platform/audit/security-log.ts'
import { type AccountFixture, makeAccountFixture, openBrowser } from '../../testing/account.ts'
import { goodPassword, logIn, startApp } from '../../testing/http.ts'
import { operatorOn } from '../../testing/operator.ts'
import { aLender } from '../../testing/people.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a test names the fields it looks at
type Line = Record<string, any>

let fixture: AccountFixture
let folder: string
const lines: Line[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'security-'))
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) })
  fixture = await makeAccountFixture({
    settings: {
      SECURITY_LOG_FOLDER: folder,
      TRUSTED_PROXIES: '127.0.0.1',
      LIMIT_NOISE_ADDRESS: '200/36000',
      LIMIT_GUEST_ADDRESS: '100/36000',
      LIMIT_PASSWORD_ACCOUNT: '1000/60',
      LIMIT_PASSWORD_DEVICE: '1000/60',
    },
    overrides: { log },
  })
})
afterEach(() => fixture.comeBack())
afterAll(async () => {
  await fixture.close()
  rmSync(folder, { recursive: true })
})

let addresses = 0
const aStranger = () => {
  addresses += 1
  return `203.0.113.${addresses}`
}
const from = (address: string, more: Record<string, string> = {}) => ({
  headers: { 'x-forwarded-for': address, ...more },
})
const flood = async (count: number, ask: (n: number) => Promise<{ status: number }>) => {
  const statuses: number[] = []
  for (let n = 0; n < count; n += 50)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 50 }, (_, i) => ask(n + i)))).map((a) => a.status),
    )
  return statuses
}
const events = (): Line[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('security-'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Line)

describe('requests without a session', () => {
  test('DOOR-07 requests without a session leave a bounded number of log lines, and every login is in the security log', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    const good = await openBrowser(fixture.app).login(phone, goodPassword)
    const before = lines.length
    const strangers = Array.from({ length: 10 }, aStranger)
    await flood(3_000, (n) => fixture.app.get(`//nothing/${n}`, from(strangers[n % 10] ?? '')))
    expect(lines.length - before).toBeLessThan(700)
    expect(events()).toContainEqual(
      expect.objectContaining({
        event: 'login',
        outcome: 'done',
        requestId: good.headers.get('x-request-id'),
        source: '127.0.0.1',
      }),
    )
  })

  test('DOOR-07 requests without a session beyond the limit of log lines are logged as sums by IP address, call and status', async () => {
    const app = await startApp(fixture)
    const stranger = aStranger()
    await flood(150, (n) => app.get(`//nothing/${n}`, from(stranger)))
    const mine = () => lines.filter(({ source }) => source === stranger)
    const single = mine().length
    await app.close()
    const sum = mine().find(({ requests }) => requests !== undefined)
    expect(sum).toMatchObject({ operation: 'none', status: 404, requests: 150 - single })
  })

  test('DOOR-07 requests for unknown paths are rate-limited per IP address', async () => {
    const stranger = aStranger()
    const statuses = await flood(250, (n) => fixture.app.get(`//nothing/${n}`, from(stranger)))
    expect(new Set(statuses)).toEqual(new Set([404, 429]))
    expect(statuses.filter((status) => status === 404).length).toBeLessThan(210)
    const refused = await fixture.app.get('//nothing', from(stranger))
    expect([refused.status, refused.json.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await fixture.app.get('//nothing', from(aStranger()))).status).toBe(404)
    const limited = events().filter(({ event, source }) => event === 'rateLimit' && source === stranger)
    expect(limited).toHaveLength(1)
  })

  test('DOOR-07 requests without a session are rate-limited per IP address, but health checks, screens, banks and lenders are not', async () => {
    const stranger = aStranger()
    const lender = await logIn(fixture, fixture.app)
    const nobody = from(stranger, { authorization: `Bearer ${'a'.repeat(43)}` })
    const statuses = await flood(250, () => fixture.app.get('/lender/summary', nobody))
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
    const here = from(stranger)
    const answers = [
      await fixture.app.get('//healthz', here),
      await fixture.app.get('//readyz', here),
      await fixture.app.get('//lender/config.json', here),
      await fixture.app.get('/tkb', here),
      await lender.get('/lender/summary', from(stranger, { authorization: `Bearer ${lender.user.token}` })),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const bank = await fixture.app.post('//v1.0/transfer-va/payment', {}, here)
    expect(bank.json.responseCode).toMatch(/^401/)
  })

  test('DOOR-07 each public API call has a rate limit of its own for requests without a session', async () => {
    const stranger = aStranger()
    const statuses = await flood(150, () => fixture.app.get('/tkb', from(stranger)))
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    const login = { phoneNumber: phone, password: goodPassword, type: 'lender' }
    expect((await fixture.app.post('/auth/login', login, from(stranger))).status).toBe(200)
  })
})

describe('the security log', () => {
  test('SEC-11 an id of another lender that a call refuses is a security event, and a flood of them is one sum', async () => {
    const stranger = aStranger()
    const app = await startApp(fixture)
    const lender = await logIn(fixture, app)
    const ask = (n: number) =>
      app.get(
        `/portfolio/detail?propertyLenderId=${900_000 + n}`,
        from(stranger, { authorization: `Bearer ${lender.user.token}` }),
      )
    expect(new Set(await flood(50, ask))).toEqual(new Set([404]))
    const mine = () => events().filter(({ event, source }) => event === 'foreignId' && source === stranger)
    expect(mine()).toHaveLength(20)
    expect(mine()[0]).toMatchObject({ actor: `lender:${lender.lenderId}`, outcome: 'NOT_FOUND' })
    await app.close()
    expect(mine().at(-1)).toMatchObject({ detail: { requests: 30 } })
  })

  test('SEC-11 a request in the name of another lender is a security event', async () => {
    const stranger = aStranger()
    const lender = await logIn(fixture, fixture.app)
    const headers = { authorization: `Bearer ${lender.user.token}`, 'x-user-id': String(lender.lenderId + 1) }
    expect((await fixture.app.get('/lender/summary', from(stranger, headers))).status).toBe(403)
    expect(events().filter(({ source }) => source === stranger)).toMatchObject([
      { event: 'foreignId', outcome: 'USER_ID_MISMATCH', actor: `lender:${lender.lenderId}` },
    ])
  })

  test('SEC-11 forged callbacks and bank calls and guessed keys of unsubscription leave a bounded number of log lines', async () => {
    const stranger = aStranger()
    for (const path of [
      '//api/v1/callbacks/esign',
      '//v1.0/transfer-va/payment',
      '//api/v1/notification-preferences/unsubscribe?key=x',
    ]) {
      const before = lines.length
      await flood(150, () => fixture.app.post(path, {}, from(stranger)))
      expect(lines.slice(before).filter(({ msg }) => msg === 'request').length).toBeLessThan(61)
    }
  })

  test('SEC-11 a security event without a file of its own is not lost with LOG_LEVEL=warn', () => {
    const written: Line[] = []
    const log = pino(
      { level: 'warn' },
      { write: (line: string) => void written.push(JSON.parse(line) as Line) },
    )
    createSecurityLog({ folder: null, days: 30 }, { log, clock: fixture.context.clock }).write({
      event: 'login',
      outcome: 'done',
    })
    expect(written).toContainEqual(expect.objectContaining({ stream: 'security', event: 'login' }))
  })

  test.each(['a folder', '/dev/null/nowhere'])(
    'SEC-11 with SECURITY_LOG_COPY an event is once in the log that goes to another machine, with %s for its file',
    (place) => {
      const own = mkdtempSync(join(tmpdir(), 'security-'))
      const folder = place === 'a folder' ? own : place
      const { log, clock } = fixture.context
      const before = lines.length
      createSecurityLog({ folder, days: 30, alsoLogged: true }, { log, clock }).write({
        event: 'login',
        outcome: 'done',
      })
      expect(lines.slice(before).filter(({ stream }) => stream === 'security')).toHaveLength(1)
      expect(readdirSync(own)).toHaveLength(place === 'a folder' ? 1 : 0)
      rmSync(own, { recursive: true })
    },
  )

  test('DOOR-07 the security log has every login, code, password change, lock and session end, with source and request id', async () => {
    const { phone, lenderId } = await aLender(fixture.context, { password: goodPassword })
    const stranger = aStranger()
    const browser = openBrowser(fixture.app)
    const post = (path: string, body?: unknown, token?: string) =>
      browser.post(path, body, { ...from(stranger), ...(token ? { token } : {}) })
    const login = async (password: string) =>
      (await post('/auth/login', { phoneNumber: phone, password, type: 'lender' })).json.token as string
    await login('Salah-Sekali-1')
    const token = await login(goodPassword)
    await post('/auth/password/validate', { password: 'Salah-Sekali-1' }, token)
    await post('/auth/password/validate', { password: goodPassword }, token)
    const asked = await post('/auth/otp', { recipient: phone, purpose: 1, vendor: 1 })
    const { transactionId } = asked.json
    await fixture.codeFor(phone)
    await post('/auth/otp/match', { recipient: phone, transactionId, otpCode: 'xxxxxx' })
    const fresh = 'Padi-Menguning-8'
    const next = { oldPassword: goodPassword, newPassword: fresh, confirmNewPassword: fresh }
    const changed = (await post('/auth/password', next, token)).json.token as string
    await post('/auth/password/validate', { password: fresh }, changed)
    await post('/auth/sessions/end-others', undefined, changed)
    await post('/auth/logout', undefined, changed)
    const operator = operatorOn(fixture)
    await operator(['lenders', 'suspend', '--phone', phone, '--reason', 'as asked'])
    await login(fresh)
    const mine = events().filter(({ subject }) => subject === `lender:${lenderId}`)
    expect(mine.map(({ event, outcome }) => `${event} ${outcome}`)).toEqual([
      'login PASSWORD_WRONG',
      'login done',
      'validatePassword PASSWORD_WRONG',
      'validatePassword done',
      'generateOtp done',
      'matchOtp OTP_WRONG',
      'changePassword done',
      'validatePassword done',
      'endOtherSessions done',
      'logout done',
      'suspendLender done',
    ])
    for (const one of mine.filter(({ event }) => event !== 'suspendLender'))
      expect(one).toMatchObject({ source: stranger, requestId: expect.stringMatching(/.{8}/) })
    expect(events()).toContainEqual(
      expect.objectContaining({ event: 'login', outcome: 'LENDER_SUSPENDED', source: stranger }),
    )
    const text = JSON.stringify(events())
    for (const secret of [phone, goodPassword, fresh, token, changed]) expect(text).not.toContain(secret)
    const told = await operator(['--json', 'account', 'events', '--phone', phone, '--limit', '30'])
    expect(told.json.events).toContainEqual(expect.objectContaining({ operation: 'login', source: stranger }))
    const found = await operator(['--json', 'audit', 'search', '--source', stranger])
    expect(found.json.events.length).toBeGreaterThan(8)
  })

  test('DOOR-07 files of the security log are deleted after the retention days, and other files are not', () => {
    const own = mkdtempSync(join(tmpdir(), 'security-'))
    for (const name of ['security-2026-01-01.jsonl', 'security-2026-11-20.jsonl', 'note.txt'])
      writeFileSync(join(own, name), '')
    const clock = { now: () => new Date('2026-11-22T10:00:00Z'), sleep: async () => {} }
    const { log } = fixture.context
    createSecurityLog({ folder: own, days: 30 }, { log, clock }).write({ event: 'login', outcome: 'done' })
    expect(readdirSync(own).sort()).toEqual([
      'note.txt',
      'security-2026-11-20.jsonl',
      'security-2026-11-22.jsonl',
    ])
    rmSync(own, { recursive: true })
  })

  test('DOOR-07 security events go to the process log when there is no writable folder', () => {
    const { log, clock } = fixture.context
    for (const none of [null, '/dev/null/nowhere']) {
      const before = lines.length
      createSecurityLog({ folder: none, days: 30 }, { log, clock }).write({ event: 'login', outcome: 'done' })
      expect(lines.slice(before)).toContainEqual(
        expect.objectContaining({ stream: 'security', event: 'login', outcome: 'done' }),
      )
    }
  })
})
