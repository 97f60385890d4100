import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountWorld, makeAccountWorld, openBrowser } from '../testing/account.ts'
import { goodPassword } from '../testing/http.ts'
import { operatorOn } from '../testing/operator.ts'
import { aLender } from '../testing/people.ts'

let world: AccountWorld
beforeAll(async () => {
  world = await makeAccountWorld()
})
afterAll(() => world.close())

test('SRV-01 the operator reads what happened to an account, the newest first, and no secret', async () => {
  const operator = operatorOn(world)
  const { phone, lenderId } = await aLender(world.context, { password: goodPassword })
  const browser = openBrowser(world.app)
  await browser.login(phone, 'Salah-Sekali-1')
  const token = (await browser.login(phone, goodPassword)).json.token as string
  const inside = { token }
  await world.app.post('/auth/password/validate', { password: 'Salah-Sekali-1' }, inside)
  await world.app.post('/auth/password/validate', { password: goodPassword }, inside)
  const next = { oldPassword: goodPassword, newPassword: 'Padi-8-Padi', confirmNewPassword: 'Padi-8-Padi' }
  await world.app.call('PUT', '/auth/password', next, inside)
  await world.app.post('/auth/logout', undefined, inside)
  await world.prove(browser, phone)
  await browser.reset(phone, 'Jagung-9-Jagung')
  await world.drain()

  const told = await operator(['--json', 'account', 'events', '--phone', phone])
  expect(told.exit).toBe(0)
  expect(told.json.lenderId).toBe(lenderId)
  const events = told.json.events as {
    operation: string
    outcome: string
    actor: string
    requestId: string
  }[]
  expect(events.map(({ operation, outcome }) => `${operation} ${outcome}`).toReversed()).toEqual([
    'createLender done',
    'login PASSWORD_WRONG',
    'login done',
    'validatePassword PASSWORD_WRONG',
    'validatePassword done',
    'changePassword done',
    'logout done',
    'generateOtp done',
    'tellPasswordSet done',
    'sendOtp done',
    'matchOtp done',
    'resetPassword done',
    'tellPasswordSet done',
  ])
  expect(events.find(({ operation }) => operation === 'logout')?.actor).toBe(`lender:${lenderId}`)
  expect(events.find(({ operation }) => operation === 'logout')?.requestId).toMatch(/^[\w-]{8,}$/)
  expect(told.out).not.toMatch(new RegExp(`Padi|Sawah|Salah|${phone}|argon2`))

  const few = await operator(['account', 'events', '--phone', phone, '--limit', '2'])
  expect(few.out.trim().split('\n')).toHaveLength(2)
  expect(few.out).toMatch(/resetPassword done by system request /)
  expect((await operator(['account', 'events', '--phone', '89999999999'])).exit).toBe(2)
})
