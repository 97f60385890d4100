import { afterAll, beforeAll, expect, test } from 'vitest'
import { one } from '../../platform/db/database.ts'
import { type AccountFixture, makeAccountFixture, openBrowser } from '../../../testing/account.ts'
import { goodPassword, logIn } from '../../../testing/http.ts'
import { aLender } from '../../../testing/people.ts'
import { codeOf, setUpApp, setUpPasskey } from '../../../testing/second-factor.ts'
import { deleteExpiredAuthData } from './retention.ts'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await makeAccountFixture()
})
afterAll(() => fixture.close())

const counts = () =>
  one<{ codes: number; resets: number; grants: number; sessions: number; browsers: number; buckets: number }>(
    fixture.context.db,
    'test.counts',
    `select (select count(*) from otp) as codes, (select count(*) from reset_grant) as resets,
            (select count(*) from password_grant) as grants, (select count(*) from session) as sessions,
            (select count(*) from known_device) as browsers, (select count(*) from rate_limit) as buckets`,
  )

test('retention deletes expired authentication records after their periods and keeps the audit trail', async () => {
  const { phone, lenderId } = await aLender(fixture.context, { password: goodPassword })
  const browser = openBrowser(fixture.app)
  const token = (await browser.login(phone, goodPassword)).json.token as string
  await browser.login(phone, 'Salah-Sekali-1')
  await fixture.app.post('/auth/password/validate', { password: goodPassword }, { token })
  await fixture.prove(browser, phone)

  await deleteExpiredAuthData(fixture.context.db)
  const now = await counts()
  expect(now).toMatchObject({ codes: 1, resets: 1, grants: 1, sessions: 1, browsers: 1 })
  expect(now.buckets).toBeGreaterThan(0)

  fixture.travel('25 hours')
  await deleteExpiredAuthData(fixture.context.db)
  expect(await counts()).toEqual({ codes: 0, resets: 0, grants: 0, sessions: 1, browsers: 1, buckets: 0 })
  fixture.travel('91 days')
  await deleteExpiredAuthData(fixture.context.db)
  expect(await counts()).toMatchObject({ sessions: 0, browsers: 1 })
  fixture.travel('181 days')
  await deleteExpiredAuthData(fixture.context.db)
  expect(await counts()).toMatchObject({ browsers: 0 })
  const { kept } = await one<{ kept: number }>(
    fixture.context.db,
    'test.kept',
    `select count(*) as kept from audit_event where subject = $1`,
    [`lender:${lenderId}`],
  )
  expect(kept).toBeGreaterThan(4)
})

test('MFA-01 retention deletes steps, challenges, grants and secrets that nobody confirmed a day after they expired, and keeps the factors', async () => {
  fixture.travel(undefined)
  const lender = await logIn(fixture, fixture.app)
  const { secret } = await setUpApp(fixture.context.db, lender)
  const prove = async (steps: number) =>
    lender.post('/auth/factors/check', { code: await codeOf(fixture.context.db, secret, steps) })
  await prove(1)
  await setUpPasskey(lender, fixture.context.config.APP_ORIGIN)
  fixture.travel('2 minutes')
  await prove(0)
  await lender.post('/auth/factors/totp/offer')
  const browser = openBrowser(fixture.app)
  await browser.login(lender.phone, goodPassword)
  await browser.post('/auth/login/factor/offer')
  const left = () =>
    one<Record<string, number>>(
      fixture.context.db,
      'test.left',
      `select (select count(*) from login_step) as steps, (select count(*) from factor_challenge) as challenges,
              (select count(*) from factor_grant) as grants, (select count(*) from totp_offer) as offers,
              (select count(*) from lender_totp) as apps, (select count(*) from lender_passkey) as passkeys`,
    )
  const kept = { apps: 1, passkeys: 1 }
  expect(await left()).toEqual({ ...kept, steps: 1, challenges: 1, grants: 1, offers: 1 })
  await deleteExpiredAuthData(fixture.context.db)
  expect(await left()).toEqual({ ...kept, steps: 1, challenges: 1, grants: 1, offers: 1 })
  fixture.travel('25 hours')
  await deleteExpiredAuthData(fixture.context.db)
  expect(await left()).toEqual({ ...kept, steps: 0, challenges: 0, grants: 0, offers: 0 })
})
