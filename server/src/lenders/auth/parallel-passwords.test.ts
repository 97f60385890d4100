import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture, openBrowser } from '../../../testing/account.ts'
import { goodPassword, logIn } from '../../../testing/http.ts'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await makeAccountFixture({
    settings: {
      LIMIT_PASSWORD_ACCOUNT: '1000/60',
      LIMIT_PASSWORD_DEVICE: '1000/60',
      LIMIT_CODE_ACCOUNT: '3/86400',
      TRUSTED_PROXIES: '127.0.0.1',
      LIMIT_LOGIN_ADDRESS: '5/600',
    },
    withoutFaults: 'counts exactly what was taken',
  })
})
afterEach(() => fixture.comeBack())
afterAll(() => fixture.close())

test('DOOR-03 at most five of twelve concurrent wrong passwords of one session are checked, and the session ends', async () => {
  const lender = await logIn(fixture, fixture.app)
  const { token } = lender.user
  const tries = await Promise.all(
    Array.from({ length: 12 }, (_, place) =>
      fixture.app.post('/auth/password/validate', { password: `Salah-Sekali-${place}` }, { token }),
    ),
  )
  const looked = tries.filter(({ status, json }) => status === 200 && json.is_validated === false)
  expect(looked.length).toBeLessThanOrEqual(5)
  expect(tries.filter(({ json }) => json.is_validated === true)).toEqual([])
  // Requests refused for lack of attempts are repeated here; the fifth wrong password ends the session.
  for (let place = looked.length; place < 5; place += 1)
    await fixture.app.post('/auth/password/validate', { password: 'Salah-Lagi-1' }, { token })
  expect((await fixture.app.get('/lender/summary', { token })).status).toBe(401)
})

test('DOOR-03 concurrent correct passwords of one session are accepted and count no failure', async () => {
  const lender = await logIn(fixture, fixture.app)
  const { token } = lender.user
  for (let round = 0; round < 4; round += 1) {
    const tries = await Promise.all(
      Array.from({ length: 4 }, () =>
        fixture.app.post('/auth/password/validate', { password: goodPassword }, { token }),
      ),
    )
    expect(tries.map(({ json }) => json.is_validated)).toEqual([true, true, true, true])
  }
  expect((await fixture.app.get('/lender/summary', { token })).status).toBe(200)
})

test('DOOR-03 the rate limit counts the reset codes that were sent, but not requests that came too soon', async () => {
  const { phone } = await logIn(fixture, fixture.app)
  const browser = openBrowser(fixture.app)
  const codes: unknown[] = []
  for (const time of [
    '0 seconds',
    '10 seconds',
    '20 seconds',
    '1 minute',
    '70 seconds',
    '2 minutes',
    '3 minutes',
  ]) {
    fixture.travel(time)
    const { status, json } = await browser.ask(phone)
    codes.push(status === 200 ? 200 : json.code)
  }
  expect(codes).toEqual([200, 'OTP_TOO_SOON', 'OTP_TOO_SOON', 200, 'OTP_TOO_SOON', 200, 'TOO_MANY_REQUESTS'])
})

test('DOOR-03 one IP address has one rate limit even when X-Forwarded-For has varying ports or is malformed', async () => {
  for (const written of [
    (n: number) => `198.51.100.7:${40_000 + n}`,
    (n: number) => `[2001:db8::7]:${n}`,
    (n: number) => `x${n}`,
  ]) {
    const codes: string[] = []
    for (let n = 1; n <= 7; n += 1) {
      const { json } = await fixture.app.post(
        '/auth/login',
        { phoneNumber: `8995000${1000 + n}`, password: 'Salah-Sekali-1', type: 'lender' },
        { headers: { 'x-forwarded-for': written(n) } },
      )
      codes.push(json.code)
    }
    expect(codes.slice(5)).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS'])
  }
})
