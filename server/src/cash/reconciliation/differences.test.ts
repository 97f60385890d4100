import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { perform } from '../../platform/commands/perform.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { listDifferences, openSubjects, resolveDifference, storeDifferences } from './differences.ts'
import type { Found } from './subjects.ts'
import { makeRows, type Rows } from './testing/rows.ts'

let rows: Rows
beforeAll(async () => {
  rows = await makeRows()
})
afterAll(() => rows.fixture.close())

const operator = { kind: 'operator', name: 'test' } as const
const twice = (subject: string, theirs = 200): Found => ({ kind: 'TWICE', subject, ours: 100, theirs })
const missing = (subject: string): Found => ({ kind: 'MISSING', subject, ours: 100, theirs: null })

/** Stores what a comparison of these subjects found, and gives the new differences. */
async function store(subjects: string[], found: Found[], methodPayment: 1 | 2 = 1): Promise<string[]> {
  const { newId } = { newId: rows.context.random.uuid }
  const fresh = await storeDifferences(rows.db, { methodPayment, day: '2026-06-15', subjects, found, newId })
  return fresh.map(({ kind, subject }) => `${kind} ${subject}`)
}
const all = async (subject: string) =>
  (await listDifferences(rows.db, { methodPayment: null, all: true })).filter(
    (one) => one.subject === subject,
  )
const states = async (subject: string) =>
  (await all(subject)).map(({ methodPayment, kind, theirs, endedAs }) => [
    methodPayment,
    kind,
    theirs,
    endedAs,
  ])
const resolve = (id: string, note = 'agreed with the bank') =>
  perform(rows.context, resolveDifference, { actor: operator, input: { id, note } })

describe('I9 storing differences', () => {
  test('a difference is stored with its amounts and day, and is new only once', async () => {
    const subject = rows.newName('withdrawal:1')
    expect(await store([subject], [twice(subject)])).toEqual([`TWICE ${subject}`])
    expect(await store([subject], [twice(subject)])).toEqual([])
    expect(await all(subject)).toMatchObject([
      {
        methodPayment: 1,
        kind: 'TWICE',
        ours: 100,
        theirs: 200,
        foundOn: '2026-06-15',
        endedAt: null,
        endedAs: null,
        note: null,
      },
    ])
  })

  test('a difference whose amounts change stays the same one, with the new amounts', async () => {
    const subject = rows.newName('withdrawal:2')
    await store([subject], [twice(subject)])
    const [before] = await all(subject)
    expect(await store([subject], [twice(subject, 300)])).toEqual([])
    expect(await all(subject)).toEqual([{ ...before, theirs: 300 }])
  })

  test('a difference that is not found any more is settled, if its subject was compared at that bank', async () => {
    const [subject, other] = [rows.newName('withdrawal:3'), rows.newName('withdrawal:4')]
    await store([subject, other], [twice(subject), twice(other)])
    await store([subject], [twice(subject)], 2)
    expect(await store([subject], [])).toEqual([])
    expect(await states(subject)).toEqual([
      [1, 'TWICE', 200, 'SETTLED'],
      [2, 'TWICE', 200, null],
    ])
    expect(await states(other)).toEqual([[1, 'TWICE', 200, null]])
    const [settled] = await all(subject)
    expect(settled?.endedAt).toBeInstanceOf(Date)
    // What is settled stays so, with its time, and comes back as another one.
    await store([subject], [])
    expect((await all(subject))[0]).toEqual(settled)
    expect(await store([subject], [twice(subject)])).toEqual([`TWICE ${subject}`])
    expect(await states(subject)).toHaveLength(3)
  })

  test('of a subject that differs in another way, the old difference is settled and the other one is new', async () => {
    const [subject, other] = [rows.newName('withdrawal:5'), rows.newName('withdrawal:6')]
    await store([subject, other], [twice(subject), missing(other)])
    expect(await store([subject, other], [missing(subject), missing(other)])).toEqual([`MISSING ${subject}`])
    expect(new Set(await states(subject))).toEqual(
      new Set([
        [1, 'MISSING', null, null],
        [1, 'TWICE', 200, 'SETTLED'],
      ]),
    )
    expect(await states(other)).toEqual([[1, 'MISSING', null, null]])
  })

  test('the open subjects are those of the bank’s differences that have not ended', async () => {
    const [open, settled, other] = [rows.newName('line:1'), rows.newName('line:2'), rows.newName('line:3')]
    await store([open, settled], [twice(open), missing(open), twice(settled)])
    await store([settled], [])
    await store([other], [twice(other)], 2)
    const subjects = await openSubjects(rows.db, 1)
    expect(subjects.filter((one) => one === open)).toHaveLength(1)
    expect(subjects).not.toContain(settled)
    expect(subjects).not.toContain(other)
    expect(await openSubjects(rows.db, 2)).toContain(other)
  })
})

describe('I9 resolving differences', () => {
  test('a resolved difference is not found again while its amounts are the same, and no other one is hidden by it', async () => {
    const [subject, other] = [rows.newName('withdrawal:7'), rows.newName('withdrawal:8')]
    await store([subject], [twice(subject), missing(subject)])
    for (const { id } of await all(subject)) await resolve(id)
    expect(await store([subject], [twice(subject), missing(subject)])).toEqual([])
    expect(await store([other], [twice(other)])).toEqual([`TWICE ${other}`])
    expect(await store([subject], [twice(subject)], 2)).toEqual([`TWICE ${subject}`])
    const amount: Found = { kind: 'AMOUNT', subject, ours: 100, theirs: 200 }
    expect(await store([subject], [amount])).toEqual([`AMOUNT ${subject}`])
    expect(await store([subject], [twice(subject, 201)])).toEqual([`TWICE ${subject}`])
  })

  test('a settled difference does not hide the same one when it comes back', async () => {
    const subject = rows.newName('withdrawal:9')
    await store([subject], [twice(subject)])
    await store([subject], [])
    expect(await store([subject], [twice(subject)])).toEqual([`TWICE ${subject}`])
  })

  test('an operator resolves a difference once, with a note, and every other one stays open', async () => {
    const [subject, other] = [rows.newName('withdrawal:10'), rows.newName('withdrawal:11')]
    await store([subject, other], [twice(subject), twice(other)])
    const [open] = await all(subject)
    const id = open?.id ?? ''
    const done = await resolve(id)
    expect(done).toMatchObject({
      resolved: true,
      difference: { endedAs: 'RESOLVED', note: 'agreed with the bank' },
    })
    expect(await resolve(id, 'again')).toMatchObject({
      resolved: false,
      difference: { endedAs: 'RESOLVED', note: 'agreed with the bank' },
    })
    expect(await all(subject)).toMatchObject([{ endedAs: 'RESOLVED', note: 'agreed with the bank' }])
    expect(await states(other)).toEqual([[1, 'TWICE', 200, null]])
  })

  test('of two operators who resolve a difference at the same time, one does', async () => {
    const subject = rows.newName('withdrawal:12')
    await store([subject], [twice(subject)])
    const id = (await all(subject))[0]?.id ?? ''
    const both: Promise<{ resolved: boolean }>[] = []
    // Both wait until this transaction lets go of the difference.
    await inTransaction(rows.db, { repeatable: false }, async (tx) => {
      await tx.query({ text: 'select from bank_difference where id = $1 for update', values: [id] })
      both.push(resolve(id, 'one'), resolve(id, 'other'))
      await new Promise((done) => setTimeout(done, 200))
    })
    const ends = (await Promise.all(both)).map(({ resolved }) => resolved)
    expect(new Set(ends)).toEqual(new Set([false, true]))
  })

  test('a difference that there is not cannot be resolved', async () => {
    const id = rows.context.random.uuid()
    await expect(resolve(id)).rejects.toThrow(`Tidak ada selisih ${id}.`)
  })
})
