import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture, openBrowser } from '../../../testing/account.ts'
import {
  type Answer,
  givePassword,
  goodPassword,
  type LoggedIn,
  logIn,
  startApp,
} from '../../../testing/http.ts'
import type { Misbehaviour } from '../../../testing/authenticator.ts'
import { aLender } from '../../../testing/people.ts'
import { codeOf, secondStep, setUpApp, setUpPasskey } from '../../../testing/second-factor.ts'
import { many } from '../../platform/db/database.ts'

const origin = 'https://pematang.example'
let fixture: AccountFixture
beforeAll(async () => {
  fixture = await makeAccountFixture({ settings: { APP_ORIGIN: origin } })
})
afterEach(() => fixture.comeBack())
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

const db = () => fixture.context.db
const refused = (code: string) => expect.objectContaining({ code })
async function withApp() {
  const lender = await logIn(fixture, fixture.app)
  const app = await setUpApp(db(), lender)
  const browser = openBrowser(fixture.app)
  const answer = await browser.login(lender.phone, goodPassword)
  return { lender, ...app, browser, answer }
}
const statusOf = async (token: string) => (await fixture.app.get('/lender/summary', { token })).status
const trail = (lenderId: number) =>
  many<{ operation: string; outcome: string; detail: Record<string, unknown> }>(
    db(),
    'test.trail',
    `select operation, outcome, detail from audit_event where subject = $1 order by at, id`,
    [`lender:${lenderId}`],
  )

describe('the second step of a login', () => {
  test('MFA-01 the password alone opens no session: it asks for the factor, in that browser', async () => {
    const { lender, secret, browser, answer } = await withApp()
    expect([answer.status, answer.json]).toEqual([400, refused('SECOND_FACTOR_REQUIRED')])
    expect(answer.json.token).toBeUndefined()
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-step=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ])
    expect((await browser.post('/auth/login/factor/offer')).json).toEqual({ totp: true, assertion: null })
    const code = await codeOf(db(), secret, 1)
    expect((await secondStep(openBrowser(fixture.app), { code })).json, 'another browser').toEqual(
      refused('LOGIN_STEP_ENDED'),
    )
    const opened = await secondStep(browser, { code })
    expect([opened.status, opened.json.userId]).toEqual([200, lender.lenderId])
    expect(await statusOf(opened.json.token)).toBe(200)
    expect((await secondStep(browser, { code })).json, 'the step again').toEqual(refused('LOGIN_STEP_ENDED'))
    expect(await trail(lender.lenderId)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ operation: 'addTotp', outcome: 'done' }),
        expect.objectContaining({ operation: 'askSecondFactor', outcome: 'done' }),
        expect.objectContaining({
          operation: 'login',
          outcome: 'done',
          detail: expect.objectContaining({ factor: 'TOTP' }),
        }),
      ]),
    )
  })

  test('MFA-01 a lender without a factor logs in with the password alone', async () => {
    const { phone } = await aLender(fixture.context, { password: goodPassword })
    const answer = await openBrowser(fixture.app).login(phone, goodPassword)
    expect([answer.status, Object.keys(answer.json)]).toEqual([
      200,
      expect.arrayContaining(['token', 'userId']),
    ])
    expect(answer.headers.getSetCookie().join()).not.toContain('step=')
  })

  test('MFA-01 a code works once, also where two browsers send it at the same time', async () => {
    const { lender, secret } = await withApp()
    const code = await codeOf(db(), secret, 1)
    const browsers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const browser = openBrowser(fixture.app)
        await browser.login(lender.phone, goodPassword)
        return browser
      }),
    )
    const answers = await Promise.all(browsers.map((browser) => secondStep(browser, { code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { json } of answers.filter(({ status }) => status !== 200))
      expect(json).toEqual(refused('FACTOR_WRONG'))
    const again = openBrowser(fixture.app)
    await again.login(lender.phone, goodPassword)
    expect((await secondStep(again, { code })).json).toEqual(refused('FACTOR_WRONG'))
  })

  test('MFA-01 a recovery code opens one session, of several that try it at once', async () => {
    const { lender, recoveryCodes } = await withApp()
    expect(recoveryCodes).toHaveLength(10)
    const [recoveryCode = ''] = recoveryCodes
    // 120 random bits, for which a fast hash is enough.
    expect(recoveryCode).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    const kept = await many<{ code: string }>(
      db(),
      'test.recovery_codes',
      'select c::text as code from lender_recovery_code c where lender_id = $1',
      [lender.lenderId],
    )
    expect(kept.map(({ code }) => code).join(' ')).not.toContain(recoveryCode.slice(0, 4))
    const browsers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const browser = openBrowser(fixture.app)
        await browser.login(lender.phone, goodPassword)
        return browser
      }),
    )
    const answers = await Promise.all(browsers.map((browser) => secondStep(browser, { recoveryCode })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await lender.get('/auth/factors')).json.recoveryCodes).toBe(9)
    const other = await withApp()
    expect((await secondStep(other.browser, { recoveryCode: recoveryCodes[1] })).json, 'of another').toEqual(
      refused('FACTOR_WRONG'),
    )
  })

  test('MFA-01 guesses have the limits of passwords, end the step, and leave an entry each', async () => {
    const { lender, browser, secret } = await withApp()
    const codes: unknown[] = []
    for (let guess = 0; guess < 6; guess += 1)
      codes.push((await secondStep(browser, { code: String(100_000 + guess) })).json.code)
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'FACTOR_WRONG'), 'LOGIN_STEP_ENDED'])
    expect((await secondStep(browser, { code: await codeOf(db(), secret, 1) })).json).toEqual(
      refused('LOGIN_STEP_ENDED'),
    )
    const wrong = (await trail(lender.lenderId)).filter(({ outcome }) => outcome === 'FACTOR_WRONG')
    expect(wrong).toHaveLength(5)
    // A login with the right password gives five more guesses, until the account's ten are used up.
    const logins: number[] = []
    for (let round = 0; round < 2; round += 1) {
      const again = openBrowser(fixture.app)
      logins.push((await again.login(lender.phone, goodPassword)).status)
      for (let guess = 0; guess < 5; guess += 1) await secondStep(again, { code: String(200_000 + guess) })
    }
    expect(logins).toEqual([400, 429])
    expect((await trail(lender.lenderId)).filter(({ outcome }) => outcome === 'FACTOR_WRONG')).toHaveLength(
      10,
    )
  })

  test('MFA-01 codes that are guessed from many addresses use up the limit of the account', async () => {
    const { lender } = await withApp()
    const config = { ...fixture.context.config, TRUSTED_PROXIES: ['127.0.0.1'] }
    const behind = await startApp({ context: { ...fixture.context, config } })
    const logins: number[] = []
    for (let address = 1; address <= 3; address += 1) {
      const from = { headers: { 'x-forwarded-for': `203.0.113.${address}` } }
      const browser = openBrowser(behind)
      const login = { phoneNumber: lender.phone, password: goodPassword, type: 'lender' }
      logins.push((await browser.post('/auth/login', login, from)).status)
      for (let guess = 0; guess < 5; guess += 1)
        await browser.post('/auth/login/factor', { code: String(400_000 + guess) }, from)
    }
    await behind.close()
    expect(logins).toEqual([400, 400, 429])
    const wrong = (await trail(lender.lenderId)).filter(({ outcome }) => outcome === 'FACTOR_WRONG')
    expect(wrong).toHaveLength(10)
    expect(new Set(wrong.map(({ detail }) => detail['source'])).size).toBe(2)
  })

  test('MFA-01 concurrent guesses cannot exceed the tries of a step', async () => {
    const { browser } = await withApp()
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, guess) => secondStep(browser, { code: String(300_000 + guess) })),
    )
    expect(answers.filter(({ json }) => json.code === 'FACTOR_WRONG')).toHaveLength(5)
  })

  test('MFA-01 a step ends after ten minutes, and with a new password', async () => {
    const { browser, secret } = await withApp()
    fixture.travel('11 minutes')
    expect((await secondStep(browser, { code: await codeOf(db(), secret) })).json).toEqual(
      refused('LOGIN_STEP_ENDED'),
    )
    fixture.travel(undefined)
    const other = await withApp()
    const another = 'Padi-Menguning-8'
    const body = { oldPassword: goodPassword, newPassword: another, confirmNewPassword: another }
    expect((await other.lender.post('/auth/password', body)).status).toBe(200)
    expect((await secondStep(other.browser, { code: await codeOf(db(), other.secret, 1) })).json).toEqual(
      refused('LOGIN_STEP_ENDED'),
    )
  })

  test('MFA-02 a new password by SMS removes no factor', async () => {
    const { lender, secret } = await withApp()
    const browser = openBrowser(fixture.app)
    await fixture.prove(browser, lender.phone)
    const another = 'Padi-Menguning-8'
    expect((await browser.reset(lender.phone, another)).status).toBe(200)
    const answer = await browser.login(lender.phone, another)
    expect(answer.json).toEqual(refused('SECOND_FACTOR_REQUIRED'))
    expect((await secondStep(browser, { code: await codeOf(db(), secret, 1) })).status).toBe(200)
  })
})

describe('a passkey', () => {
  async function withPasskey() {
    const lender = await logIn(fixture, fixture.app)
    await givePassword(lender)
    const { passkey, answer } = await setUpPasskey(lender, origin)
    const browser = openBrowser(fixture.app)
    await browser.login(lender.phone, goodPassword)
    const offer = async () => (await browser.post('/auth/login/factor/offer')).json
    return { lender, passkey, answer, browser, offer }
  }

  test('MFA-01 a passkey is the second step, and is listed with its name and last use', async () => {
    const { lender, passkey, answer, browser, offer } = await withPasskey()
    expect(answer.json.recoveryCodes).toHaveLength(10)
    const { totp, assertion } = await offer()
    expect([totp, assertion.rpId, assertion.allowCredentials.map(({ id }: { id: string }) => id)]).toEqual([
      false,
      'pematang.example',
      [passkey.id],
    ])
    const opened = await secondStep(browser, { assertion: passkey.get(assertion.challenge) })
    expect(opened.status).toBe(200)
    expect((await lender.get('/auth/factors')).json).toMatchObject({
      passkeys: [{ id: passkey.id, label: 'HP saya', usedAt: expect.stringMatching(/Z$/) }],
      totp: null,
      recoveryCodes: 10,
      recoversAt: null,
    })
  })

  test.each<[string, string, Misbehaviour]>([
    ['of another origin', 'PASSKEY_ORIGIN', { origin: 'https://pematang.example.evil' }],
    ['for another relying party', 'PASSKEY_ORIGIN', { rpId: 'evil.example' }],
    ['without user verification', 'PASSKEY_UNVERIFIED', { isVerified: false }],
    ['whose counter did not go on', 'PASSKEY_CLONED', { counter: 1 }],
  ])('MFA-01 refuses an assertion %s', async (_, code, wrong) => {
    const { lender, passkey, browser, offer } = await withPasskey()
    const first = await offer()
    expect((await secondStep(browser, { assertion: passkey.get(first.assertion.challenge) })).status).toBe(
      200,
    )
    await browser.login(lender.phone, goodPassword)
    const { assertion } = await offer()
    const answer = await secondStep(browser, { assertion: passkey.get(assertion.challenge, wrong) })
    expect([answer.status, answer.json]).toEqual([403, refused(code)])
  })

  test('MFA-01 refuses a challenge that was answered, is over, of a session, or of another lender', async () => {
    const { lender, passkey, browser, offer } = await withPasskey()
    const { challenge } = (await offer()).assertion
    expect(
      (await secondStep(browser, { assertion: passkey.get(challenge, { isVerified: false }) })).status,
    ).toBe(403)
    const tries: [string, string][] = [['answered before', challenge]]
    const other = await withPasskey()
    tries.push(['another lender’s', (await other.offer()).assertion.challenge])
    tries.push(['for an action', (await lender.post('/auth/factors/check/offer')).json.assertion.challenge])
    for (const [why, one] of tries)
      expect((await secondStep(browser, { assertion: passkey.get(one) })).json, why).toEqual(
        refused('PASSKEY_CHALLENGE'),
      )
    const fresh = (await other.offer()).assertion.challenge
    expect((await secondStep(other.browser, { assertion: passkey.get(fresh) })).json, 'of another').toEqual(
      refused('PASSKEY_UNKNOWN'),
    )
    const late = (await other.offer()).assertion.challenge
    fixture.travel('6 minutes')
    expect((await secondStep(other.browser, { assertion: other.passkey.get(late) })).json).toEqual(
      refused('PASSKEY_CHALLENGE'),
    )
  })
})

describe('the check before an action', () => {
  const check = (lender: LoggedIn, shown: object): Promise<Answer> =>
    lender.post('/auth/factors/check', shown)

  test('MFA-01 allows one action within two minutes, in this session alone', async () => {
    const { lender, secret } = await withApp()
    expect((await lender.post('/auth/factors/totp/offer')).json).toEqual(refused('FACTOR_CHECK_REQUIRED'))
    await givePassword(lender)
    expect((await lender.post('/auth/factors/totp/offer')).json, 'the password is not enough').toEqual(
      refused('FACTOR_CHECK_REQUIRED'),
    )
    expect((await check(lender, { code: await codeOf(db(), secret, 1) })).json).toEqual({
      is_validated: true,
    })
    expect((await lender.post('/auth/factors/totp/offer')).status).toBe(200)
    expect((await lender.post('/auth/factors/totp/offer')).json).toEqual(refused('FACTOR_CHECK_REQUIRED'))
    fixture.travel('2 minutes')
    expect((await check(lender, { code: await codeOf(db(), secret) })).json).toEqual({ is_validated: true })
    fixture.travel('5 minutes')
    expect((await lender.post('/auth/factors/totp/offer')).json, 'too late').toEqual(
      refused('FACTOR_CHECK_REQUIRED'),
    )
  })

  test('MFA-01 wrong codes end the session at the fifth, like wrong passwords', async () => {
    const { lender } = await withApp()
    for (let guess = 0; guess < 4; guess += 1)
      expect((await check(lender, { code: String(400_000 + guess) })).json).toEqual({ is_validated: false })
    expect(await statusOf(lender.user.token)).toBe(200)
    await check(lender, { recoveryCode: 'AAAA-BBBB' })
    expect(await statusOf(lender.user.token)).toBe(401)
  })

  test.each([{}, { code: '123456', recoveryCode: 'A' }, { code: '' }])(
    'MFA-01 refuses %j as no way or more than one',
    async (shown) => {
      const { lender } = await withApp()
      expect((await check(lender, shown)).json).toEqual(refused('INPUT_INVALID'))
    },
  )
})
