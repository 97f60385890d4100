import fc from 'fast-check'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Fixture, makeFixture } from '../../../testing/fixture.ts'
import { meanwhileOn } from '../../../testing/meanwhile.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLender, aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { cancelLoan, recordRepayment } from '../../loans/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { many, run } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { pageOfEvents } from '../partner/list-events.ts'
import { type EventRow, eventsAfter } from './read.ts'
import { numberAllEvents } from './number.ts'
import { formatPlace } from './index.ts'

const actor = { kind: 'operator', name: 'test' } as const
let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const number = () => numberAllEvents(fixture.context, async () => {})
const db = () => fixture.context.db

async function eventsOf(lenderId: number | null, limit = 1000): Promise<EventRow[]> {
  const all: EventRow[] = []
  for (;;) {
    const page = await eventsAfter(db(), { lenderId, after: all.at(-1)?.no ?? 0, limit })
    all.push(...page)
    if (page.length < limit) return all
  }
}

test('KEY-02 the events of a lender are movements of cash and the states of fundings and loans, with what is kept of them', async () => {
  const { context } = fixture
  const loan = await aDisbursedLoan(context, [300_000], { tenor: 3, disbursedOn: '2026-01-10' })
  const [funding] = loan.fundings
  const lenderId = funding?.lenderId ?? 0
  const payment = { loanNumber: loan.loanNumber, reference: 'E-1', amount: 150_000, paidOn: '2026-02-10' }
  await perform(context, recordRepayment, { actor, input: payment })
  await number()
  const events = await eventsOf(lenderId)
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['cash.moved', 'funding.settled', 'loan.funded', 'loan.active']),
  )
  expect(events.find(({ type }) => type === 'funding.settled')).toMatchObject({
    ref: funding?.fundingId,
    amount: 300_000,
    loanNumber: loan.loanNumber,
    account: null,
  })
  const moved = events.filter(({ type }) => type === 'cash.moved')
  expect(moved.map(({ seq }) => seq)).toEqual(moved.map((_, index) => index + 1))
  let balance = 0
  for (const one of moved) {
    balance += one.amount ?? 0
    expect(one).toMatchObject({ account: 'MAIN', balance })
  }
  expect(events.map(({ no }) => no)).toEqual(events.map(({ no }) => no).toSorted((a, b) => a - b))
})

test('KEY-02 a refunded funding and its loan are told to who holds it, and to nobody else', async () => {
  const { context } = fixture
  const { lenderId } = await aLender(context, { cash: 5_000_000 })
  const { lenderId: other } = await aLender(context, { cash: 5_000_000 })
  const loan = await aLoan(context)
  await signFunding(
    context,
    (await reserveFunding(context, { lenderId, ...loan, amount: 500_000 })).fundingId,
  )
  await perform(context, cancelLoan, { actor, input: { loanNumber: loan.loanNumber } })
  await number()
  const types = (await eventsOf(lenderId)).map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['funding.settled', 'funding.refunded', 'loan.cancelled']))
  expect((await eventsOf(other)).map(({ type }) => type)).toEqual(['cash.moved'])
})

test('KEY-02 a reader who goes on from each cursor reads every event once and in one order, however transactions commit', async () => {
  const { context } = fixture
  const lenders = await Promise.all([0, 1, 2].map(() => aLender(context, { cash: 1_000_000 })))
  await number()
  const insert = (id: string) => ({
    text: `insert into event_note (kind, refs, state) select 'FUNDING', array[id::text], $1 from funding where lender_id = $2`,
    values: ['SETTLED', id],
  })
  for (const { lenderId } of lenders) {
    const loan = await aLoan(context)
    await reserveFunding(context, { lenderId, ...loan, amount: 100_000 })
  }
  await number()
  const step = fc.record({
    what: fc.constantFrom('note', 'commit', 'number', 'read'),
    which: fc.nat(2),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 40 }), async (steps) => {
      const clients = await Promise.all(
        lenders.map(async () => {
          const client = new pg.Client(fixture.databaseUrl)
          await client.connect()
          return { client, open: 0 }
        }),
      )
      let last = (await eventsOf(null)).at(-1)?.no ?? 0
      const begun = last
      const seen: number[] = []
      let committed = 0
      const read = async () => {
        for (const { no } of await eventsAfter(db(), { lenderId: null, after: last, limit: 1000 })) {
          last = no
          seen.push(no)
        }
      }
      try {
        for (const { what, which } of steps) {
          const chosen = clients[which]
          if (!chosen) continue
          if (what === 'read') await read()
          else if (what === 'number') await number()
          else if (what === 'note') {
            if (chosen.open === 0) await chosen.client.query('begin')
            await chosen.client.query(insert(String(lenders[which]?.lenderId)))
            chosen.open += 1
          } else if (chosen.open > 0) {
            await chosen.client.query('commit')
            committed += chosen.open
            chosen.open = 0
          }
        }
        for (const { client, open } of clients) if (open > 0) await client.query('rollback')
        await number()
        await read()
      } finally {
        await Promise.all(clients.map(({ client }) => client.end()))
      }
      expect(seen).toHaveLength(committed)
      expect(seen).toEqual(
        (await eventsAfter(db(), { lenderId: null, after: begun, limit: 1000 })).map(({ no }) => no),
      )
    }),
    { numRuns: 15 },
  )
})

test('KEY-02 two workers that number at once leave no gap and no event twice', async () => {
  const { context } = fixture
  await Promise.all([0, 1, 2, 3, 4].map(() => aLender(context, { cash: 1_000_000 })))
  await Promise.all([number(), number(), number()])
  const numbers = (await eventsOf(null, 7)).map(({ no }) => no)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  const twice = await many(
    db(),
    'test.twice',
    `select ref from event where type = 'cash.moved' group by ref having count(*) > 1`,
  )
  expect(twice).toEqual([])
})

test('KEY-02 a worker that numbers events waits for another one that does, so that the event noted first has the lower number', async () => {
  const own = await makeFixture({ withoutFaults: 'stops between two statements' })
  const meanwhile = meanwhileOn(own)
  const numberIn = (context: Fixture['context']) => numberAllEvents(context, async () => {})
  try {
    let isOver = false
    for (let statement = 0; !isOver && statement < 20; statement += 1) {
      const first = await aLender(own.context, { cash: 1_000_000 })
      let later = 0
      const { second } = await meanwhile.at(statement, numberIn, async (context) => {
        later = (await aLender(context, { cash: 1_000_000 })).lenderId
        await numberIn(context)
      })
      isOver = second === undefined
      if (isOver) break
      const read = (lenderId: number) => eventsAfter(own.context.db, { lenderId, after: 0, limit: 1000 })
      const [before, after] = [await read(first.lenderId), await read(later)]
      expect(before.length).toBeGreaterThan(0)
      expect(after[0]?.no, `statement ${statement}`).toBeGreaterThan(before.at(-1)?.no ?? 0)
    }
    expect(isOver).toBe(true)
  } finally {
    await meanwhile.close()
    await own.close()
  }
})

test('KEY-02 what a transaction noted that was rolled back is no event', async () => {
  const { context } = fixture
  const { lenderId } = await aLender(context, { cash: 1_000_000 })
  await number()
  const before = (await eventsOf(lenderId)).length
  class Undone extends Error {}
  const work = inTransaction(db(), { repeatable: true }, async (tx) => {
    await run(
      tx,
      'test.note',
      `insert into event_note (kind, refs) select 'TRANSFERS', array_agg(id::text) from transfer`,
    )
    throw new Undone()
  })
  await expect(work).rejects.toThrow(Undone)
  await number()
  expect(await eventsOf(lenderId)).toHaveLength(before)
})

test('KEY-02 pages join without a gap, and a cursor that is made up, foreign or from before a restore is refused', async () => {
  const { context } = fixture
  const loan = await aDisbursedLoan(context, [300_000], { tenor: 3, disbursedOn: '2026-01-10' })
  const lenderId = loan.fundings[0]?.lenderId ?? 0
  const { lenderId: other } = await aLender(context, { cash: 1_000_000 })
  await number()
  const all = await pageOfEvents(context, lenderId, { limit: 1000 })
  const pages: unknown[] = []
  let cursor: string | undefined
  for (;;) {
    const page = await pageOfEvents(context, lenderId, { cursor, limit: 2 })
    pages.push(...page.list)
    cursor = page.cursor ?? undefined
    if (!page.hasMore) break
  }
  expect(pages).toEqual(all.list)
  expect(await pageOfEvents(context, lenderId, { cursor, limit: 2 })).toEqual({
    list: [],
    cursor,
    hasMore: false,
  })
  const [foreign] = await eventsOf(other)
  const [own] = await eventsOf(lenderId)
  if (!foreign || !own) throw new Error('no events')
  const refusals: [string, string][] = [
    ['12.cash', 'CURSOR_UNKNOWN'],
    [formatPlace(foreign), 'CURSOR_UNKNOWN'],
    // After a restore to an earlier moment the number has another event, or none.
    [formatPlace({ ...own, id: foreign.id }), 'CURSOR_OUTDATED'],
    [formatPlace({ ...own, no: 900_000_000 }), 'CURSOR_OUTDATED'],
  ]
  for (const [given, code] of refusals)
    await expect(pageOfEvents(context, lenderId, { cursor: given, limit: 2 })).rejects.toMatchObject({ code })
})

test('KEY-02 an event is never changed or removed', async () => {
  await number()
  for (const text of ['update event set no = no + 1000', 'delete from event', 'truncate event'])
    await expect(db().query({ text })).rejects.toThrow()
})

test('KEY-02 staff read the same events of all lenders by a command, which goes on from a cursor and refuses one from before a restore', async () => {
  const operator = operatorOn(fixture)
  await number()
  const read = async (...more: string[]) =>
    (await operator(['report', 'events', ...more])).out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { cursor: string; id: string; lenderId: number })
  const all = await read()
  expect(all.map(({ id }) => id)).toEqual((await eventsOf(null)).map(({ id }) => id))
  expect(await read('--limit', '2')).toEqual(all.slice(0, 2))
  expect(await read('--after', all[1]?.cursor ?? '')).toEqual(all.slice(2))
  const gone = formatPlace({ no: 900_000_000, id: all[0]?.id ?? '' })
  expect(await operator(['report', 'events', '--after', gone])).toMatchObject({ out: '', exit: 2 })
})
