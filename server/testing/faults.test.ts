import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditTopUp } from '../src/cash/index.ts'
import { cashOf } from '../src/books/index.ts'
import { perform } from '../src/platform/commands/perform.ts'
import { Database, one } from '../src/platform/db/database.ts'
import { cut, makeFaults } from './faults.ts'
import { aLender } from './people.ts'
import { makeFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'has an injector of its own, to look at it' })
})
afterAll(() => fixture.close())

test('top-ups are each credited once although a tenth of all database statements and commits fails in every possible way', async () => {
  const { lenderId } = await aLender(fixture.context)
  const faults = makeFaults(0.1, 20_260_101)
  const db = new Database({ ...fixture.context.db.options, ...faults.options })
  let toppedUp = 0
  try {
    // Continues until every kind of fault has occurred, including a commit whose response is lost.
    while (toppedUp < 20 || (toppedUp < 500 && Object.values(faults.struck).includes(0))) {
      toppedUp += 1
      await perform({ ...fixture.context, db }, creditTopUp, {
        actor: { kind: 'operator', name: 'test' },
        input: {
          bank: 'BNI',
          paymentRequestId: `struck-${toppedUp}`,
          lenderId,
          amount: 1_000,
          reason: 'test',
        },
      })
      const { value } = await one<{ value: number }>(db, 'test.question', 'select 42::bigint as value')
      expect(value).toBe(42)
    }
  } finally {
    await db.close()
  }
  expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: toppedUp * 1_000, held: 0 })
  expect(await fixture.books()).toEqual([])
  for (const [kind, times] of Object.entries(faults.struck)) expect(times, kind).toBeGreaterThan(0)
  const struck = Object.values(faults.struck).reduce((sum, times) => sum + times, 0)
  const share = struck / faults.seen()
  expect(share).toBeGreaterThan(0.07)
  expect(share).toBeLessThan(0.13)
})

test('a database change outside a transaction is not repeated when its connection was lost meanwhile', async () => {
  let asked = 0
  const retry = { tries: 5, pause: async () => void (asked += 1) }
  const db = new Database({
    ...fixture.context.db.options,
    retry,
    beforeStatement: (_, client) => cut(client),
  })
  try {
    await expect(db.query({ text: 'update lender set name = name' })).rejects.toThrow(
      /terminated|not queryable/,
    )
    expect(asked).toBe(0)
    await expect(db.query({ text: 'select id from lender for update' })).rejects.toThrow()
    expect(asked).toBe(0)
    await expect(db.query({ text: 'select id from lender' })).rejects.toThrow(/terminated|not queryable/)
    expect(asked).toBe(4)
  } finally {
    await db.close()
  }
})
