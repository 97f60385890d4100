import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { many, run } from '../../platform/db/database.ts'
import { searchLenders } from './index.ts'

const lenders = 20
let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
  const { db } = fixture.context
  await run(
    db,
    'test.lenders',
    `insert into lender (id, phone, name, email, user_type_id, digi_sign_id, password_hash)
     select id, 83000000000 + id, 'x', id || '@contoh.example', 3, 'sign-' || id, 'x' from generate_series(1, $1::int) id`,
    [lenders],
  )
  await run(
    db,
    'test.companies',
    `insert into lender_institution (lender_id, company_name, company_email, pic_full_name, pic_phone)
     select id, 'x', id || '@pt.example', 'x', '8' from generate_series(3, $1::int, 3) id`,
    [lenders],
  )
})
afterAll(() => fixture.close())

const parts = [
  ...[
    'Ma’ruf',
    "Ma'ruf",
    'Café',
    'Cafe\u0301',
    'ni',
    'Wayan',
    'D’Artha',
    'al-Amin',
    'al\u2011Amin',
    '100%',
    'a_b',
    'a\\b',
  ],
  ...['PT', 'Ｓｒｉ', 'ß', 'İlham', '\u00adlemah', 'é', '李', '٣', "'", '-', 'x'],
]
const name = fc
  .array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'grapheme', maxLength: 3 })), {
    minLength: 1,
    maxLength: 4,
  })
  .map((words) => words.join(' ').replaceAll('\0', ''))
/** A part of a name, typed in another way, or anything. */
const asked = fc.oneof(
  fc
    .tuple(name, fc.nat(12), fc.integer({ min: 1, max: 8 }))
    .map(([text, from, length]) => text.slice(from, from + length)),
  fc.constantFrom(...parts, "ma'ruf", 'CAFE', 'sri', '%', '_', '\\', ' ', ''),
  name.map((text) => text.toUpperCase().normalize('NFD')),
)

test('SCN-09 lenders and companies are found by each part of their names, as if all names were read', async () => {
  const property = fc.asyncProperty(
    fc.array(name, { minLength: lenders, maxLength: lenders }),
    fc.array(asked, { minLength: 1, maxLength: 10 }),
    async (names, texts) => {
      const { db } = fixture.context
      const ids = names.map((_, place) => place + 1)
      await run(
        db,
        'test.renamed',
        'update lender l set name = row.name from unnest($1::bigint[], $2::text[]) as row (id, name) where l.id = row.id',
        [ids, names],
      )
      await run(
        db,
        'test.companies_renamed',
        `update lender_institution i set company_name = reverse(row.name) from unnest($1::bigint[], $2::text[]) as row (id, name)
          where i.lender_id = row.id`,
        [ids, names],
      )
      for (const text of texts) {
        const expected = await many<{ lenderId: number; by: string }>(
          db,
          'test.all_names_read',
          `select id as "lenderId", 'name' as by from lender where strpos(search_form(name), search_form($1)) > 0
            union all
           select lender_id, 'company' from lender_institution where strpos(search_form(company_name), search_form($1)) > 0`,
          [text],
        )
        const found = (await searchLenders(db, text)).filter(({ by }) => by === 'name' || by === 'company')
        const of = (some: readonly { lenderId: number; by: string }[]) =>
          some.map(({ lenderId, by }) => `${lenderId} ${by}`).sort()
        expect([text, of(found)]).toEqual([text, of(expected)])
      }
    },
  )
  await fc.assert(property, { numRuns: 50 })
})
