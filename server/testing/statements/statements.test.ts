import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isTest } from '../../../scripts/check/boundaries/layers.ts'
import { listFiles, root } from '../../../scripts/check/tree.ts'
import { type Fixture, makeFixture } from '../fixture.ts'
import { Describer } from './describe.ts'
import { neverNull, notRead, outside } from './excused.ts'
import { type Look, lookAtAll } from './look-at-all.ts'
import { Modules } from './modules.ts'

// Every statement of the product is prepared on the migrated database, and what PostgreSQL says of its columns is
// compared with the row type that stands beside it in the source.

let fixture: Fixture
let describer: Describer
let look: Look
beforeAll(async () => {
  fixture = await makeFixture()
  describer = await Describer.on(fixture.databaseUrl, fixture.context.db)
  const files = listFiles(root, ['server/{src,demo}/**/*.ts']).filter(
    (file) =>
      !isTest(file) &&
      /\/(database|transaction)\.ts'|\.query[<(]/.test(readFileSync(path.join(root, file), 'utf8')),
  )
  look = await lookAtAll(new Modules(root), files, describer)
})
afterAll(async () => {
  await describer.close()
  await fixture.close()
})

const subjectOf = ({ name, column }: { name: string; column: string }) => `${name} ${column}`

test('a row type names the columns of its statement with the types and nulls that PostgreSQL describes', () => {
  expect(look.described.length).toBeGreaterThan(900)
  const excused = { ...neverNull, ...notRead }
  expect(look.lies.filter((lie) => !(subjectOf(lie) in excused))).toEqual([])
})

test('each column exempted from the comparison of row types would fail it', () => {
  const isLie = (what: RegExp) => look.lies.filter((lie) => what.test(lie.what)).map(subjectOf)
  expect(Object.keys(neverNull).sort()).toEqual(isLie(/may be null/).sort())
  expect(Object.keys(notRead).sort()).toEqual(isLie(/not in the row type/).sort())
})

test('the statements that cannot be described are listed file by file', () => {
  const counts = Map.groupBy(look.outside, ({ written }) => written.module.file)
  expect(Object.fromEntries([...counts].map(([file, some]) => [file, some.length]))).toEqual(
    Object.fromEntries(Object.entries(outside).map(([file, { statements }]) => [file, statements])),
  )
})

test('no two different SQL statements share a name', () => {
  const texts = Map.groupBy(
    look.described.filter(({ name }) => !name.includes(':')),
    ({ name }) => name,
  )
  const twice = [...texts].filter(([, some]) => new Set(some.map(({ text }) => text)).size > 1)
  expect(twice.map(([name]) => name)).toEqual([])
})

describe('a planted statement', () => {
  const file = 'server/src/cash/tax/planted.ts'
  const liesOf = async (row: string, text: string, values = '[]') => {
    const source = `import { many } from '../../platform/db/database.ts'
type Kind = 'A' | 'B'
type Row = ${row}
const columns = 'f.id, f.state'
export const planted = (db: never) => many<Row>(db, 'cash.tax.planted', \`${text}\`, ${values})`
    const planted = await lookAtAll(new Modules(root, new Map([[file, source]])), [file], describer)
    return planted.outside
      .map(({ error }) => error)
      .concat(planted.lies.map(({ column, what }) => `${column} ${what}`))
  }
  const fundings = 'select ${columns}, f.amount, f.ended_at as "endedAt" from funding f'
  const row = '{ id: string; state: Kind; amount: number; endedAt: Date | null }'

  test.each<[string, string, string, string[]]>([
    ['the truth is found', row, fundings, []],
    [
      'a wrong type',
      row.replace('number', 'string'),
      fundings,
      ['amount is number (int8), the row type says string'],
    ],
    [
      'a missing column',
      row.replace('amount', 'left: number; amount'),
      fundings,
      ['left is in the row type and not in the columns'],
    ],
    [
      'a misspelt column',
      row.replace('endedAt', 'endedat'),
      fundings,
      [
        'endedat is in the row type and not in the columns',
        'endedAt is in the columns and not in the row type',
      ],
    ],
    [
      'null where the type has none',
      row.replace(' | null', ''),
      fundings,
      ['endedAt may be null (funding.ended_at), the row type says Date'],
    ],
    [
      'a column that is asked to be there',
      row.replace(' | null', ''),
      `${fundings} where f.ended_at is not null`,
      [],
    ],
    [
      'an outer join without null',
      '{ id: string; name: string }',
      'select f.id, l.name from funding f left join lender l on l.id = f.lender_id',
      ['name may be null (lender.name), the row type says string'],
    ],
    [
      'null through a view',
      '{ penalty: number; asked: number }',
      'select penalty, asked_penalty as asked from standing_payment',
      ['asked may be null (loan_payment.asked_penalty), the row type says number'],
    ],
    [
      'an array of bigint, whose elements are texts',
      '{ ids: number[] }',
      'select array_agg(id) as ids from lender',
      ['ids has string (_int8), the row type says number'],
    ],
    [
      'a column that does not exist',
      '{ id: string }',
      'select f.ident as id from funding f',
      ['column f.ident does not exist'],
    ],
  ])('%s', async (_what, type, text, lies) => {
    expect(await liesOf(type, text)).toEqual(lies)
  })

  test('a value too few', async () => {
    const text = 'select id from lender where id = $1 and name = $2'
    expect(await liesOf('{ id: number }', text, '[1]')).toEqual(['$ takes 2 values and is given 1'])
  })
})
