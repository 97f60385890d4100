import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountFixture, makeAccountFixture, openBrowser } from '../../../testing/account.ts'
import { goodPassword } from '../../../testing/http.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLender } from '../../../testing/people.ts'

let fixture: AccountFixture
beforeAll(async () => {
  fixture = await makeAccountFixture()
})
afterAll(() => fixture.close())

test('SRV-01 the command `account events` lists the audit trail of an account, newest first and without secrets', async () => {
  const operator = operatorOn(fixture)
  const { phone, lenderId } = await aLender(fixture.context, { password: goodPassword })
  const browser = openBrowser(fixture.app)
  await browser.login(phone, 'Salah-Sekali-1')
  const token = (await browser.login(phone, goodPassword)).json.token as string
  const inside = { token }
  await fixture.app.post('/auth/password/validate', { password: 'Salah-Sekali-1' }, inside)
  await fixture.app.post('/auth/password/validate', { password: goodPassword }, inside)
  const next = { oldPassword: goodPassword, newPassword: 'Padi-8-Padi', confirmNewPassword: 'Padi-8-Padi' }
  const changed = await fixture.app.call('PUT', '/auth/password', next, inside)
  await fixture.app.post('/auth/logout', undefined, { token: changed.json.token })
  await fixture.prove(browser, phone)
  await browser.reset(phone, 'Jagung-9-Jagung')
  await fixture.drain()

  const result = await operator(['--json', 'account', 'events', '--phone', phone])
  expect(result.exit).toBe(0)
  expect(result.json.lenderId).toBe(lenderId)
  const events = result.json.events as {
    operation: string
    outcome: string
    actor: string
    requestId: string
  }[]
  // Background jobs run concurrently, so the order of their events varies and they are compared separately.
  const jobs = ['sendOtp', 'tellPasswordSet']
  const oldestFirst = events.toReversed()
  const byLender = oldestFirst.filter(({ operation }) => !jobs.includes(operation))
  const byJob = oldestFirst.filter(({ operation }) => jobs.includes(operation))
  expect(byJob.map(({ operation, outcome }) => `${operation} ${outcome}`).toSorted()).toEqual([
    'sendOtp done',
    'tellPasswordSet done',
    'tellPasswordSet done',
  ])
  expect(byLender.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
    'createLender done',
    'acceptRiskWarning done',
    'login PASSWORD_WRONG',
    'login done',
    'validatePassword PASSWORD_WRONG',
    'validatePassword done',
    'changePassword done',
    'logout done',
    'generateOtp done',
    'matchOtp done',
    'resetPassword done',
  ])
  expect(events.find(({ operation }) => operation === 'logout')?.actor).toBe(`lender:${lenderId}`)
  expect(events.find(({ operation }) => operation === 'logout')?.requestId).toMatch(/^[\w-]{8,}$/)
  expect(result.out).not.toMatch(new RegExp(`Padi|Sawah|Salah|${phone}|argon2`))

  const few = await operator(['account', 'events', '--phone', phone, '--limit', '2'])
  expect(few.out.trim().split('\n')).toHaveLength(3)
  expect(few.out).toMatch(/2 ditampilkan, masih ada: --after \S+/)
  expect(few.out).toMatch(/resetPassword done oleh system dari 127\.0\.0\.1 permintaan /)
  expect((await operator(['account', 'events', '--phone', '89999999999'])).exit).toBe(2)
})
