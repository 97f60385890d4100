import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BankLine } from '../../outside/bank/port.ts'
import { many } from '../../platform/db/database.ts'
import { storeLines, withdrawalIdOf } from './lines.ts'
import { hoursLater, makeRows, noon, type Rows } from './testing/rows.ts'

let rows: Rows
beforeAll(async () => {
  rows = await makeRows()
})
afterAll(() => rows.fixture.close())

const reference = '0192c0de000070008000000000000001'
const base: BankLine = {
  type: 'CREDIT',
  amount: 70_000,
  at: noon,
  reference: null,
  bankReference: 'B-1',
  paymentRequestId: 'P-1',
  number: '98800',
}
/** Lines that differ from the first in exactly one of the fields that identify a line. */
const variants: BankLine[] = [
  base,
  { ...base, type: 'DEBIT' },
  { ...base, amount: 70_001 },
  { ...base, at: hoursLater(1) },
  { ...base, reference },
  { ...base, bankReference: null },
  { ...base, paymentRequestId: 'P-2' },
  { ...base, number: null },
]

type Stored = {
  id: string
  type: string
  amount: number
  occurrence: number
  gone: Date | null
  withdrawal: string | null
}
const stored = (methodPayment: 1 | 2, from = hoursLater(-12), to = hoursLater(12)): Promise<Stored[]> =>
  many(
    rows.db,
    'test.stored',
    `select id, type, amount, occurrence, gone_at as gone, withdrawal_id as withdrawal from bank_line
      where method_payment = $1 and at >= $2 and at <= $3 order by at, type, id`,
    [methodPayment, from.toISOString(), to.toISOString()],
  )
const store = (methodPayment: 1 | 2, lines: BankLine[], from = hoursLater(-12), to = hoursLater(12)) =>
  storeLines(rows.db, methodPayment, { from, to, lines }, rows.context.random.uuid)
const listed = (all: readonly Stored[]) => all.filter(({ gone }) => gone === null)

describe('FIX-09 storing the lines of a statement', () => {
  test('lines that differ in one field are different lines, each stored once however often it is listed', async () => {
    await store(1, variants)
    const first = await stored(1)
    expect(first).toHaveLength(variants.length)
    await store(1, variants.toReversed())
    expect(await stored(1)).toEqual(first)
    expect(listed(first)).toHaveLength(variants.length)
    expect(first.map(({ withdrawal }) => withdrawal).filter(Boolean)).toEqual([
      '0192c0de-0000-7000-8000-000000000001',
    ])
  })

  test.each(variants.map((_, place) => place))(
    'a line that is not listed any more is gone, alone of lines that differ in field %i, until it is listed again',
    async (place) => {
      await store(1, variants)
      await store(1, variants.toSpliced(place, 1))
      const without = await stored(1)
      expect(listed(without)).toHaveLength(variants.length - 1)
      await store(1, [variants[place] as BankLine])
      expect(listed(await stored(1))).toHaveLength(1)
      await store(1, variants)
      expect(listed(await stored(1))).toHaveLength(variants.length)
    },
  )

  test('two identical lines of one statement are two movements, numbered from one', async () => {
    const period = [hoursLater(100), hoursLater(110)] as const
    const same = { ...base, at: hoursLater(105) }
    await store(1, [same, same, { ...same, amount: 5 }, same], ...period)
    const all = await stored(1, ...period)
    expect(all.map(({ amount, occurrence }) => `${amount} ${occurrence}`).toSorted()).toEqual([
      '5 1',
      '70000 1',
      '70000 2',
      '70000 3',
    ])
    await store(1, [same], ...period)
    expect(listed(await stored(1, ...period)).map(({ occurrence }) => occurrence)).toEqual([1])
  })

  test('a statement says nothing of lines at its borders, outside of it, or of the other bank', async () => {
    const period = [hoursLater(200), hoursLater(210)] as const
    const around = [199, 200, 205, 210, 211].map((hours) => ({ ...base, at: hoursLater(hours) }))
    await store(1, around, hoursLater(190), hoursLater(220))
    await store(2, around, hoursLater(190), hoursLater(220))
    await store(1, [], ...period)
    const wide = [hoursLater(190), hoursLater(220)] as const
    expect((await stored(1, ...wide)).map(({ gone }) => gone !== null)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ])
    expect(listed(await stored(2, ...wide))).toHaveLength(5)
    // The same line at the other bank does not bring it back.
    await store(2, around, ...period)
    expect(listed(await stored(1, ...wide))).toHaveLength(4)
  })

  test('a line keeps the time since which it is gone', async () => {
    const period = [hoursLater(300), hoursLater(310)] as const
    await store(1, [{ ...base, at: hoursLater(305) }], ...period)
    await store(1, [], ...period)
    const [first] = await stored(1, ...period)
    rows.fixture.travel('1 day')
    await store(1, [], ...period)
    rows.fixture.travel(undefined)
    const [second] = await stored(1, ...period)
    expect(first?.gone).toBeInstanceOf(Date)
    expect(second).toEqual(first)
  })
})

test('the reference of a transfer names its withdrawal only in the form that we send', () => {
  expect(withdrawalIdOf(reference)).toBe('0192c0de-0000-7000-8000-000000000001')
  for (const other of [null, '', 'x', reference.toUpperCase(), `${reference}0`, reference.slice(1)])
    expect(withdrawalIdOf(other), String(other)).toBeNull()
})
