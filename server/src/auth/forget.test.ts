import { afterAll, beforeAll, expect, test } from 'vitest'
import { one } from '../platform/db/database.ts'
import { type AccountWorld, makeAccountWorld, openBrowser } from '../testing/account.ts'
import { goodPassword } from '../testing/http.ts'
import { aLender } from '../testing/people.ts'
import { forgetOld } from './forget.ts'

let world: AccountWorld
beforeAll(async () => {
  world = await makeAccountWorld()
})
afterAll(() => world.close())

const counts = () =>
  one<{ codes: number; resets: number; grants: number; sessions: number; browsers: number; buckets: number }>(
    world.context.db,
    'test.counts',
    `select (select count(*) from otp) as codes, (select count(*) from reset_grant) as resets,
            (select count(*) from password_grant) as grants, (select count(*) from session) as sessions,
            (select count(*) from known_device) as browsers, (select count(*) from rate_limit) as buckets`,
  )

test('what is over is forgotten, each after its time, and the trail of the account stays', async () => {
  const { phone, lenderId } = await aLender(world.context, { password: goodPassword })
  const browser = openBrowser(world.app)
  const token = (await browser.login(phone, goodPassword)).json.token as string
  await browser.login(phone, 'Salah-Sekali-1')
  await world.app.post('/auth/password/validate', { password: goodPassword }, { token })
  await world.prove(browser, phone)

  await forgetOld(world.context.db)
  const now = await counts()
  expect(now).toMatchObject({ codes: 1, resets: 1, grants: 1, sessions: 1, browsers: 1 })
  expect(now.buckets).toBeGreaterThan(0)

  world.travel('25 hours')
  await forgetOld(world.context.db)
  expect(await counts()).toEqual({ codes: 0, resets: 0, grants: 0, sessions: 1, browsers: 1, buckets: 0 })
  world.travel('91 days')
  await forgetOld(world.context.db)
  expect(await counts()).toMatchObject({ sessions: 0, browsers: 1 })
  world.travel('181 days')
  await forgetOld(world.context.db)
  expect(await counts()).toMatchObject({ browsers: 0 })
  const { kept } = await one<{ kept: number }>(
    world.context.db,
    'test.kept',
    `select count(*) as kept from audit_event where subject = $1`,
    [`lender:${lenderId}`],
  )
  expect(kept).toBeGreaterThan(4)
})
