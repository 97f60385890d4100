import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { many, one } from './database.ts'
import { columnNames, oneRow, placeholders, manyRows, unnestRows } from './rows.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

const columns = {
  loanId: 'bigint',
  amount: 'bigint',
  fundingId: 'uuid',
  paidOn: 'date',
  isLate: 'boolean',
  state: 'code',
  note: 'text',
  sha256: 'bytea',
} as const
const fundingId = '00000000-0000-7000-8000-000000000001'
const first = {
  sha256: Buffer.from('ab'),
  note: 'a "quoted", {braced} \\ note',
  state: 'WAITING',
  isLate: true,
  paidOn: '2026-11-28',
  fundingId,
  amount: 2,
  loanId: 1,
}
const second = { ...first, loanId: 3, amount: null, note: null, sha256: undefined, isLate: false }
const asked = `row.loan_id as "loanId", row.amount, row.funding_id as "fundingId", row.paid_on as "paidOn",
  row.is_late as "isLate", row.state, row.note, row.sha256`

test('a row object puts each value into the column of its name, whatever the order of its properties', async () => {
  const found = await many(
    fixture.context.db,
    'test.rows',
    `select ${asked} from ${unnestRows(columns)} order by loan_id`,
    manyRows(columns, [second, first]),
  )
  expect(found).toEqual([first, { ...second, sha256: null }])
})

test('row parameters begin at the number that the statement gives, and may come from nested objects', async () => {
  const pair = { debit: 'bigint', credit: 'bigint' } as const
  const found = await many(
    fixture.context.db,
    'test.read_rows',
    `select $1::text as name, row.* from ${unnestRows(pair, 2)}`,
    [
      'a',
      ...manyRows(pair, [{ movement: { credit: 2, debit: 1 } }], {
        credit: ({ movement }) => movement.credit,
        debit: ({ movement }) => movement.debit,
      }),
    ],
  )
  expect(found).toEqual([{ name: 'a', debit: 1, credit: 2 }])
})

test('a single row passes its values as parameters in the order of its columns, whatever the order of its properties', async () => {
  const row = { b: 'bigint', amounts: 'bigint[]', facts: 'jsonb' } as const
  const found = await one(
    fixture.context.db,
    'test.one_row',
    `select ${columnNames(row)} from (values (${placeholders(row)})) as row (${columnNames(row)})`,
    oneRow(row, { facts: '{"a":1}', amounts: [3, 4], b: 2 }),
  )
  expect(found).toEqual({ b: 2, amounts: ['3', '4'], facts: { a: 1 } })
})

test('a row refuses a column whose name is not an identifier', () => {
  expect(() => columnNames({ 'id) select 1; --': 'bigint' })).toThrow('not the name of a column')
})

test('a row object without a column, or with a value of another type, does not compile', () => {
  const pair = { loanId: 'bigint', number: 'text' } as const
  // @ts-expect-error a column is missing
  manyRows(pair, [{ loanId: 1 }])
  // @ts-expect-error the values of two columns have changed places
  manyRows(pair, [{ loanId: 'L-1', number: 1 }])
  // @ts-expect-error a reader is missing
  manyRows(pair, [{ a: 1 }], { loanId: ({ a }: { a: number }) => a })
  expect(manyRows(pair, [{ loanId: 1, number: 'L-1' }])).toEqual(['{1}', ['L-1']])
})
