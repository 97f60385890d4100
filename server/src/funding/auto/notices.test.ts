import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anInvestor, aRound, drain, type Investor } from '../../../testing/auto-rounds.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { localXignature } from '../../../testing/mandates.ts'
import { aLoan } from '../../../testing/people.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { revokeMandateOf } from '../mandate/index.ts'
import { runRound } from './run-round.ts'
import { listStrategies } from './strategies.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ overrides: { xignature: localXignature } })
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const investor = (grade: string, more: Parameters<typeof anInvestor>[1] = {}) =>
  anInvestor(fixture.context, { filters: { grade }, ...more })
const noticesOf = ({ lenderId }: Investor) =>
  many<{ kind: string; count: number; amount: number }>(
    fixture.context.db,
    'test.auto_notices',
    `select kind, (data ->> 'count')::int as count, (data ->> 'amount')::bigint as amount from notice
      where lender_id = $1 and kind in ('AUTO_FUNDED', 'FUNDINGS_UNMANDATED')`,
    [lenderId],
  )

test('SCN-12 the signed automatic fundings of a day are one notification with their sum', async () => {
  const one = await investor('Satu')
  for (let loan = 0; loan < 3; loan += 1) await aLoan(fixture.context, { grade: 'Satu' })
  await aRound(fixture.context)
  await drain(fixture.context)
  await drain(fixture.context)
  expect(await noticesOf(one)).toEqual([{ kind: 'AUTO_FUNDED', count: 3, amount: 900_000 }])
})

test('SCN-12 the pending fundings of a revoked mandate come back with one notification', async () => {
  const one = await investor('Dua')
  for (let loan = 0; loan < 3; loan += 1) await aLoan(fixture.context, { grade: 'Dua' })
  const { roundId } = await aRound(fixture.context)
  while (await runRound(fixture.context, { roundId })) continue
  await perform(fixture.context, revokeMandateOf, {
    actor: { kind: 'operator', name: 'test' },
    input: { lenderId: one.lenderId, reason: 'test' },
  })
  await drain(fixture.context)
  expect(await noticesOf(one)).toEqual([{ kind: 'FUNDINGS_UNMANDATED', count: 3, amount: 900_000 }])
})

test('SCN-12 a strategy warns when it cannot fund any loan, and gives the reason of most loans when it funded none', async () => {
  await aLoan(fixture.context, { grade: 'Tiga' })
  const warnings = async (more: Parameters<typeof anInvestor>[1]) => {
    const { lenderId } = await investor('Tiga', more)
    return (await listStrategies(fixture.context, lenderId)).list.map(({ warning }) => warning?.code ?? null)
  }
  expect(await warnings({ mandate: null })).toEqual(['NO_MANDATE'])
  expect(await warnings({ cash: 5_000_000, cashToKeep: 5_000_000 })).toEqual(['CASH'])
  expect(await warnings({ perLoan: { kind: 'FIXED', amount: 1 } })).toEqual(['BELOW_MINIMUM'])
  expect(await warnings({})).toEqual([null])

  const short = await investor('Tiga', { mostPerBorrower: 50_000 })
  await aRound(fixture.context)
  const [listed] = (await listStrategies(fixture.context, short.lenderId)).list
  expect(listed).toMatchObject({
    warning: null,
    lastRun: { funded: 0, notFunded: 1, reason: { code: 'BORROWER' } },
  })
})
