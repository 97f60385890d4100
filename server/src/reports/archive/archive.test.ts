import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { businessDateOf } from '@pematang/contract/format/business-date'
import { many, one } from '../../platform/db/database.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { goodPassword, logIn, type LoggedIn, startApp, type TestApp } from '../../../testing/http.ts'
import { perform } from '../../platform/commands/perform.ts'
import { suspendLender } from '../../lenders/testing.ts'
import { aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { jobs as documentArchiveJobs } from './jobs.ts'
import { makeArchive } from './make-archive.ts'
import { cleanArchives } from './retention.ts'

let fixture: Fixture
let app: TestApp
const year = businessDateOf(new Date()).slice(0, 4)

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

/** A lender who has funded and signed so many fundings; each has its two agreements. */
async function aFunder(fundings: number): Promise<LoggedIn> {
  const lender = await logIn(fixture, app, { cash: 30_000_000 })
  for (let i = 0; i < fundings; i += 1) {
    const loan = await aLoan(fixture.context, { totalLoan: 10_000_000 })
    const { fundingId } = await reserveFunding(fixture.context, {
      lenderId: lender.lenderId,
      ...loan,
      amount: 1_000_000,
    })
    await signFunding(fixture.context, fundingId)
  }
  return lender
}

const request = (lender: LoggedIn, of = year) => lender.post('/documents/archives', { year: of })
const listed = async (lender: LoggedIn) => (await lender.get('/documents/archives')).json.list
const jobOf = async (lender: LoggedIn) =>
  one<{ id: string }>(
    fixture.context.db,
    'test.archive',
    'select id from document_archive where lender_id = $1 order by created_at desc limit 1',
    [lender.lenderId],
  )
const make = async (lender: LoggedIn, attempts = 1, context = fixture.context) =>
  makeArchive(context, { payload: { archiveId: (await jobOf(lender)).id }, attempts })

async function fetched(lender: LoggedIn) {
  const [{ id }] = await listed(lender)
  return download(await openedBy(lender, id))
}

async function aTicket(lender: LoggedIn): Promise<string> {
  const [{ id }] = await listed(lender)
  return openedBy(lender, id)
}
const download = (ticket: string) =>
  app.get('/documents/archives/file', { headers: { cookie: `archive=${ticket}` } })

/** The ticket of an archive, which only the cookie has. */
async function openedBy(lender: LoggedIn, id: string): Promise<string> {
  const answer = await lender.post('/documents/archives/ticket', { id })
  expect(answer.json).toEqual({ message: 'success' })
  const [cookie = ''] = answer.headers.getSetCookie()
  const [, ticket = ''] =
    /^archive=([\w-]{43}); Path=\/; Max-Age=120; HttpOnly; SameSite=Strict$/.exec(cookie) ?? []
  expect(ticket, cookie).not.toBe('')
  return ticket
}

/** The names in a ZIP, as listed by an independent program after verifying every checksum. */
function namesIn(zip: Buffer): string[] {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'archive-')), 'all.zip')
  writeFileSync(file, zip)
  const script =
    'import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint("\\n".join(sorted(z.namelist())))'
  return execFileSync('python3', ['-c', script, file], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter(Boolean)
}

test('STM-06 a year of documents is rendered into a ZIP in the background, and the browser downloads it with a ticket', async () => {
  const lender = await aFunder(3)
  const asked = await request(lender)
  expect(asked.json).toMatchObject({ year: Number(year), state: 'WAITING', done: 0 })
  // A repeated request while the archive is being made returns the same archive.
  expect((await request(lender)).json.id).toBe(asked.json.id)
  await make(lender)
  expect(await listed(lender)).toMatchObject([{ id: asked.json.id, state: 'READY', done: 3, total: 3 }])
  const answer = await fetched(lender)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const audited = await many(
    fixture.context.db,
    'test.audited',
    'select actor, operation, subject, outcome, detail from audit_event where request_id = $1',
    [answer.headers.get('x-request-id')],
  )
  expect(audited).toEqual([
    {
      actor: `lender:${lender.lenderId}`,
      operation: 'downloadDocumentArchive',
      subject: `archive:${asked.json.id}`,
      outcome: 'done',
      detail: { year: Number(year), source: '127.0.0.1' },
    },
  ])
  const names = namesIn(answer.bytes)
  expect(names.filter((name) => /^Perjanjian\/.+ FND-\d{6}-\w{10} PPF?P?\.pdf$/.test(name)).length).toBe(6)
  expect(names).toHaveLength(6)
})

test('STM-06 concurrent requests for the document archive of one year create one archive with one job', async () => {
  const lender = await aFunder(1)
  const answers = await Promise.all(Array.from({ length: 4 }, () => request(lender)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
  const { jobs } = await one<{ jobs: number }>(
    fixture.context.db,
    'test.jobs',
    `select count(*) as jobs from job where payload ->> 'archiveId' in (select id::text from document_archive where lender_id = $1)`,
    [lender.lenderId],
  )
  expect(jobs).toBe(1)
})

test('STM-06 of a lender’s concurrent requests for document archives of two years one is refused', async () => {
  const lender = await aFunder(0)
  const answers = await Promise.all(['2023', '2024'].map((of) => request(lender, of)))
  expect(new Set(answers.map(({ json }) => json.code ?? json.state))).toEqual(
    new Set(['ARCHIVE_UNDER_WAY', 'WAITING']),
  )
})

test('STM-06 the worker makes the document archive of a year, and a year without documents is an empty ZIP', async () => {
  const lender = await aFunder(0)
  await request(lender, '2024')
  await runAllJobs(fixture.context, documentArchiveJobs(fixture.context))
  const [archive] = await listed(lender)
  expect(archive).toMatchObject({ state: 'READY', year: 2024, total: 0 })
  expect(namesIn((await fetched(lender)).bytes)).toEqual([])
})

test('STM-06 a killed attempt to make a document archive leaves nothing in the ZIP of the next attempt', async () => {
  const lender = await aFunder(2)
  await request(lender)
  await many(
    fixture.context.db,
    'test.killed',
    `with killed as (update document_archive set state = 'RUNNING', attempt = 1, bytes = 4 where lender_id = $1 returning id)
     insert into document_archive_part (archive_id, attempt, no, bytes) select id, 1, 1, 'half' from killed returning no`,
    [lender.lenderId],
  )
  await make(lender, 2)
  expect(namesIn((await fetched(lender)).bytes)).toHaveLength(4)
})

test('STM-06 a document archive whose every attempt fails is marked failed, and can be requested again', async () => {
  const lender = await aFunder(1)
  await request(lender)
  const broken = { ...fixture.context, db: brokenBy('reports.archive.files') }
  await expect(make(lender, 1, broken)).rejects.toThrow('no disk')
  expect((await listed(lender))[0].state).toBe('RUNNING')
  await make(lender, 3, broken)
  expect((await listed(lender))[0].state).toBe('FAILED')
  await request(lender)
  await make(lender)
  expect(await listed(lender)).toMatchObject([{ state: 'READY' }])
})

test('STM-06 a document archive not finished within a day is marked failed, and a finished one expires after three days', async () => {
  const lender = await aFunder(1)
  await request(lender)
  fixture.travel('25 hours')
  await cleanArchives(fixture.context)
  const states = () =>
    many<{ state: string }>(
      fixture.context.db,
      'test.states',
      'select state from document_archive where lender_id = $1',
      [lender.lenderId],
    )
  expect(await states()).toEqual([{ state: 'FAILED' }])
  fixture.travel('5 days')
  await cleanArchives(fixture.context)
  expect(await states()).toEqual([])
  const { left } = await one<{ left: number }>(
    fixture.context.db,
    'test.parts',
    'select count(*) as left from document_archive_part p where not exists (select from document_archive a where a.id = p.archive_id)',
    [],
  )
  expect(left).toBe(0)
})

test('STM-06 downloading a document archive with an expired, guessed or another lender’s ticket is refused', async () => {
  const [mine, theirs] = [await aFunder(1), await aFunder(1)]
  await request(mine)
  await make(mine)
  const [{ id }] = await listed(mine)
  expect((await theirs.post('/documents/archives/ticket', { id })).json.code).toBe('NOT_FOUND')
  const first = await openedBy(mine, id)
  const second = await openedBy(mine, id)
  expect([(await download(first)).status, (await download(second)).status]).toEqual([404, 200])
  for (const guessed of ['A'.repeat(43), 'A', '']) expect((await download(guessed)).status).toBe(404)
  const inQuery = await app.get(`/documents/archives/file?ticket=${await openedBy(mine, id)}`)
  expect(inQuery.status).toBe(404)
})

test('SEC-05 a ticket of a document archive is good for one download within two minutes, also of several at once', async () => {
  const lender = await aFunder(1)
  await request(lender)
  await make(lender)
  const first = await aTicket(lender)
  const answer = await download(first)
  expect([answer.status, answer.headers.getSetCookie().join()]).toEqual([
    200,
    expect.stringMatching(/^archive=; Path=\/; Max-Age=0;/),
  ])
  expect((await download(first)).status).toBe(404)
  const second = await aTicket(lender)
  const together = await Promise.all(Array.from({ length: 5 }, () => download(second)))
  expect(together.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404, 404, 404, 404])
  const third = await aTicket(lender)
  fixture.travel('119 seconds')
  expect((await download(third)).status).toBe(200)
  fixture.travel(undefined)
  const fourth = await aTicket(lender)
  fixture.travel('125 seconds')
  expect((await download(fourth)).status).toBe(404)
})

test.each<[string, (lender: LoggedIn) => Promise<unknown>]>([
  ['its session logs out', (lender) => lender.post('/auth/logout', {})],
  [
    'the lender chooses another password in the same session',
    async (lender) => {
      const next = 'Terasering-Subak-1899'
      const body = { oldPassword: goodPassword, newPassword: next, confirmNewPassword: next }
      expect((await lender.post('/auth/password', body)).json).toMatchObject({ message: 'success' })
    },
  ],
  [
    'the account is locked',
    ({ lenderId }) =>
      perform(fixture.context, suspendLender, {
        actor: { kind: 'operator', name: 'test' },
        input: { lenderId, reason: 'a phone was lost' },
      }),
  ],
])('SEC-05 a ticket of a document archive is refused once %s', async (_, end) => {
  const lender = await aFunder(1)
  await request(lender)
  await make(lender)
  const ticket = await aTicket(lender)
  await end(lender)
  expect((await lender.get('/documents/archives')).status).toBe(401)
  expect((await download(ticket)).status).toBe(404)
})

test('STM-06 a document archive of a future year is refused, and one of another year while an archive is in progress', async () => {
  const lender = await aFunder(0)
  expect((await request(lender, String(Number(year) + 1))).json.code).toBe('ARCHIVE_YEAR')
  expect((await request(lender, '1999')).status).toBe(400)
  await request(lender, '2024')
  expect((await request(lender, '2023')).json.code).toBe('ARCHIVE_UNDER_WAY')
})

test('STM-06 a lender finds only their own documents, by loan number, borrower and year, page by page', async () => {
  const lender = await aFunder(22)
  const find = async (query: Record<string, string>) =>
    (await lender.get(`/documents/fundings?${new URLSearchParams(query).toString()}`)).json
  const first = await find({})
  expect([first.list.length, first.years]).toEqual([20, [Number(year)]])
  const second = await find({ after: first.next })
  expect([second.list.length, second.next]).toEqual([2, null])
  const all = [...first.list, ...second.list]
  expect(new Set(all.map((row: { loanNumber: string }) => row.loanNumber)).size).toBe(22)
  const [one] = second.list
  expect(one.pp).toMatch(/^\/documents\/[\w-]{22}\.pdf$/)
  expect((await find({ search: one.loanNumber.toLowerCase() })).list).toEqual([one])
  expect((await find({ search: one.borrowerName.toUpperCase() })).list).toEqual([one])
  expect((await find({ search: '%' })).list).toEqual([])
  expect((await find({ year: '2024' })).list).toEqual([])
  expect((await find({ year })).list).toHaveLength(20)
  const other = await aFunder(0)
  const none = await other.get(`/documents/fundings?search=${one.loanNumber}`)
  expect(none.json).toMatchObject({ list: [], next: null })
})

/** Wraps the database so that the named statement fails. */
const brokenBy = (name: string) =>
  new Proxy(fixture.context.db, {
    get(db, key) {
      const value: unknown = Reflect.get(db, key, db)
      if (key !== 'query') return typeof value === 'function' ? value.bind(db) : value
      return (statement: { name?: string; text: string }) => {
        if (statement.name === name) throw new Error('no disk')
        return db.query(statement)
      }
    },
  })
