import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture, openBrowser } from '../../../testing/account.ts'
import { type Answer, goodPassword, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLender } from '../../../testing/people.ts'

let fixture: AccountFixture
/** A second process of the same installation. */
let second: TestApp
beforeAll(async () => {
  fixture = await makeAccountFixture({
    withoutFaults: 'counts exactly what was taken',
    settings: {
      TRUSTED_PROXIES: '127.0.0.1',
      LIMIT_LOGIN_ACCOUNT: '4/400',
      LIMIT_LOGIN_DEVICE: '4/400',
      LIMIT_LOGIN_ADDRESS: '12/600',
      LIMIT_REVEAL_ADDRESS: '3/3600',
      LIMIT_CODE_ACCOUNT: '2/86400',
      LIMIT_CODE_DEVICE: '2/86400',
      LIMIT_CODE_ADDRESS: '5/3600',
      LIMIT_MATCH_ADDRESS: '6/600',
      LIMIT_PASSWORD_ACCOUNT: '3/900',
      LIMIT_DOWNLOAD_ACCOUNT: '5/60',
      LIMIT_AGREEMENT_ACCOUNT: '4/60',
      LIMIT_AGREEMENT_ADDRESS: '6/60',
      LIMIT_INSIGHT_DEVICE: '6/60',
      LIMIT_INSIGHT_ADDRESS: '12/60',
    },
  })
  second = await startApp(fixture)
})
afterEach(() => fixture.comeBack())
afterAll(async () => {
  await second.close()
  await fixture.close()
})

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
const wrong = 'Salah-Sekali-1'
const login = (app: TestApp, phoneNumber: string, password: string, ip: string) =>
  app.post('/auth/login', { phoneNumber, password, type: 'lender' }, from(ip))
const codes = (answers: readonly Answer[]) => answers.map(({ status, json }) => json.code ?? status)

function expectLimited(answer: Answer, most: number): void {
  expect([answer.status, answer.json.code, answer.json.message]).toEqual([
    429,
    'TOO_MANY_REQUESTS',
    'Terlalu banyak percobaan. Coba beberapa saat lagi.',
  ])
  const seconds = Number(answer.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(most)
}

describe('logins', () => {
  test('wrong passwords of one phone number share a rate limit over all IP addresses and processes, which refills with time', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    const tries: Answer[] = []
    for (let i = 0; i < 4; i += 1) {
      tries.push(await login(i % 2 ? second : fixture.app, phone, wrong, `203.0.113.${i}`))
    }
    expect(codes(tries)).toEqual(Array.from({ length: 4 }, () => 'PASSWORD_WRONG'))
    expectLimited(await login(fixture.app, phone, goodPassword, '203.0.113.9'), 100)
    expectLimited(await login(second, phone, goodPassword, '203.0.113.9'), 100)
    fixture.travel('101 seconds')
    expect((await login(second, phone, goodPassword, '203.0.113.9')).status).toBe(200)
  })

  test('failed logins from unknown browsers do not lock out a browser that has logged in before', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    const browser = openBrowser(fixture.app)
    expect((await browser.login(phone, goodPassword)).status).toBe(200)
    for (let i = 0; i < 5; i += 1) await login(fixture.app, phone, wrong, `203.0.113.${i}`)
    expectLimited(await login(fixture.app, phone, goodPassword, '203.0.113.9'), 100)
    expect((await browser.login(phone, goodPassword)).status).toBe(200)
    for (let i = 0; i < 4; i += 1) await browser.login(phone, wrong)
    expectLimited(await browser.login(phone, goodPassword), 100)
    const { phone: friend } = await aLender(fixture.context, { password: goodPassword })
    expect((await browser.login(friend, goodPassword)).status).toBe(200)
  })

  test('successful logins do not consume the rate limit', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    for (let i = 0; i < 14; i += 1) {
      expect((await login(fixture.app, phone, goodPassword, '203.0.113.9')).status).toBe(200)
    }
  })

  test('wrong passwords from one IP address share a rate limit over all phone numbers, separate from other IP addresses', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    for (let i = 0; i < 12; i += 1) await login(fixture.app, `8990000${1000 + i}`, wrong, '198.51.100.7')
    expectLimited(await login(fixture.app, phone, goodPassword, '198.51.100.7'), 50)
    expect((await login(fixture.app, phone, goodPassword, '198.51.100.8')).status).toBe(200)
  })

  test('an IP address with many failed logins gets the same answer for registered and unregistered numbers', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    const tries: Answer[] = []
    for (let i = 0; i < 5; i += 1) {
      tries.push(await login(fixture.app, `8991000${1000 + i}`, wrong, '198.51.100.9'))
    }
    expect(codes(tries)).toEqual([
      'PHONE_UNREGISTERED',
      'PHONE_UNREGISTERED',
      'PHONE_UNREGISTERED',
      'PASSWORD_WRONG',
      'PASSWORD_WRONG',
    ])
    expect((await login(fixture.app, phone, wrong, '198.51.100.9')).json.message).toBe(tries[4]?.json.message)
    expect((await login(fixture.app, '89910001000', wrong, '198.51.100.10')).json.code).toBe(
      'PHONE_UNREGISTERED',
    )
  })

  test('the rate limit ignores X-Forwarded-For when no proxy is trusted', async () => {
    const config = { ...fixture.context.config, TRUSTED_PROXIES: [] }
    const app = await startApp({ context: { ...fixture.context, config } })
    try {
      for (let i = 0; i < 12; i += 1) await login(app, `8992000${1000 + i}`, wrong, `192.0.2.${i}`)
      expectLimited(await login(app, '89920002000', wrong, '192.0.2.99'), 50)
    } finally {
      await app.close()
    }
  })
})

describe('codes', () => {
  test('reset codes for one phone number are limited, whether it is registered or not', async () => {
    const { phone } = await aLender(fixture.context)
    for (const number of [phone, '89900000009']) {
      const answers: Answer[] = []
      for (const [index, time] of ['0', '1 minute', '2 minutes'].entries()) {
        fixture.travel(time)
        const body = { recipient: number, purpose: 1, vendor: 1 }
        answers.push(await fixture.app.post('/auth/otp', body, from(`203.0.113.${index}`)))
      }
      expect(codes(answers)).toEqual([200, 200, 'TOO_MANY_REQUESTS'])
    }
  })

  test('reset codes requested from one IP address are limited over all phone numbers', async () => {
    const ask = (index: number) =>
      fixture.app.post(
        '/auth/otp',
        { recipient: `8993000${1000 + index}`, purpose: 1, vendor: 1 },
        from('198.51.100.20'),
      )
    for (let i = 0; i < 5; i += 1) expect((await ask(i)).status).toBe(200)
    expectLimited(await ask(9), 720)
  })

  test('attempts with a reset code and password resets share a rate limit per IP address', async () => {
    const body = { otpCode: '123456', transactionId: 'A'.repeat(22), recipient: '81234567890' }
    const reset = {
      phoneNumber: '81234567890',
      newPassword: goodPassword,
      confirmPassword: goodPassword,
      type: 'lender',
    }
    for (let i = 0; i < 3; i += 1) {
      expect((await fixture.app.post('/auth/otp/match', body, from('198.51.100.21'))).json.code).toBe(
        'OTP_ENDED',
      )
      expect((await fixture.app.post('/auth/password/reset', reset, from('198.51.100.21'))).json.code).toBe(
        'RESET_NOT_ALLOWED',
      )
    }
    expectLimited(await fixture.app.post('/auth/otp/match', body, from('198.51.100.21')), 100)
    expectLimited(await fixture.app.post('/auth/password/reset', reset, from('198.51.100.21')), 100)
  })
})

describe('inside a session', () => {
  test('wrong passwords of one account share a rate limit over all its sessions; correct ones do not consume it', async () => {
    const lender = await logIn(fixture, fixture.app)
    const other = (await login(fixture.app, lender.phone, goodPassword, '203.0.113.1')).json.token
    const validate = (token: string, password: string) =>
      fixture.app.post('/auth/password/validate', { password }, { token })
    for (let i = 0; i < 6; i += 1) {
      expect((await validate(lender.user.token, goodPassword)).json.is_validated).toBe(true)
    }
    for (const token of [lender.user.token, other, lender.user.token]) {
      expect((await validate(token, wrong)).json.is_validated).toBe(false)
    }
    expectLimited(await validate(other, goodPassword), 300)
    const body = { oldPassword: wrong, newPassword: goodPassword, confirmNewPassword: goodPassword }
    expectLimited(await lender.post('/auth/password', body), 300)
  })

  test('document downloads are rate-limited per account, also when the document is not found', async () => {
    const [lender, friend] = [await logIn(fixture, fixture.app), await logIn(fixture, fixture.app)]
    const download = (who: typeof lender) =>
      who.post('/documents/download', { document_url: `/documents/${'A'.repeat(22)}.pdf` })
    for (let i = 0; i < 5; i += 1) expect((await download(lender)).status).toBe(404)
    expectLimited(await download(lender), 12)
    expect((await download(friend)).status).toBe(404)
  })

  test('requests for an agreement are rate-limited per account and IP address, also when they fail, and the limit refills', async () => {
    const [lender, friend] = [await logIn(fixture, fixture.app), await logIn(fixture, second)]
    const prepare = (who: typeof lender, ip: string) =>
      who.post(
        '/funding/agreement',
        { loanNumber: 'NONE', lenderUserId: who.lenderId, amount: 100_000 },
        from(ip),
      )
    for (let i = 0; i < 4; i += 1) expect((await prepare(lender, '198.51.100.30')).status).toBe(404)
    expectLimited(await prepare(lender, '203.0.113.30'), 15)
    for (let i = 0; i < 2; i += 1) expect((await prepare(friend, '198.51.100.30')).status).toBe(404)
    expectLimited(await prepare(friend, '198.51.100.30'), 10)
    expect((await prepare(friend, '203.0.113.30')).status).toBe(404)
    fixture.travel('16 seconds')
    expect((await prepare(lender, '198.51.100.30')).status).toBe(404)
  })

  test('the three portfolio insight calls share one rate limit per session and one per IP address', async () => {
    const lender = await logIn(fixture, fixture.app)
    const other = (await login(fixture.app, lender.phone, goodPassword, '203.0.113.1')).json.token
    const ask = (token: string, path: string, ip = '198.51.100.31') =>
      second.get(`/portfolio/${path}`, { token, ...from(ip) })
    const paths = ['insight', 'return', 'months']
    for (const token of [lender.user.token, other]) {
      for (const path of [...paths, ...paths]) expect((await ask(token, path)).status).toBe(200)
      for (const path of paths) expectLimited(await ask(token, path, '203.0.113.31'), 10)
    }
    const friend = await logIn(fixture, fixture.app)
    expectLimited(await ask(friend.user.token, 'insight'), 5)
    expect((await ask(friend.user.token, 'insight', '203.0.113.31')).status).toBe(200)
  })
})
