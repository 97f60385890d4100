import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '../../testing/world.ts'
import { one } from '../db/database.ts'
import { bareArray, byteArray, textArray } from './array-literal.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

/** What PostgreSQL takes a literal for. */
const read = async (type: string, literal: string): Promise<unknown> =>
  (
    await one<{ value: unknown }>(
      world.context.db,
      `test.array_${type}`,
      `select to_jsonb($1::${type}[]) as value`,
      [literal],
    )
  ).value

const runs = { numRuns: 60 }

test('numbers and uuids arrive as they were', async () => {
  const number = fc.option(fc.maxSafeInteger())
  await fc.assert(
    fc.asyncProperty(fc.array(number), async (values) => {
      expect(await read('bigint', bareArray(values))).toEqual(values)
    }),
    runs,
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uuid()), async (values) => {
      expect(await read('uuid', bareArray(values))).toEqual(values)
    }),
    runs,
  )
})

test('texts arrive as they were: quotes, backslashes, commas, braces, NULL as a word, nothing at all', async () => {
  const text = fc.oneof(
    fc.constantFrom(
      '',
      'NULL',
      'null',
      '{',
      '}',
      ',',
      '"',
      '\\',
      '\\"',
      ' ',
      '\n\t',
      "'",
      '$&',
      '{"a":"\\"b"}',
    ),
    fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('\0') && one.isWellFormed()),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (values) => {
      expect(await read('text', textArray(values))).toEqual(values)
    }),
    runs,
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ a: text, b: fc.maxSafeInteger() })), async (values) => {
      expect(await read('jsonb', textArray(values.map((value) => JSON.stringify(value))))).toEqual(values)
    }),
    runs,
  )
})

test('bytes arrive as they were', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array()), async (values) => {
      const bytes = values.map((value) => Buffer.from(value))
      expect(await read('bytea', byteArray(bytes))).toEqual(bytes.map((one) => `\\x${one.toString('hex')}`))
    }),
    runs,
  )
})
