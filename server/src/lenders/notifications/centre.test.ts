import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { listCentreNotices, noticeState } from './centre.ts'
import type { Kind, NoticeData } from './notice-data.ts'
import { notifyLender } from './notifications.ts'
import { readNotices } from './read-notices.ts'

let fixture: Fixture
let app: TestApp
let lender: LoggedIn
let other: LoggedIn

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
})
beforeEach(async () => {
  lender = await logIn(fixture, app)
  other = await logIn(fixture, app)
})
afterEach(() => fixture.travel(undefined))
afterAll(async () => {
  await app.close()
  await fixture.close()
})

async function notify<K extends Kind>(kind: K, data: NoticeData[K], to = lender): Promise<string> {
  const id = fixture.context.random.uuid()
  await inTransaction(fixture.context.db, { repeatable: true }, (tx) =>
    notifyLender(tx, { lenderId: to.lenderId, id }, kind, data),
  )
  return id
}
const expired = (loanNumber: string, to = lender) => notify('FUNDING_EXPIRED', { loanNumber, amount: 1 }, to)
const returned = (to = lender) => notify('WITHDRAWAL_RETURNED', { amount: 1 }, to)
const bulkEnded = () =>
  notify('BULK_FUNDING_ENDED', {
    number: 'BLK-1',
    partnerName: 'PT Mitra',
    loans: 1,
    funded: 1,
    amount: 1,
    returned: 0,
  })

const list = async (query = '', by = lender) => (await by.get(`/notices/list${query}`)).json
const idsOf = ({ list: rows }: { list: { id: string }[] }) => rows.map(({ id }) => id)
const state = async (by = lender) => (await by.get('/notices/state')).json

describe('the notification list', () => {
  test('NTF-01 the notification list shows every notification with category, subject and read status, newest first', async () => {
    const first = await expired('T-1')
    const second = await notify('CONTACT_CHANGED', { phone: true, email: false })
    await lender.post('/notices/dismiss', { id: first })
    expect((await list()).list).toMatchObject([
      { id: second, category: 'SECURITY', isRead: false, subject: { type: 'ACCOUNT', id: null } },
      {
        id: first,
        category: 'FUNDING',
        isRead: true,
        title: 'Pendanaan dibatalkan',
        subject: { type: 'TRANSACTIONS', id: 'T-1' },
      },
    ])
  })

  test('NTF-01 the notification list can be filtered by category, by unread, and by both', async () => {
    const [money, funding, read] = [await returned(), await expired('T-1'), await expired('T-2')]
    await lender.post('/notices/dismiss', { id: read })
    expect(idsOf(await list('?category=MONEY'))).toEqual([money])
    expect(idsOf(await list('?category=FUNDING'))).toEqual([read, funding])
    expect(idsOf(await list('?unread=true'))).toEqual([funding, money])
    expect(idsOf(await list('?unread=true&category=FUNDING'))).toEqual([funding])
    expect(idsOf(await list('?category=&unread='))).toEqual([read, funding, money])
  })

  test('NTF-01 cursor pages show each notification once, also those of the same instant and when new ones arrive', async () => {
    const ids: string[] = []
    await inTransaction(fixture.context.db, { repeatable: true }, async (tx) => {
      for (let made = 0; made < 7; made += 1) {
        const id = fixture.context.random.uuid()
        ids.push(id)
        const kind = made % 2 ? 'FUNDING_EXPIRED' : 'OFFER_CLOSED'
        const data = { loanNumber: 'T-1', amount: 1, funded: 1, total: 2 }
        await notifyLender(tx, { lenderId: lender.lenderId, id }, kind, data)
      }
    })
    ids.push(await returned())
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await list(`?limit=3${cursor && `&cursor=${cursor}`}`)
      seen.push(...idsOf(page))
      cursor = page.nextCursor
      await expired('later')
    } while (cursor)
    expect(seen).toHaveLength(8)
    expect(new Set(seen)).toEqual(new Set(ids))
    expect(seen[0]).toBe(ids[7])
  })

  test('NTF-01 a lender sees no notification of another lender, not even with that lender’s cursor', async () => {
    await expired('T-1', other)
    await expired('T-2', other)
    const { nextCursor } = await list('?limit=1', other)
    expect(await list(`?cursor=${nextCursor}`)).toEqual({ list: [], nextCursor: null })
  })

  test.each([
    ['an unknown category', 'category=CATS', null],
    ['a word instead of true', 'unread=yes', null],
    ['a page number as a cursor', 'cursor=2', 'Penanda halaman ini tidak dikenal.'],
    ['a cursor with a quote', "cursor=1.'", 'Penanda halaman ini tidak dikenal.'],
    ['a page size of 101', 'limit=101', null],
    ['an unknown field', 'page=2', null],
  ])('NTF-01 the notification list refuses %s', async (_, query, sentence) => {
    const { status, json } = await lender.get(`/notices/list?${query}`)
    expect([status, json.code]).toEqual([400, 'INPUT_INVALID'])
    if (sentence) expect(json.message).toBe(sentence)
  })
})

describe('the unread state of the notices', () => {
  test('NTF-01 the count of unread notifications stops at 100', async () => {
    expect((await state()).unread).toBe(0)
    for (let made = 0; made < 3; made += 1) await expired(`T-${made}`)
    expect((await state()).unread).toBe(3)
    await inTransaction(fixture.context.db, { repeatable: true }, async (tx) => {
      for (let made = 0; made < 120; made += 1)
        await notifyLender(
          tx,
          { lenderId: lender.lenderId, id: fixture.context.random.uuid() },
          made % 2 ? 'WITHDRAWAL_RETURNED' : 'TOP_UP_CORRECTED',
          { amount: 1, owed: 0 },
        )
    })
    expect((await state()).unread).toBe(100)
  })

  test('NTF-06 the version of the notification list changes when a notification arrives or is read, and otherwise stays', async () => {
    const versions = [(await state()).version]
    const id = await expired('T-1')
    versions.push((await state()).version)
    await expired('T-2')
    versions.push((await state()).version)
    await lender.post('/notices/dismiss', { id })
    versions.push((await state()).version)
    expect(new Set(versions).size).toBe(4)
    await expired('T-3', other)
    expect((await state()).version).toBe(versions[3])
  })

  test('NTF-06 the notification of an ended bulk funding appears once its progress is no longer shown', async () => {
    const id = await bulkEnded()
    const ofLender = () => noticeState(fixture.context, lender.lenderId)
    const before = await ofLender()
    expect(before.unread).toBe(0)
    expect(idsOf(await list())).toEqual([])
    fixture.travel('16 minutes')
    const after = await ofLender()
    expect([after.unread, after.version === before.version]).toEqual([1, false])
    expect(idsOf(await listCentreNotices(fixture.context, lender.lenderId, { limit: 10 }))).toEqual([id])
  })

  test('NTF-06 polling for notifications does not keep a session alive', async () => {
    const idle = fixture.context.config.SESSION_IDLE_SECONDS
    fixture.travel(`${idle - 60} seconds`)
    expect((await lender.get('/notices/state')).status).toBe(200)
    fixture.travel(`${idle + 60} seconds`)
    expect((await lender.get('/notices/state')).status).toBe(401)
  })
})

describe('marking all as read', () => {
  const readAll = (body: unknown, by = lender) => by.post('/notices/read-all', body)

  test('NTF-01 marking all notifications of a category as read leaves other categories and later ones unread', async () => {
    const [money, funding] = [await returned(), await expired('T-1')]
    const later = await expired('T-2')
    expect((await readAll({ upTo: funding, category: 'FUNDING' })).json).toEqual({ message: 'success' })
    expect(idsOf(await list('?unread=true'))).toEqual([later, money])
    await readAll({ upTo: funding, category: '' })
    expect(idsOf(await list('?unread=true'))).toEqual([later])
    expect((await state()).unread).toBe(1)
  })

  test('NTF-01 a notification that was read no longer appears at the top of the home screen', async () => {
    const id = await expired('T-1')
    expect(idsOf((await lender.get('/notices')).json)).toEqual([id])
    await readAll({ upTo: id })
    expect(idsOf((await lender.get('/notices')).json)).toEqual([])
  })

  test('NTF-01 marking all as read handles thousands of notifications in steps, and none of another lender', async () => {
    for (let made = 0; made < 7; made += 1) await expired(`T-${made}`)
    await expired('T-8', other)
    const [newest] = idsOf(await list())
    await readNotices(fixture.context, lender.lenderId, { upTo: newest ?? '' }, 2)
    expect([(await state()).unread, (await state(other)).unread]).toEqual([0, 1])
  })

  test('NTF-01 marking all as read leaves the notification of a bulk funding unread if it becomes visible only later', async () => {
    await bulkEnded()
    await readAll({ upTo: await expired('T-1') })
    fixture.travel('16 minutes')
    expect((await noticeState(fixture.context, lender.lenderId)).unread).toBe(1)
  })

  test.each([
    ['a malformed id', { upTo: 'x' }, 404],
    ['an unknown category', { upTo: 'x', category: 'CATS' }, 400],
    ['a missing id', {}, 400],
  ])('NTF-01 marking notifications as read refuses %s', async (_, body, status) => {
    const id = await expired('T-1')
    expect((await readAll(body)).status).toBe(status)
    expect((await readAll({ upTo: id }, other)).status).toBe(404)
    expect((await state()).unread).toBe(1)
  })
})
