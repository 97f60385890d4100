import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { perform } from '../../platform/commands/perform.ts'
import { one } from '../../platform/db/database.ts'
import { databaseDyingAt } from '../../../testing/faults.ts'
import { aLender } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { fundSelection } from './fund.ts'
import { aChoice, bodyOf } from './testing/choice.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults: 'it breaks each statement itself' })
})
afterAll(() => fixture.close())

const fundingsOf = async (lenderId: number) =>
  (
    await one<{ rows: number }>(
      fixture.context.db,
      'test.fundings',
      'select count(*) as rows from funding where lender_id = $1',
      [lenderId],
    )
  ).rows

test('CHO-08 when the process dies at any statement, a selection of loans is funded completely or not at all, and only once when repeated', async () => {
  const { context } = fixture
  let died = 0
  for (let statement = -1; ; statement += 1) {
    const { lenderId } = await aLender(context, { cash: 1_000_000 })
    const call = {
      actor: { kind: 'lender', lenderId } as const,
      input: bodyOf(await aChoice(context, lenderId, [300_000, 400_000])),
      key: randomUUID(),
    }
    const { db, seen } = databaseDyingAt(fixture.databaseUrl, statement)
    const outcome = await perform({ ...context, db }, fundSelection, call).catch((error: unknown) => error)
    await db.close()
    if (statement >= seen()) {
      expect(outcome).toMatchObject({ list: [{ refusal: null }, { refusal: null }] })
      break
    }
    died += 1
    expect(outcome, `statement ${statement}`).toBeInstanceOf(Error)
    // If the connection breaks right after the commit, everything is stored; before COMMIT was sent, nothing is.
    expect(await fundingsOf(lenderId), `statement ${statement}`).toBe(statement === -1 ? 2 : 0)

    const { list } = await perform(context, fundSelection, call)
    expect(list.map(({ refusal }) => refusal)).toEqual([null, null])
    expect(await fundingsOf(lenderId)).toBe(2)
  }
  expect(died).toBeGreaterThan(10)
  expect(await fixture.books()).toEqual([])
})
