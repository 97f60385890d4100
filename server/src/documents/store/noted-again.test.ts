import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertDocument } from '../index.ts'
import { Database, one } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { aLender, aLoan, anAgreement } from '../../../testing/people.ts'
import { DocumentContents, hashOf, type KeptBytes, type Place, type StoredBytes } from './contents.ts'
import { moveDocuments } from './move.ts'
import { joinPlace, storedBytes } from './store.ts'
import { memoryStore } from './testing/memory-store.ts'

// The same bytes may be kept twice, with a change of DOCUMENT_STORE between.
let fixture: Fixture
let owner: Database
let lenderId: number
const stores = {
  FOLDER: memoryStore(() => new Date()).store,
  S3: memoryStore(() => new Date()).store,
}

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'its documents are of no books' })
  owner = new Database({ url: fixture.databaseUrl, size: 1 })
  ;({ lenderId } = await aLender(fixture.context, { cash: 5_000_000 }))
  await anAgreement(fixture.context, { lenderId, ...(await aLoan(fixture.context)), amount: 500_000 })
})
afterAll(async () => {
  await owner.close()
  await fixture.close()
})

/** Contents that know these stores; new documents go to the last one. */
const contentsIn = (...places: Place[]): DocumentContents =>
  new DocumentContents(
    { stores: new Map(places.map((place) => [place, stores[place]])), place: places.at(-1) ?? null },
    fixture.context,
  )

/** Stores a document of these bytes in a row of its own, and returns its id. */
async function store(kept: KeptBytes): Promise<string> {
  const { db, random } = fixture.context
  const id = random.secureId()
  await inTransaction(db, { repeatable: false }, async (tx) => {
    const { agreementId } = await one<{ agreementId: string }>(
      tx,
      'test.copy_agreement',
      `insert into agreement select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'number', gen_random_uuid()))).*
         from agreement a limit 1 returning id as "agreementId"`,
    )
    await insertDocument(tx, { id, lenderId, agreementId, kind: 'PPFP_VOID', kept })
  })
  return id
}

const stored = (id: string): Promise<StoredBytes> =>
  one(
    fixture.context.db,
    'test.stored',
    `select ${storedBytes} from document d ${joinPlace} where d.id = $1`,
    [id],
  )

/** Moves every document back into its row, as before a store is given up. */
const moveBack = () =>
  moveDocuments(
    {
      owner,
      contents: contentsIn('FOLDER', 'S3'),
      random: fixture.context.random,
      actor: { kind: 'operator', name: 'test' },
    },
    null,
  )

test('a document that moved from the folder into the database and is stored again in S3 is read from S3, also when the folder is gone', async () => {
  const bytes = Buffer.from('%PDF-1.7 kept twice')
  const first = await store(await contentsIn('FOLDER').keep(bytes))
  expect(await moveBack()).toMatchObject({ left: [] })
  expect(await stored(first)).toMatchObject({ bytes, place: null })

  const again = await store(await contentsIn('S3').keep(bytes))
  expect(await stored(again)).toMatchObject({ bytes: null, place: 'S3' })
  expect(await contentsIn('S3').read(await stored(again))).toEqual(bytes)
  expect(await contentsIn('S3').read(await stored(first))).toEqual(bytes)
})

test('a document that another row still reads from the folder is read from there when it is stored again in S3', async () => {
  const bytes = Buffer.from('%PDF-1.7 still in the folder')
  const ids = [
    await store(await contentsIn('FOLDER').keep(bytes)),
    await store(await contentsIn('FOLDER', 'S3').keep(bytes)),
  ]
  for (const id of ids) {
    expect(await stored(id)).toMatchObject({ place: 'FOLDER', size: bytes.length })
    expect(await contentsIn('FOLDER', 'S3').read(await stored(id))).toEqual(bytes)
  }
})

test('transactions that store the same document at the same time record one place, the one where its bytes are now', async () => {
  const bytes = Buffer.from('%PDF-1.7 kept by two')
  await store(await contentsIn('FOLDER').keep(bytes))
  await moveBack()
  const kept = await contentsIn('S3').keep(bytes)
  const ids = await Promise.all([store(kept), store(kept), store(kept)])
  for (const id of ids) expect((await stored(id)).place).toBe('S3')
  const { rows } = await one<{ rows: number }>(
    fixture.context.db,
    'test.places',
    'select count(*)::int as rows from document_place where sha256 = $1',
    [hashOf(bytes)],
  )
  expect(rows).toBe(1)
})
