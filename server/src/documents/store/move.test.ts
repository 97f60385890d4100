import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ObjectStore } from '../../outside/document-store/port.ts'
import { auditSince, markBooks } from '../../audit/index.ts'
import { Database, many, one } from '../../platform/db/database.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { DocumentContents, type Place } from './contents.ts'
import { moveDocuments } from './move.ts'
import { memoryStore } from './testing/memory-store.ts'
import { aFolder, anS3, type TestPlace } from './testing/places.ts'
import { aLenderWithDocuments, filesOf, issueAll, whereAll } from '../../../testing/document-scenario.ts'

let folder: TestPlace
let s3: TestPlace
let fixture: Fixture
let owner: Database
let lenderId: number
let operator: ReturnType<typeof operatorOn>

beforeAll(async () => {
  ;[folder, s3] = [await aFolder(), await anS3()]
  fixture = await makeFixture({
    settings: { ...folder.settings, ...s3.settings },
    withoutFaults: 'the owner of the tables has a connection of its own',
  })
  owner = new Database({ url: fixture.databaseUrl, size: 2 })
  operator = operatorOn(fixture)
  lenderId = await aLenderWithDocuments(fixture.context)
  await issueAll(fixture.context, lenderId)
  // The PDFs of statements are made when they are first read.
  await filesOf(fixture.context, lenderId)
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(async () => {
  await owner.close()
  await fixture.close()
  await folder.close()
  await s3.close()
})

/** The same context with another place of new documents. */
const placed = (place: Place | null) => {
  const { context } = fixture
  const { contents, log, metrics } = context
  return { ...context, contents: new DocumentContents({ stores: contents.stores, place }, { log, metrics }) }
}

async function moveTo(to: string) {
  const { exit, json, err } = await operator(['--json', 'documents', 'move', '--to', to])
  expect(err).toBe('')
  return { exit, ...json }
}

const verify = async (...rest: string[]) => {
  const { exit, json } = await operator(['--json', 'documents', 'verify', ...rest])
  return { exit, ...json }
}

test('documents of every kind are unchanged after they were moved to a folder, to S3 and back to the database', async () => {
  const { context } = fixture
  const before = await filesOf(context, lenderId)
  expect(new Set([...before.keys()].map((name) => name.split('/')[0]))).toEqual(
    new Set(['Perjanjian', 'Factsheet', 'Rekening Koran', 'Konfirmasi Saldo']),
  )
  const { ROW: rows = 0 } = await whereAll(context)
  const wouldMove = async (to: string) =>
    (await operator(['--json', 'documents', 'move', '--to', to, '--dry-run'])).json.documents
  for (const [to, place] of [
    ['folder', 'FOLDER'],
    ['s3', 'S3'],
    ['database', 'ROW'],
    ['s3', 'S3'],
    ['folder', 'FOLDER'],
  ] as const) {
    expect(await wouldMove(to)).toBeGreaterThan(0)
    expect(await moveTo(to)).toMatchObject({ exit: 0, left: [] })
    expect(await wouldMove(to)).toBe(0)
    expect(await whereAll(context)).toEqual({ [place]: rows })
    expect(await filesOf(context, lenderId)).toEqual(before)
    expect(await fixture.books()).toEqual([])
    expect(await verify()).toMatchObject({
      exit: 0,
      read: rows,
      outside: place === 'ROW' ? 0 : rows,
      faults: [],
    })
    expect(await moveTo(to)).toMatchObject({ moved: 0 })
  }
  expect(await moveTo('database')).toMatchObject({ exit: 0 })
  const audited = await many<{ actor: string }>(
    context.db,
    'test.audited',
    `select actor, detail from audit_event where operation = 'moveDocuments' and subject = 'document'`,
  )
  expect(new Set(audited.map(({ actor }) => actor))).toEqual(new Set(['operator:test']))
})

test.each(['FOLDER', 'S3'] as const)(
  'statements, confirmations and archives are made and downloaded with new documents stored in %s',
  async (place) => {
    const context = placed(place)
    const other = await aLenderWithDocuments(context)
    const counts = await whereAll(context)
    await issueAll(context, other)
    const files = await filesOf(context, other)
    expect([...files.values()].every((bytes) => bytes.startsWith('%PDF-'))).toBe(true)
    const now = await whereAll(context)
    expect(now[place]).toBeGreaterThan(counts[place] ?? 0)
    expect(now.ROW).toBe(counts.ROW)
    expect(await filesOf(fixture.context, other)).toEqual(files)
  },
)

test('documents can be downloaded unchanged while they are moved from one place to another and back', async () => {
  await moveTo('database')
  const before = await filesOf(fixture.context, lenderId)
  let isMoving = true
  const reader = async () => {
    let reads = 0
    for (; isMoving; reads += 1) expect(await filesOf(fixture.context, lenderId)).toEqual(before)
    return reads
  }
  const readers = [reader(), reader()]
  try {
    for (const to of ['folder', 's3', 'database', 's3', 'folder', 'database']) await moveTo(to)
  } finally {
    isMoving = false
  }
  for (const reads of await Promise.all(readers)) expect(reads).toBeGreaterThan(0)
})

test('two moves that run at the same time move each document once', async () => {
  await moveTo('database')
  const { ROW: rows } = await whereAll(fixture.context)
  const both = await Promise.all([moveTo('folder'), moveTo('folder')])
  expect(both.map(({ exit }) => exit)).toEqual([0, 0])
  expect(both.reduce((sum, { moved }) => sum + Number(moved), 0)).toBe(rows)
  expect(await whereAll(fixture.context)).toEqual({ FOLDER: rows })
})

test('a second `documents move` moves the documents that an interrupted one has left', async () => {
  await moveTo('database')
  const { ROW: rows } = await whereAll(fixture.context)
  s3.leave()
  const failed = await operator(['documents', 'move', '--to', 's3'])
  s3.comeBack()
  expect([failed.exit, failed.err]).toEqual([2, expect.stringContaining('jalankan lagi perintahnya')])
  expect((await whereAll(fixture.context)).LOST).toBeUndefined()
  await moveTo('s3')
  expect(await whereAll(fixture.context)).toEqual({ S3: rows })
})

test('a document whose stored bytes do not match its hash is not moved, and both move and verify report it', async () => {
  await moveTo('s3')
  const { sha256, id } = await one<{ sha256: Buffer; id: string }>(
    fixture.context.db,
    'test.a_factsheet',
    'select sha256, id from factsheet order by id limit 1',
  )
  const whole = s3.bytesOf(sha256) as Buffer
  s3.damage(sha256, Buffer.alloc(whole.length))
  const fault = { document: `factsheet ${id}`, fault: expect.stringContaining('has other bytes') }
  expect(await verify()).toMatchObject({ exit: 1, faults: [fault] })
  expect(await moveTo('database')).toMatchObject({ exit: 1, left: [fault] })
  expect((await whereAll(fixture.context)).S3).toBe(1)
  s3.damage(sha256, null)
  expect(await verify()).toMatchObject({ faults: [{ fault: expect.stringContaining('is missing') }] })
  s3.damage(sha256, whole)
  expect(await moveTo('database')).toMatchObject({ exit: 0, moved: 1 })
})

test('verify reads as many agreements as the option --sample says', async () => {
  await moveTo('folder')
  expect(await verify('--sample', '7')).toMatchObject({ exit: 0, read: 7, outside: 7, faults: [] })
  await moveTo('database')
})

test.each([
  ['other bytes', (store: ObjectStore, key: string) => store.put(key, Buffer.from('other'))],
  ['longer bytes', (store: ObjectStore, key: string) => store.put(key, Buffer.alloc(1_000_000))],
  ['nothing', () => Promise.resolve()],
])(
  'a move leaves every document in the database if the store keeps %s instead of the bytes of a document',
  async (_, put) => {
    await moveTo('database')
    const { random, log, metrics } = fixture.context
    const store = memoryStore(() => new Date()).store
    const wrong: ObjectStore = { ...store, put: (key) => put(store, key) }
    const { ROW: rows } = await whereAll(fixture.context)
    const report = await moveDocuments(
      {
        owner,
        contents: new DocumentContents({ stores: new Map([['S3', wrong]]), place: null }, { log, metrics }),
        random,
        actor: { kind: 'operator', name: 'test' },
      },
      'S3',
    )
    expect([report.moved, report.left.length]).toEqual([0, rows])
    expect(await whereAll(fixture.context)).toEqual({ ROW: rows })
  },
)

test.each([
  [
    'a signed file that does not begin with the shown document',
    `update document set bytes = 'other', sha256 = sha256('other') where kind = 'PPFP_SIGNED'`,
    'it does not begin with the document that was shown',
  ],
  [
    'an agreement that lacks the signature of the platform',
    `update document set bytes = 'other', sha256 = sha256('other') where kind = 'PP' and platform_certificate is not null`,
    'the signature of the platform is not in it',
  ],
  [
    'a time stamp that was made for other bytes',
    `insert into document_timestamp (document_id, revision, hole_from, hole_to, token, stamped_at, serial, authority)
     select id, '<00>', 0, 4, sha256('other'), now(), '01', 'TSA' from document where kind = 'PP_SIGNED'`,
    'its time stamp is of something else',
  ],
])('verify reports %s', async (_, change, fault) => {
  await moveTo('database')
  await inRolledBack(change, async () => {
    const { faults, exit } = await verify()
    expect(exit).toBe(1)
    expect(new Set(faults.map((one: { fault: string }) => one.fault))).toEqual(new Set([fault]))
  })
})

test('verify checks the time stamp of a document that is stored outside the database', async () => {
  await moveTo('folder')
  await inRolledBack(
    `insert into document_timestamp (document_id, revision, hole_from, hole_to, token, stamped_at, serial, authority)
     select id, '<00>', 0, 4, sha256, now(), '01', 'TSA' from document where kind = 'PP_SIGNED'`,
    async () => {
      expect(await verify()).toMatchObject({ exit: 0, faults: [] })
      const files = await filesOf(fixture.context, lenderId)
      const agreements = [...files].filter(([file]) => file.endsWith(' PP.pdf'))
      expect(agreements.length).toBeGreaterThan(0)
      for (const [, bytes] of agreements) expect(bytes.endsWith('<00>')).toBe(true)
    },
  )
  await moveTo('database')
})

/** Changes rows with the triggers off, and back again after the work. */
async function inRolledBack(change: string, work: () => Promise<void>): Promise<void> {
  const all = (text: string) => owner.query({ text, values: [] })
  await all('create table spare as select id, bytes, sha256 from document')
  await all('alter table document disable trigger all')
  await all('alter table document_timestamp disable trigger all')
  try {
    await all(change)
    await work()
  } finally {
    await all('update document d set bytes = s.bytes, sha256 = s.sha256 from spare s where s.id = d.id')
    await all('delete from document_timestamp')
    await all('alter table document enable trigger all')
    await all('alter table document_timestamp enable trigger all')
    await all('drop table spare')
  }
}

test('the audit of recent changes reports no breach after a move, and still reports a deleted row', async () => {
  await moveTo('database')
  const mark = await markBooks(owner)
  await moveTo('folder')
  expect((await auditSince(owner, mark)).breaches).toEqual([])
  const next = await markBooks(owner)
  const all = (text: string) => owner.query({ text, values: [] })
  await all('create table spare as select * from factsheet limit 1')
  await all('alter table factsheet disable trigger all')
  try {
    await all('delete from factsheet where id in (select id from spare)')
    const { breaches } = await auditSince(owner, next)
    expect(breaches.filter(({ invariant }) => invariant === 'I26c')).toMatchObject([
      { row: { table: 'factsheet' } },
    ])
  } finally {
    await all('insert into factsheet select * from spare')
    await all('alter table factsheet enable trigger all')
    await all('drop table spare')
  }
  await moveTo('database')
})

test.each([
  [`update document set bytes = bytes || 'x'`, 'append-only'],
  [`update document set bytes = null`, 'may not leave without a place'],
  [`update document set kind = 'PP_VOID' where kind = 'PP'`, 'append-only'],
  [`update document set bytes = bytes`, 'append-only'],
  [`delete from factsheet`, 'append-only'],
  [`truncate statement_pdf`, 'append-only'],
])('the database refuses the statement “%s” even from the owner of the tables', async (text, reason) => {
  await moveTo('database')
  // Places that no row needs may be forgotten.
  await owner.query({ text: 'delete from document_place', values: [] })
  await expect(owner.query({ text, values: [] })).rejects.toThrow(reason)
})

test('while documents are in a folder, even the owner of the tables can neither change their bytes nor delete or change their places', async () => {
  await moveTo('folder')
  const ask = (text: string) => owner.query({ text, values: [] })
  await expect(ask(`update document set bytes = 'other'`)).rejects.toThrow('are not those of the row')
  await expect(ask('delete from document_place')).rejects.toThrow('a document is in this place')
  await expect(ask('update document_place set size = size + 1')).rejects.toThrow('keeps its hash')
  await expect(ask('truncate document_place')).rejects.toThrow('append-only')
  const app = (text: string) => fixture.context.db.query({ text, values: [] })
  await expect(app(`update document set bytes = bytes`)).rejects.toThrow('permission denied')
  await expect(app(`update document_place set place = 'S3'`)).rejects.toThrow('permission denied')
  await moveTo('database')
})

test('the commands “documents move” and “documents prepare” fail without the login of the owner, or if the place is not set or not reachable', async () => {
  const without = operatorOn({ context: fixture.context })
  expect(await without(['documents', 'move', '--to', 'folder'])).toMatchObject({
    exit: 2,
    err: expect.stringContaining('DATABASE_OWNER_URL'),
  })
  const { log, metrics } = fixture.context
  const contents = new DocumentContents({ stores: new Map(), place: null }, { log, metrics })
  const unset = operatorOn({ ...fixture, context: { ...fixture.context, contents } })
  expect(await unset(['documents', 'move', '--to', 's3'])).toMatchObject({
    exit: 2,
    err: expect.stringContaining('tidak diisi'),
  })
  expect(await unset(['documents', 'prepare', '--place', 'folder'])).toMatchObject({ exit: 2 })
  expect(await operator(['documents', 'prepare', '--place', 's3'])).toMatchObject({ exit: 0 })
  s3.leave()
  expect(await operator(['documents', 'prepare', '--place', 's3', '--dry-run'])).toMatchObject({ exit: 0 })
  expect(await operator(['documents', 'prepare', '--place', 's3'])).toMatchObject({ exit: 2 })
  s3.comeBack()
})

test('documents that came back from a folder move to S3 when the folder is gone', async () => {
  const { context } = fixture
  await moveTo('folder')
  await moveTo('database')
  const before = await filesOf(context, lenderId)
  const { ROW: rows } = await whereAll(context)
  const { random, log, metrics } = context
  const store = context.contents.stores.get('S3') as ObjectStore
  const contents = new DocumentContents({ stores: new Map([['S3', store]]), place: 'S3' }, { log, metrics })
  const actor = { kind: 'operator', name: 'test' } as const
  expect(await moveDocuments({ owner, contents, random, actor }, 'S3')).toEqual({ moved: rows, left: [] })
  expect(await whereAll(context)).toEqual({ S3: rows })
  expect(await filesOf({ ...context, contents }, lenderId)).toEqual(before)
  await moveTo('database')
})
