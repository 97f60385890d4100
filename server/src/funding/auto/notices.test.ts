import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anInvestor, aRound, drain, type Investor } from '../../../testing/auto-rounds.ts'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { localXignature } from '../../../testing/mandates.ts'
import { aLoan } from '../../../testing/people.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many } from '../../platform/db/database.ts'
import { notifyRevocation } from '../../lenders/index.ts'
import { listNotices } from '../../lenders/testing.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { revokeMandate } from '../mandate/end-mandate.ts'
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
      where lender_id = $1 and kind in ('AUTO_FUNDED', 'FUNDINGS_UNMANDATED', 'MANDATE_REVOKED')`,
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

/** An investor with three fundings that wait for the signature of their mandate. */
async function withWaiting(grade: string): Promise<Investor> {
  const one = await investor(grade)
  for (let loan = 0; loan < 3; loan += 1) await aLoan(fixture.context, { grade })
  const { roundId } = await aRound(fixture.context)
  while (await runRound(fixture.context, { roundId })) continue
  return one
}

const revoke = ({ lenderId }: Investor) =>
  perform(fixture.context, revokeMandateOf, {
    actor: { kind: 'operator', name: 'test' },
    input: { lenderId, reason: 'test' },
  })

test('SCN-12 a mandate that an operator revokes is one notification with the fundings that come back', async () => {
  const one = await withWaiting('Dua')
  await revoke(one)
  await drain(fixture.context)
  expect(await noticesOf(one)).toEqual([{ kind: 'MANDATE_REVOKED', count: 3, amount: 900_000 }])
  const [notice] = (await listNotices(fixture.context, one.lenderId)).list
  expect(notice?.message).toMatch(
    /^Kuasa KPO-\S+ dicabut oleh Penyelenggara\..* Pendanaan 3 pinjaman yang belum ditandatangani dibatalkan, dan Rp900\.000 sudah kembali/,
  )
})

test('SCN-12 mandates that an operator revokes one after the other are one notification, and revoking none is none', async () => {
  const one = await investor('Empat')
  await revoke(one)
  await revoke(one)
  expect(await noticesOf(one)).toEqual([{ kind: 'MANDATE_REVOKED', count: 0, amount: 0 }])
  const to = { lenderId: one.lenderId, id: fixture.context.random.uuid() }
  await inTransaction(fixture.context.db, { repeatable: true }, (tx) => notifyRevocation(tx, to, ['KPO-2']))
  const [notice, ...others] = (await listNotices(fixture.context, one.lenderId)).list
  expect(notice?.message).toMatch(/^Kuasa \S+ dan KPO-2 dicabut oleh Penyelenggara\./)
  expect(others).toEqual([])
})

test('SCN-12 the fundings that come back after the notification of the revocation was sent are one of their own', async () => {
  const one = await withWaiting('Lima')
  await revoke(one)
  await inTransaction(fixture.context.db, { repeatable: true }, (tx) =>
    tx.query({ text: 'update notice set gathering = false where lender_id = $1', values: [one.lenderId] }),
  )
  await drain(fixture.context)
  expect(await noticesOf(one)).toEqual(
    expect.arrayContaining([
      { kind: 'MANDATE_REVOKED', count: 0, amount: 0 },
      { kind: 'FUNDINGS_UNMANDATED', count: 3, amount: 900_000 },
    ]),
  )
})

test('SCN-12 the pending fundings of a mandate that its lender revoked come back with one notification', async () => {
  const one = await withWaiting('Enam')
  await perform(fixture.context, revokeMandate, {
    actor: { kind: 'lender', lenderId: one.lenderId },
    input: null,
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
