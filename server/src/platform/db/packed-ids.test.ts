import { expect, test } from 'vitest'
import { makeFixture } from '../../../testing/fixture.ts'
import { many, one } from './database.ts'
import { countOfPacked, unpacked } from './packed-ids.ts'

test('ids packed into one buffer are read back in order, in batches, as values that a database query accepts', async () => {
  const fixture = await makeFixture()
  const { db } = fixture.context
  const { ids, texts } = await one<{ ids: Buffer; texts: string[] }>(
    db,
    'test.packed',
    `with given as materialized (select gen_random_uuid() as id, place from generate_series(1, 7) place)
     select coalesce(string_agg(uuid_send(given.id), ''::bytea order by given.place desc), ''::bytea) as ids, array_agg(id::text order by place desc) as texts from given`,
  )
  expect(countOfPacked(ids)).toBe(7)
  const batches = [...unpacked(ids, 3)]
  expect(batches.map(({ length }) => length)).toEqual([3, 3, 1])
  const read = await many<{ id: string }>(
    db,
    'test.unpacked',
    'select id::text as id from unnest($1::uuid[]) with ordinality as a (id, place) order by place',
    [batches.flat()],
  )
  expect(read.map(({ id }) => id)).toEqual(texts)
  await fixture.close()
})

test('an empty list of ids makes no batches', () => {
  expect([countOfPacked(Buffer.alloc(0)), [...unpacked(Buffer.alloc(0), 10)]]).toEqual([0, []])
})
