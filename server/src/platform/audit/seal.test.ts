import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { one } from '../db/database.ts'
import { isUniqueViolation } from '../db/failures.ts'
import { inTransaction } from '../db/transaction.ts'
import { perform } from '../commands/perform.ts'
import { recordAudit } from './audit.ts'
import { acceptLateEntry } from '../../audit/testing.ts'
import { sealAudit, sealWithin } from './seal.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({
    withoutFaults: 'counts what each call sealed, and a second try of a call finds it sealed',
  })
})
afterAll(() => fixture.close())

const within = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(fixture.context.db, { repeatable: true }, work)
const seal = (limit?: number) => within((tx) => sealAudit(tx, limit))
const newId = () => fixture.context.random.uuid()
const record = (id = newId()) =>
  recordAudit(fixture.context.db, { id, actor: { kind: 'system' }, operation: 'test', outcome: 'done' })
function idBefore(milliseconds: number): string {
  const made = (fixture.context.clock.now().getTime() - milliseconds).toString(16).padStart(12, '0')
  return `${made.slice(0, 8)}-${made.slice(8)}${newId().slice(13)}`
}
const figures = () =>
  one<{ events: number; seals: number }>(
    fixture.context.db,
    'test.figures',
    'select (select count(*) from audit_event) as events, (select count(*) from audit_seal) as seals',
  )

beforeEach(async () => {
  await seal()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))

describe('sealing the audit trail', () => {
  test('sealing the audit trail seals each new event once in the order of time', async () => {
    for (let i = 0; i < 5; i += 1) await record()
    expect([await seal(3), await seal(3), await seal(3)]).toEqual([3, 2, 0])
    const { ordered } = await one<{ ordered: boolean }>(
      fixture.context.db,
      'test.ordered',
      `select bool_and(event_id > before) as ordered
         from (select event_id, lag(event_id) over (order by seq) as before from audit_seal) link where before is not null`,
    )
    expect(ordered).toBe(true)
  })

  test('concurrent workers sealing the audit trail give each row one link, and the later ones get a conflict', async () => {
    for (let i = 0; i < 20; i += 1) await record()
    const ends = await Promise.allSettled(Array.from({ length: 4 }, () => seal()))
    for (const end of ends) if (end.status === 'rejected') expect(isUniqueViolation(end.reason)).toBe(true)
    expect(ends.some((end) => end.status === 'fulfilled')).toBe(true)
    await seal()
    const { events, seals } = await figures()
    expect(seals).toBe(events)
  })

  test('sealing the audit trail includes a transaction that committed after a later one was sealed', async () => {
    const early = newId()
    await record()
    expect(await seal()).toBe(1)
    await record(early)
    expect(await seal()).toBe(1)
    const { events, seals } = await figures()
    expect(seals).toBe(events)
  })

  test('sealing the newest entries leaves one that took longer than 15 seconds to the pass over ten minutes', async () => {
    const late = idBefore(20_000)
    await record()
    await seal()
    await record(late)
    expect(await within((tx) => sealAudit(tx, 1000, { reach: 'NEWEST' }))).toBe(0)
    expect(await within((tx) => sealAudit(tx, 1000, { reach: 'LATE' }))).toBe(1)
  })

  test('sealing goes on until no full batch is left', async () => {
    for (let i = 0; i < 1001; i += 1) await record()
    await sealWithin(fixture.context.db, 'NEWEST')
    const { events, seals } = await figures()
    expect(seals).toBe(events)
  })

  test('DOOR-05 an audit trail entry with an old id is sealed by a full pass, and reported until it is accepted', async () => {
    const old = '01900000-0000-7000-8000-000000000002'
    await record()
    await seal()
    await record(old)
    expect(await seal()).toBe(0)
    expect(await fixture.books()).toMatchObject([{ invariant: 'I24b', row: { operation: 'test' } }])
    expect(await within((tx) => sealAudit(tx, 1000, { reach: 'ALL' }))).toBe(1)
    expect(await fixture.books()).toMatchObject([{ invariant: 'I24c', row: { entry: old } }])
    const actor = { kind: 'operator', name: 'test' } as const
    await perform(fixture.context, acceptLateEntry, { actor, input: { entry: old, reason: 'a wrong clock' } })
  })

  test('DOOR-05 sealing the audit trail continues after an entry with a future id, which the books audit reports', async () => {
    const future = 'f0000000-0000-7000-8000-000000000003'
    await record(future)
    expect(await seal()).toBe(1)
    await record()
    expect(await seal()).toBe(1)
    expect(await fixture.books()).toMatchObject([{ invariant: 'I24c', row: { entry: future } }])
    const actor = { kind: 'operator', name: 'test' } as const
    await perform(fixture.context, acceptLateEntry, {
      actor,
      input: { entry: future, reason: 'a wrong clock' },
    })
  })

  test('a transaction that is rolled back leaves no event and no link in the audit trail', async () => {
    const before = await figures()
    const undone = within(async (tx) => {
      await recordAudit(tx, { id: newId(), actor: { kind: 'system' }, operation: 'test', outcome: 'done' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await seal()).toBe(0)
    expect(await figures()).toEqual(before)
  })
})
