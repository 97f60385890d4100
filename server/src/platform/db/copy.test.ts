import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '../../../testing/global-setup.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { copyRow } from './copy.ts'
import { many, run } from './database.ts'
import { inTransaction, type Transaction } from './transaction.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'counts what one statement wrote' })
  await withClient(fixture.databaseUrl, async (client) => {
    await client.query('create table copied (id integer primary key, word text, is_it boolean, bytes bytea)')
    await client.query('grant insert, select, delete on copied to public')
  })
})
afterAll(() => fixture.close())

const columns = 'copied (id, word, is_it, bytes)'
const within = <T>(work: (tx: Transaction) => Promise<T>) =>
  inTransaction(fixture.context.db, { repeatable: false }, work)
const stored = () =>
  many<{ id: number; word: string | null }>(
    fixture.context.db,
    'test.copied',
    'select id, word, is_it as "isIt", bytes from copied order by id',
  )

test('DOOR-14 COPY stores every character of a row unchanged', async () => {
  const word = fc.option(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('\\', '\n', '\r', '\t', 'N', '.') }),
    ),
  )
  const row = fc.record({ word, isIt: fc.boolean(), bytes: fc.option(fc.uint8Array({ maxLength: 4 })) })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (drawn) => {
      const rows = drawn.map((one, place) => ({
        id: place + 1,
        word: one.word === null ? null : one.word.replaceAll('\0', ''),
        isIt: one.isIt,
        bytes: one.bytes === null ? null : Buffer.from(one.bytes),
      }))
      await within(async (tx) => {
        await run(tx, 'test.empty', 'delete from copied')
        await tx.copy(
          columns,
          rows.map((one) => copyRow(Object.values(one))),
        )
      })
      expect(await stored()).toEqual(rows)
    }),
    { numRuns: 50 },
  )
})

test('DOOR-14 a rejected row undoes the COPY, and the transaction continues from its savepoint', async () => {
  const rows = (...ids: number[]) => ids.map((id) => copyRow([id, `row ${id}`, true, null]))
  await within(async (tx) => {
    await run(tx, 'test.empty', 'delete from copied')
    await tx.copy(columns, rows(1, 2, 3))
    await tx.query({ text: 'savepoint before_it' })
    await expect(tx.copy(columns, rows(...Array(2_000).keys()))).rejects.toMatchObject({ code: '23505' })
    await tx.query({ text: 'rollback to savepoint before_it' })
    await tx.copy(columns, rows(4))
  })
  expect((await stored()).map(({ id }) => id)).toEqual([1, 2, 3, 4])
})

test('DOOR-14 a transaction rejects any other statement while a COPY is running', async () => {
  await within(async (tx) => {
    const copying = tx.copy(columns, [copyRow([9, 'nine', false, null])])
    await Promise.resolve().then(() => Promise.resolve())
    await expect(tx.query({ text: 'select 1' })).rejects.toThrow('rows are being copied')
    await copying
    await tx.query({ text: 'select 1' })
  })
})
