import { noticeCategories } from '@pematang/contract/lenders/notifications/kinds'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { many, one } from '../../platform/db/database.ts'
import { noticeKinds } from './kinds.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn
beforeAll(async () => {
  fixture = await makeFixture({ settings: { SMTP_URL: 'smtp://127.0.0.1:9', NOTIFICATION_TIME: '17:30' } })
  app = await startApp(fixture)
})
beforeEach(async () => {
  lender = await logIn(fixture, app)
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const path = '/notification-preferences'
const put = (body: unknown, by = lender) => app.call('PUT', path, body, { token: by.user.token })
type Choice = { category: string; email: boolean; sms: boolean }
const all = (change: (choice: Choice) => Partial<Choice> = () => ({})): Choice[] =>
  noticeCategories.map((category) => {
    const choice = { category, email: true, sms: true }
    return { ...choice, ...change(choice) }
  })

describe('NTF-02 notification preferences of a lender', () => {
  test('NTF-02 by default all categories except offers are sent by e-mail, and only security by SMS', async () => {
    const { status, json } = await lender.get(path)
    expect(status).toBe(200)
    expect(json).toMatchObject({ emailDelivery: 'SINGLE', dailyTime: '17:30', canEmail: true, canSms: false })
    expect(json.categories).toEqual(
      noticeCategories.map((category) => ({
        category,
        email: category !== 'OFFERS',
        sms: category === 'SECURITY',
        isMandatory: category === 'SECURITY',
      })),
    )
  })

  test('NTF-02 a lender’s notification preferences are stored, also when repeated, and other lenders’ unchanged', async () => {
    const other = await logIn(fixture, app)
    const choice = all(({ category }) => (category === 'MONEY' ? { email: false } : {}))
    await put({ categories: all(), emailDelivery: 'SINGLE' })
    const { status, json } = await put({ categories: choice.toReversed(), emailDelivery: 'DAILY' })
    expect(status).toBe(200)
    expect(json.emailDelivery).toBe('DAILY')
    expect(json.categories).toMatchObject(choice)
    expect((await lender.get(path)).json).toEqual(json)
    expect((await other.get(path)).json.emailDelivery).toBe('SINGLE')
    const entry = await one<{ detail: object }>(
      fixture.context.db,
      'test.audit',
      `select detail from audit_event where operation = 'setNotificationPreferences' and subject = $1
        order by at desc limit 1`,
      [`lender:${lender.lenderId}`],
    )
    expect(entry.detail).toMatchObject({ emailDelivery: 'DAILY' })
  })

  test.each(['email', 'sms'])(
    'NTF-02 security notifications cannot be turned off for %s, and the preferences stay unchanged',
    async (channel) => {
      await put({ categories: all(), emailDelivery: 'DAILY' })
      const before = (await lender.get(path)).json
      const without = all(({ category }) => (category === 'SECURITY' ? { [channel]: false } : {}))
      const { status, json } = await put({ categories: without, emailDelivery: 'SINGLE' })
      expect([status, json.code]).toEqual([400, 'NOTIFICATION_MANDATORY'])
      expect((await lender.get(path)).json).toEqual(before)
    },
  )

  test.each([
    ['a missing category', { categories: all().slice(1), emailDelivery: 'SINGLE' }],
    [
      'the same category twice',
      {
        categories: all(({ category }) => (category === 'FUNDING' ? { category: 'MONEY' } : {})),
        emailDelivery: 'SINGLE',
      },
    ],
    [
      'an unknown category',
      {
        categories: all(({ category }) => (category === 'FUNDING' ? { category: 'NEWS' } : {})),
        emailDelivery: 'SINGLE',
      },
    ],
    ['an unknown delivery', { categories: all(), emailDelivery: 'WEEKLY' }],
    [
      'a text instead of a boolean',
      { categories: all(() => ({ sms: 'yes' as never })), emailDelivery: 'SINGLE' },
    ],
  ])('NTF-02 notification preferences with %s are refused', async (_, body) => {
    const { status, json } = await put(body)
    expect([status, json.code]).toEqual([400, 'INPUT_INVALID'])
  })

  test('NTF-02 the database refuses notification preferences that turn security off', async () => {
    const sql = `insert into notification_preference values ($1, '{MONEY}', '{SECURITY}', 'SINGLE')`
    await expect(many(fixture.context.db, 'test.without', sql, [lender.lenderId])).rejects.toThrow(
      'notification_preference_security',
    )
  })
})

test('NTF-01 the database and the program assign each kind of notification the same category', async () => {
  const kinds = Object.keys(noticeKinds)
  const rows = await many<{ kind: string; category: string }>(
    fixture.context.db,
    'test.categories',
    'select kind, notice_category(kind) as category from unnest($1::text[]) as one (kind)',
    [kinds],
  )
  expect(rows).toEqual(Object.entries(noticeKinds).map(([kind, { category }]) => ({ kind, category })))
})
