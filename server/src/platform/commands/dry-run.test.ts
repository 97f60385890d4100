import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { creditTopUp } from '../../cash/index.ts'
import { cashOf } from '../../books/index.ts'
import { aLender } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { batchMutation, mutation } from './command.ts'
import { perform } from './perform.ts'
import { performDryRun, performDryRunBatch } from './dry-run.ts'
import { one, run } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

const operator = { kind: 'operator', name: 'test' } as const
const lender = { kind: 'lender', lenderId: 1 } as const
const traces = () =>
  one(
    fixture.context.db,
    'test.traces',
    `select (select count(*) from audit_event) as audited, (select count(*) from idempotency) as keys,
            (select count(*) from own_answer) as answers,
            (select count(*) from transfer) as transfers, (select count(*) from loan_type) as types`,
  )

test('SRV-01 a dry run answers like the command and leaves no row, no audit trail entry and no idempotency key', async () => {
  const { lenderId } = await aLender(fixture.context)
  const before = await traces()
  const input = { bank: 'BNI' as const, paymentRequestId: 'R-1', lenderId, amount: 5_000, reason: 'test' }
  expect(await performDryRun(fixture.context, creditTopUp, { actor: operator, input })).toEqual({
    credited: true,
  })
  expect(await traces()).toEqual(before)
  expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 0, held: 0 })
  await perform(fixture.context, creditTopUp, { actor: operator, input })
  expect(await performDryRun(fixture.context, creditTopUp, { actor: operator, input })).toEqual({
    credited: false,
  })
})

test('SRV-01 a dry run throws what the command throws and checks the same permission', async () => {
  const refuses = mutation<Fixture['context'], null, null>({
    operation: 'refuses',
    permit: ['operator'],
    withoutSecondPair: 'test',
    run: () => Promise.reject(new Refusal('LOAN_NOT_FOUND')),
  })
  const before = await traces()
  await expect(
    performDryRun(fixture.context, refuses, { actor: operator, input: null }),
  ).rejects.toMatchObject({
    code: 'LOAN_NOT_FOUND',
  })
  // @ts-expect-error the type refuses it too
  await expect(performDryRun(fixture.context, refuses, { actor: lender, input: null })).rejects.toThrow(
    'refuses is not for lender',
  )
  expect(await traces()).toEqual(before)
})

/** Adds loan types by name; one name fails in the database and one is refused. */
const addTypes = batchMutation<Fixture['context'], string, string>({
  operation: 'addTypes',
  permit: ['operator'],
  withoutSecondPair: 'test',
  async run(tx, requests, { random }) {
    const outcomes: ({ answer: string } | Refusal)[] = []
    for (const { input } of requests) {
      if (input === 'refused') outcomes.push(new Refusal('LOAN_NOT_FOUND'))
      else {
        const name = input === 'impossible' ? null : input
        await run(tx, 'test.add_type', 'insert into loan_type (id, name) values ($1, $2)', [
          random.id(),
          name,
        ])
        outcomes.push({ answer: input })
      }
    }
    return outcomes
  },
})
const callsOf = (...names: string[]) => names.map((input) => ({ actor: operator, input }))

test('SRV-01 in the dry run of a batch each command sees the effect of those before it, and nothing is committed', async () => {
  const before = await traces()
  const twice = await performDryRunBatch(fixture.context, addTypes, callsOf('a', 'refused', 'b'))
  expect(twice).toEqual([{ answer: 'a' }, { error: expect.any(Refusal) }, { answer: 'b' }])
  expect(await traces()).toEqual(before)
  await expect(
    // @ts-expect-error the type refuses it too
    performDryRunBatch(fixture.context, addTypes, [{ actor: lender, input: 'a' }]),
  ).rejects.toThrow('addTypes is not for lender')
})

test('SRV-01 a command that fails in the dry run of a batch does not affect the others', async () => {
  const before = await traces()
  const outcomes = await performDryRunBatch(fixture.context, addTypes, callsOf('a', 'impossible', 'b'))
  expect(outcomes).toEqual([
    { answer: 'a' },
    { error: expect.objectContaining({ code: '23502' }) },
    { answer: 'b' },
  ])
  expect(await traces()).toEqual(before)
})
