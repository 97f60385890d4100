import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseDyingAt } from '../../../testing/faults.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { localXignature } from '../../../testing/mandates.ts'
import { aLoan } from '../../../testing/people.ts'
import { one } from '../../platform/db/database.ts'
import { holdRound } from './index.ts'
import { runRound } from './run-round.ts'
import { anInvestor, aRound, drain, fundingsOf } from '../../../testing/auto-rounds.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({
    withoutFaults: 'it breaks each statement itself',
    overrides: { xignature: localXignature },
  })
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await fixture.close()
})

const roundsNow = async () =>
  await one<{ rounds: number; decisions: number }>(
    fixture.context.db,
    'test.rounds',
    `select (select count(*)::integer from auto_round) as rounds, (select count(*)::integer from auto_decision) as decisions`,
  )

test('AUT-09 when a process dies at any statement, a round of automatic funding is stored either completely or not at all', async () => {
  const { context } = fixture
  await anInvestor(context)
  await anInvestor(context)
  await aLoan(context)
  let died = 0
  for (let statement = 0; ; statement += 1) {
    const { db, seen } = databaseDyingAt(fixture.databaseUrl, statement)
    const outcome = await holdRound({ ...context, db }).catch((error: unknown) => error)
    await db.close()
    if (statement >= seen()) {
      expect(outcome).toMatchObject({ held: true, decisions: 2 })
      break
    }
    died += 1
    expect(outcome, `statement ${statement}`).toBeInstanceOf(Error)
    expect(await roundsNow(), `statement ${statement}`).toEqual({ rounds: 0, decisions: 0 })
  }
  expect(died).toBeGreaterThan(10)
  expect(await roundsNow()).toEqual({ rounds: 1, decisions: 2 })
  await drain(context)
})

test('AUT-09 when a process dies while ordering the fundings of a round, another process orders each of them exactly once', async () => {
  const { context } = fixture
  const investors = [await anInvestor(context), await anInvestor(context)]
  await aLoan(context)
  const { roundId } = await aRound(context)
  let died = 0
  for (let statement = 0; ; statement += 1) {
    const { db, seen } = databaseDyingAt(fixture.databaseUrl, statement)
    await runRound({ ...context, db }, { roundId }).catch(() => undefined)
    await db.close()
    if (statement >= seen()) break
    died += 1
  }
  expect(died).toBeGreaterThan(15)
  await drain(context)
  const fundings = await fundingsOf(
    context,
    investors.map(({ lenderId }) => lenderId),
  )
  // Each of the two loans was funded once by each lender.
  expect(fundings.map(({ state }) => state)).toEqual(['SETTLED', 'SETTLED', 'SETTLED', 'SETTLED'])
  expect(new Set(fundings.map(({ lenderId, loanId }) => `${lenderId} ${loanId}`)).size).toBe(4)
  expect(await fixture.books()).toEqual([])
})
