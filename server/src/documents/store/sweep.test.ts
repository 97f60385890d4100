import fc from 'fast-check'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { insertDocument } from '../index.ts'
import { type ObjectStore, StoreUnavailable } from '../../outside/document-store/port.ts'
import { one } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLender, aLoan, anAgreement } from '../../../testing/people.ts'
import { DocumentContents, hashOf, type KeptBytes, keyOf, setAsideKeyOf } from './contents.ts'
import { sweepDocuments } from './sweep.ts'
import { memoryStore } from './testing/memory-store.ts'

const dayMs = 86_400_000
const graceDays = 10

let fixture: Fixture
let agreementId: string
let lenderId: number
/** The day of the test, counted from its beginning. */
let today = 0
const memory = memoryStore(() => new Date(Date.now() + today * dayMs))

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'its documents are of no books' })
  const { context } = fixture
  context.contents = contentsOf(memory.store)
  ;({ lenderId } = await aLender(context, { cash: 5_000_000 }))
  const loan = await aLoan(context)
  await anAgreement(context, { lenderId, ...loan, amount: 500_000 })
  ;({ id: agreementId } = await one<{ id: string }>(context.db, 'test.agreement', 'select id from agreement'))
})
afterEach(() => onDay(0))
afterAll(() => fixture.close())

const contentsOf = (store: ObjectStore): DocumentContents =>
  new DocumentContents(
    { stores: new Map([['FOLDER', store]]), place: 'FOLDER' },
    { log: pino({ level: 'silent' }), metrics: fixture.context.metrics },
  )

function onDay(day: number): void {
  today = day
  fixture.travel(day === 0 ? undefined : `${day} days`)
}

/** Names bytes in a row of a document, as a transaction does after they were kept. */
const name = (kept: KeptBytes): Promise<void> =>
  inTransaction(fixture.context.db, { repeatable: false }, async (tx) => {
    const document = { id: fixture.context.random.secureId(), lenderId, kept }
    const kind = 'PPFP_VOID'
    const other = await copyOfAgreement(tx)
    await insertDocument(tx, { ...document, agreementId: other, kind })
  })

const copyOfAgreement = async (tx: Parameters<typeof one>[0]): Promise<string> =>
  (
    await one<{ id: string }>(
      tx,
      'test.copy_agreement',
      `insert into agreement select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'number', gen_random_uuid()))).*
         from agreement a where id = $1 returning id`,
      [agreementId],
    )
  ).id

const sweep = (dryRun = false, contents = fixture.context.contents) =>
  sweepDocuments({
    db: fixture.context.db,
    contents,
    now: new Date(Date.now() + today * dayMs),
    graceDays,
    dryRun,
  })

const readable = async (bytes: Buffer): Promise<boolean> => {
  const stored = { sha256: hashOf(bytes), bytes: null, place: 'FOLDER' as const, size: bytes.length }
  return (await fixture.context.contents.readOutside(stored)).equals(bytes)
}

let made = 0
const newBytes = () => Buffer.from(`%PDF-1.7 number ${(made += 1)}`)

test('document bytes that no row refers to are set aside after one grace period, and deleted after a second one', async () => {
  const { contents } = fixture.context
  const [named, orphan] = [newBytes(), newBytes()]
  await name(await contents.keep(named))
  await contents.keep(orphan)
  expect(await sweep()).toMatchObject({ setAside: 0, deleted: 0 })
  onDay(graceDays + 1)
  expect(await sweep(true)).toMatchObject({ setAside: 1 })
  expect(memory.keys()).toContain(keyOf(hashOf(orphan)))
  expect(await sweep()).toMatchObject({ setAside: 1, deleted: 0, putBack: 0, forgotten: 0, unknown: 0 })
  expect(memory.keys()).toContain(setAsideKeyOf(hashOf(orphan)))
  expect(await sweep()).toMatchObject({ setAside: 0, deleted: 0 })
  onDay(2 * graceDays + 2)
  expect(await sweep()).toMatchObject({ setAside: 0, deleted: 1 })
  expect(memory.keys().filter((key) => key.includes(hashOf(orphan).toString('hex')))).toEqual([])
  expect(await readable(named)).toBe(true)
})

test('bytes that a row refers to only after they were set aside can still be read, and the next sweep puts them back', async () => {
  const { contents } = fixture.context
  const bytes = newBytes()
  const kept = await contents.keep(bytes)
  onDay(graceDays + 1)
  await sweep()
  expect(memory.keys()).not.toContain(keyOf(kept.sha256))
  await name(kept)
  onDay(2 * graceDays + 2)
  expect(await sweep()).toMatchObject({ putBack: 1, deleted: 0 })
  expect(memory.keys()).toContain(keyOf(kept.sha256))
  expect(await readable(bytes)).toBe(true)
})

test('bytes that were set aside are put back as soon as a document is read from them', async () => {
  const bytes = newBytes()
  const kept = await fixture.context.contents.keep(bytes)
  onDay(graceDays + 1)
  await sweep()
  await name(kept)
  expect(await readable(bytes)).toBe(true)
  expect(memory.keys()).toContain(keyOf(kept.sha256))
})

test('bytes that were set aside can be read while the store accepts no writes', async () => {
  const bytes = newBytes()
  const kept = await fixture.context.contents.keep(bytes)
  onDay(graceDays + 1)
  await sweep()
  await name(kept)
  const refusing = contentsOf({
    ...memory.store,
    put: () => Promise.reject(new StoreUnavailable('read only')),
  })
  const stored = { sha256: kept.sha256, bytes: null, place: 'FOLDER' as const, size: bytes.length }
  expect(await refusing.read(stored)).toEqual(bytes)
})

test('a sweep puts bytes back if a row comes to refer to them while the sweep sets them aside', async () => {
  const bytes = newBytes()
  const kept = await fixture.context.contents.keep(bytes)
  onDay(graceDays + 1)
  const contents = contentsOf({
    ...memory.store,
    async delete(key) {
      if (key === keyOf(kept.sha256)) await name(kept)
      await memory.store.delete(key)
    },
  })
  expect(await sweep(false, contents)).toMatchObject({ putBack: 1 })
  expect(memory.keys()).toContain(keyOf(kept.sha256))
  expect(await readable(bytes)).toBe(true)
})

test('the grace period of bytes starts again when the same bytes are stored again', async () => {
  const bytes = newBytes()
  await fixture.context.contents.keep(bytes)
  onDay(graceDays + 1)
  await fixture.context.contents.keep(bytes)
  await sweep()
  expect(memory.keys()).toContain(keyOf(hashOf(bytes)))
})

test('a sweep counts objects whose names are not those of documents, and does not delete them', async () => {
  await memory.store.put('documents/zz', Buffer.from('of somebody else'))
  onDay(graceDays + 1)
  expect(await sweep()).toMatchObject({ unknown: 1 })
  expect(memory.keys()).toContain('documents/zz')
  await memory.store.delete('documents/zz')
})

test('after any order of storing, referring and sweeping, bytes with a row are readable, and two more sweeps delete all others', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('keep' as const), which: fc.nat(4) }),
    fc.record({ do: fc.constant('name' as const), which: fc.nat(4) }),
    fc.record({ do: fc.constant('sweep' as const), which: fc.nat(2 * graceDays) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      onDay(0)
      const all = Array.from({ length: 5 }, newBytes)
      const kept = new Map<number, { kept: KeptBytes; day: number }>()
      const named = new Set<number>()
      for (const { do: what, which } of steps) {
        if (what === 'keep')
          kept.set(which, { kept: await fixture.context.contents.keep(all[which] as Buffer), day: today })
        // A transaction names what was kept just before it, long before a grace period has passed.
        const ready = kept.get(which)
        if (what === 'name' && ready && today - ready.day < graceDays) {
          await name(ready.kept)
          named.add(which)
        }
        if (what === 'sweep') {
          onDay(today + which)
          await sweep()
        }
        for (const one of named) expect(await readable(all[one] as Buffer)).toBe(true)
      }
      for (let round = 0; round < 2; round += 1) {
        onDay(today + graceDays + 1)
        await sweep()
      }
      const left = memory.keys().join(' ')
      for (const [place, bytes] of all.entries())
        expect(left.includes(hashOf(bytes).toString('hex'))).toBe(named.has(place))
    }),
    { numRuns: 25 },
  )
})

test('the command “documents sweep” writes an audit entry for a sweep, and changes nothing in a dry run', async () => {
  const operator = operatorOn(fixture)
  const audited = () =>
    one<{ entries: number }>(
      fixture.context.db,
      'test.swept',
      `select count(*)::int as entries from audit_event where operation = 'sweepDocuments'`,
    )
  const run = async (...rest: string[]) =>
    (await operator(['--json', 'documents', 'sweep', '--grace-days', '1', ...rest])).json
  expect(await run('--dry-run')).toMatchObject({ dryRun: true, graceDays: 1 })
  expect((await audited()).entries).toBe(0)
  expect(await run()).toMatchObject({ graceDays: 1, deleted: 0 })
  expect((await audited()).entries).toBe(1)
})
