import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { creditTopUp } from '../deposit/credit-top-up.ts'
import { cashOf } from '../ledger/index.ts'
import { aLender } from '../testing/people.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { batchMutation } from './batch/batch-mutation.ts'
import { one, run } from './db/database.ts'
import { mutation, perform } from './mutation.ts'
import { Refusal } from './refusal.ts'
import { rehearse, rehearseBatch } from './rehearse.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
afterEach(async () => expect(await world.books()).toEqual([]))

const operator = { kind: 'operator', name: 'test' } as const
const lender = { kind: 'lender', lenderId: 1 } as const
const traces = () =>
  one(
    world.context.db,
    'test.traces',
    `select (select count(*) from audit_event) as audited, (select count(*) from idempotency) as keys,
            (select count(*) from transfer) as transfers, (select count(*) from loan_type) as types`,
  )

test('SRV-01 a rehearsal answers as the verb does and leaves nothing: no row, no audit, no key', async () => {
  const { lenderId } = await aLender(world.context)
  const before = await traces()
  const input = { bank: 'BNI' as const, paymentRequestId: 'R-1', lenderId, amount: 5_000 }
  expect(await rehearse(world.context, creditTopUp, { actor: operator, input })).toEqual({ credited: true })
  expect(await traces()).toEqual(before)
  expect(await cashOf(world.context.db, lenderId)).toEqual({ available: 0, held: 0 })
  await perform(world.context, creditTopUp, { actor: operator, input })
  expect(await rehearse(world.context, creditTopUp, { actor: operator, input })).toEqual({ credited: false })
})

test('SRV-01 a rehearsal ends in what the verb throws, and is for whom the verb is for', async () => {
  const refuses = mutation<World['context'], null, null>({
    operation: 'refuses',
    permit: ['operator'],
    run: () => Promise.reject(new Refusal('LOAN_NOT_FOUND')),
  })
  const before = await traces()
  await expect(rehearse(world.context, refuses, { actor: operator, input: null })).rejects.toMatchObject({
    code: 'LOAN_NOT_FOUND',
  })
  await expect(rehearse(world.context, refuses, { actor: lender, input: null })).rejects.toThrow(
    'refuses is not for lender',
  )
  expect(await traces()).toEqual(before)
})

/** Adds loan types by name, with one that cannot be written and one that is refused. */
const addTypes = batchMutation<World['context'], string, string>({
  operation: 'addTypes',
  permit: ['operator'],
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

test('SRV-01 a batch is rehearsed as one: each sees those before it, and nothing stays', async () => {
  const before = await traces()
  const twice = await rehearseBatch(world.context, addTypes, callsOf('a', 'refused', 'b'))
  expect(twice).toEqual([{ answer: 'a' }, { error: expect.any(Refusal) }, { answer: 'b' }])
  expect(await traces()).toEqual(before)
  await expect(rehearseBatch(world.context, addTypes, [{ actor: lender, input: 'a' }])).rejects.toThrow(
    'addTypes is not for lender',
  )
})

test('SRV-01 one that fails in a rehearsed batch spoils no other', async () => {
  const before = await traces()
  const outcomes = await rehearseBatch(world.context, addTypes, callsOf('a', 'impossible', 'b'))
  expect(outcomes).toEqual([
    { answer: 'a' },
    { error: expect.objectContaining({ code: '23502' }) },
    { answer: 'b' },
  ])
  expect(await traces()).toEqual(before)
})
