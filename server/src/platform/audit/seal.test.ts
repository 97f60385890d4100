import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeWorld, type World } from '../../testing/world.ts'
import { one } from '../db/database.ts'
import { isUniqueViolation } from '../db/failures.ts'
import { inTransaction } from '../db/transaction.ts'
import { recordAudit } from './audit.ts'
import { sealAudit } from './seal.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({
    withoutFaults: 'counts what each call sealed, and a second try of a call finds it sealed',
  })
})
afterAll(() => world.close())

const within = <T>(work: Parameters<typeof inTransaction<T>>[2]) =>
  inTransaction(world.context.db, { repeatable: true }, work)
const seal = (limit?: number) => within((tx) => sealAudit(tx, limit))
const newId = () => world.context.random.uuid()
const record = (id = newId()) =>
  recordAudit(world.context.db, { id, actor: { kind: 'system' }, operation: 'test', outcome: 'done' })
const figures = () =>
  one<{ events: number; seals: number }>(
    world.context.db,
    'test.figures',
    'select (select count(*) from audit_event) as events, (select count(*) from audit_seal) as seals',
  )

beforeEach(async () => {
  await seal()
})
afterEach(async () => expect(await world.books()).toEqual([]))

describe('sealing the audit trail', () => {
  test('takes what is new, in the order of time, and once', async () => {
    for (let i = 0; i < 5; i += 1) await record()
    expect([await seal(3), await seal(3), await seal(3)]).toEqual([3, 2, 0])
    const { ordered } = await one<{ ordered: boolean }>(
      world.context.db,
      'test.ordered',
      `select bool_and(event_id > before) as ordered
         from (select event_id, lag(event_id) over (order by seq) as before from audit_seal) link where before is not null`,
    )
    expect(ordered).toBe(true)
  })

  test('two sealers at once: each row has one link, and the one that was late is told so', async () => {
    for (let i = 0; i < 20; i += 1) await record()
    const ends = await Promise.allSettled(Array.from({ length: 4 }, () => seal()))
    for (const end of ends) if (end.status === 'rejected') expect(isUniqueViolation(end.reason)).toBe(true)
    expect(ends.some((end) => end.status === 'fulfilled')).toBe(true)
    await seal()
    const { events, seals } = await figures()
    expect(seals).toBe(events)
  })

  test('an event of a transaction that ended late is sealed too, though a later one is already', async () => {
    const early = newId()
    await record()
    expect(await seal()).toBe(1)
    await record(early)
    expect(await seal()).toBe(1)
    const { events, seals } = await figures()
    expect(seals).toBe(events)
  })

  test('what is written in a transaction that is undone leaves no event and no link', async () => {
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
