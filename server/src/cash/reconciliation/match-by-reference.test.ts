import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maybe } from '../../platform/db/database.ts'
import { matchByReference, matchLine } from './lines.ts'
import { hoursLater, type LineRow, makeRows, noon, type PaymentRow, type Rows } from './testing/rows.ts'

let rows: Rows
beforeAll(async () => {
  rows = await makeRows()
  // Payments that have nothing to do with the matched ones: of the same amount and time, and with a notice, a conflict
  // and a return of their own.
  const other = await rows.payment({ name: 'OTHER-1', reference: 'OTHER-R' })
  await rows.notice(other, 'OTHER-N')
  const twin = await rows.payment({ name: 'OTHER-2' })
  await rows.conflict('OTHER-1', twin)
  await rows.suspense(twin, 'OTHER-BACK')
  await matchLine(rows.db, { lineId: await rows.line(), paymentRequestId: 'OTHER-M', note: 'x' })
})
afterAll(() => rows.fixture.close())

const day = 24
/** The compared time: the business day of `noon`. */
const from = hoursLater(-12)
const until = hoursLater(12)

type Case = {
  payment?: Partial<PaymentRow>
  line?: Partial<LineRow>
  /** What else there is before the lines are matched. */
  also?: (ids: { paymentId: string; name: string; lineId: string; reference: string }) => Promise<unknown>
}

const match = () => matchByReference(rows.db, { methodPayment: 1, bank: 'BNI', from, until })
const matchOf = async (lineId: string): Promise<string | null> =>
  (
    await maybe<{ name: string }>(
      rows.db,
      'test.match',
      'select payment_request_id as name from bank_line_match where line_id = $1',
      [lineId],
    )
  )?.name ?? null

/** Whether a line with the reference of a payment, in small letters and between spaces, is matched to that payment. */
async function isMatched({ payment, line, also }: Case): Promise<boolean> {
  const [name, reference] = [rows.newName('P'), rows.newName('R')]
  const paymentId = await rows.payment({ name, reference, ...payment })
  const lineId = await rows.line({ bankReference: ` ${reference.toLowerCase()} `, ...line })
  await also?.({ paymentId, name, lineId, reference })
  await match()
  return (await matchOf(lineId)) === name
}

describe('FIX-09 a credit with the reference number of a payment', () => {
  test.each<[string, Case]>([
    ['that has the same amount and time', {}],
    ['that was reported two days earlier', { payment: { toldAt: hoursLater(-2 * day) } }],
    ['that was reported two days later', { payment: { toldAt: hoursLater(2 * day) } }],
    [
      'that an operator recorded 31 days later',
      { payment: { toldBy: 'OPERATOR', toldAt: hoursLater(31 * day) } },
    ],
    [
      'that an operator recorded, 28 days before the compared time',
      {
        payment: { toldBy: 'OPERATOR', toldAt: hoursLater(-28 * day, from) },
        line: { at: hoursLater(-28 * day, from) },
      },
    ],
    ['listed at the beginning of the compared time', { line: { at: from } }],
    [
      'that was reported again under another id',
      { also: ({ paymentId, name }) => rows.notice(paymentId, `${name}-N`) },
    ],
    [
      'whose id the other bank uses too',
      {
        async also({ name }) {
          await rows.line({ methodPayment: 2, payment: name })
          const lineId = await rows.line({ methodPayment: 2 })
          await matchLine(rows.db, { lineId, paymentRequestId: name, note: 'x' })
        },
      },
    ],
  ])('is matched to a payment %s', async (_, one) => {
    expect(await isMatched(one)).toBe(true)
  })

  test.each<[string, Case]>([
    ['of another reference', { line: { bankReference: 'nobody’s' } }],
    ['of another amount', { line: { amount: 70_001 } }],
    ['at another bank', { payment: { bank: 'OTHER' } }],
    ['and a line of another bank', { line: { methodPayment: 2 } }],
    ['that was reported more than two days earlier', { payment: { toldAt: hoursLater(-2 * day - 1) } }],
    ['that was reported more than two days later', { payment: { toldAt: hoursLater(2 * day + 1) } }],
    [
      'that an operator recorded more than 31 days later',
      { payment: { toldBy: 'OPERATOR', toldAt: hoursLater(31 * day + 1) } },
    ],
    [
      'that an operator recorded more than two days earlier',
      { payment: { toldBy: 'OPERATOR', toldAt: hoursLater(-2 * day - 1) } },
    ],
    [
      'that an operator recorded, more than 28 days before the compared time',
      {
        payment: { toldBy: 'OPERATOR', toldAt: hoursLater(-28 * day - 1, from) },
        line: { at: hoursLater(-28 * day - 1, from) },
      },
    ],
    ['before the compared time', { line: { at: hoursLater(-1, from) } }],
    ['at the end of the compared time', { line: { at: until } }],
    [
      'that an operator recorded, at the end of the compared time',
      { payment: { toldBy: 'OPERATOR' }, line: { at: until } },
    ],
    ['and a line that is a debit', { line: { type: 'DEBIT' } }],
    ['and a line that is not listed any more', { line: { isGone: true } }],
    ['and a line that names a payment itself', { line: { payment: 'ANOTHER' } }],
    [
      'and a line that names a withdrawal',
      { line: { withdrawalId: '01920000-0000-7000-8000-000000000000' } },
    ],
    [
      'and a line that was matched before',
      { also: ({ lineId }) => matchLine(rows.db, { lineId, paymentRequestId: 'ANOTHER', note: 'x' }) },
    ],
    [
      'that a line is matched to already',
      {
        async also({ name }) {
          await matchLine(rows.db, { lineId: await rows.line(), paymentRequestId: name, note: 'x' })
        },
      },
    ],
    [
      'that a line is matched to under the id of its later notice',
      {
        async also({ paymentId, name }) {
          await rows.notice(paymentId, `${name}-N`)
          await matchLine(rows.db, { lineId: await rows.line(), paymentRequestId: `${name}-N`, note: 'x' })
        },
      },
    ],
    ['that a line names already', { also: ({ name }) => rows.line({ payment: name }) }],
    [
      'that a line names by the id of its later notice',
      {
        async also({ paymentId, name }) {
          await rows.notice(paymentId, `${name}-N`)
          await rows.line({ payment: `${name}-N` })
        },
      },
    ],
    ['that two lines could be', { also: ({ reference }) => rows.line({ bankReference: reference }) }],
  ])('is not matched to a payment %s', async (_, one) => {
    expect(await isMatched(one)).toBe(false)
  })

  test('is matched by the amount of the payment that stands in the place of a reversed one, under the first id', async () => {
    const [name, reference] = [rows.newName('P'), rows.newName('R')]
    const first = await rows.payment({ name, reference })
    const replaced = `${name}#01920000-0000-7000-8000-000000000000`
    await rows.payment({ name: replaced, amount: 60_000, replaces: first })
    const [old, now] = [
      await rows.line({ bankReference: reference }),
      await rows.line({ bankReference: reference, amount: 60_000 }),
    ]
    await match()
    expect([await matchOf(old), await matchOf(now)]).toEqual([null, name])
  })
})

describe('FIX-09 a debit with the reference under which a payment was sent back', () => {
  async function sentBackAs({ payment, line, also }: Case): Promise<string | null> {
    const [name, reference] = [rows.newName('P'), rows.newName('B')]
    const paymentId = await rows.payment({ name, ...payment })
    await rows.suspense(paymentId, reference)
    const lineId = await rows.line({
      type: 'DEBIT',
      bankReference: ` ${reference.toLowerCase()} `,
      ...line,
    })
    await also?.({ paymentId, name, lineId, reference })
    await match()
    return (await matchOf(lineId))?.replace(name, 'P') ?? null
  }

  test('is matched to the payment, under its own id, that of its later notice, or that of the notice it contradicted', async () => {
    expect(await sentBackAs({})).toBe('P')
    expect(await sentBackAs({ line: { at: from } })).toBe('P')
    expect(await sentBackAs({ also: ({ paymentId, name }) => rows.notice(paymentId, `${name}-N`) })).toBe(
      'P-N',
    )
    expect(
      await sentBackAs({
        async also({ paymentId, name }) {
          await rows.notice(paymentId, `${name}-N`)
          await rows.conflict(`${name}-F`, paymentId)
        },
      }),
    ).toBe('P-F')
  })

  test.each<[string, Case]>([
    ['of another reference', { line: { bankReference: 'nobody’s' } }],
    ['of another amount', { line: { amount: 70_001 } }],
    ['at another bank', { payment: { bank: 'OTHER' } }],
    ['and a line of another bank', { line: { methodPayment: 2 } }],
    ['before the compared time', { line: { at: hoursLater(-1, from) } }],
    ['at the end of the compared time', { line: { at: until } }],
    ['and a line that is a credit', { line: { type: 'CREDIT' } }],
    ['and a line that is not listed any more', { line: { isGone: true } }],
    ['and a line that names a payment itself', { line: { payment: 'ANOTHER' } }],
    [
      'and a line that names a withdrawal',
      { line: { withdrawalId: '01920000-0000-7000-8000-000000000000' } },
    ],
    [
      'that two lines could be',
      { also: ({ reference }) => rows.line({ type: 'DEBIT', bankReference: reference }) },
    ],
  ])('is not matched to a payment %s', async (_, one) => {
    expect(await sentBackAs(one)).toBeNull()
  })

  test('is matched to the payment that was sent back after the return of another one under it was reversed', async () => {
    const [mistaken, meant] = [rows.newName('P'), rows.newName('P')]
    const reference = rows.newName('B')
    const mistakenId = await rows.payment({ name: mistaken })
    await rows.suspense(mistakenId, reference)
    await rows.payment({ name: `${mistaken}#again`, replaces: mistakenId })
    await rows.suspense(await rows.payment({ name: meant }), reference)
    const lineId = await rows.line({ type: 'DEBIT', bankReference: reference })
    await match()
    expect(await matchOf(lineId)).toBe(meant)
  })

  test('stays with the payment to which it was matched before', async () => {
    const also: Case['also'] = ({ lineId }) =>
      matchLine(rows.db, { lineId, paymentRequestId: 'ANOTHER', note: 'x' })
    expect(await sentBackAs({ also })).toBe('ANOTHER')
  })
})

test('a line is matched once, to a withdrawal or to a payment', async () => {
  const [lineId, withdrawalId] = [await rows.line({ at: noon }), await rows.withdrawal()]
  const kept = () =>
    maybe(
      rows.db,
      'test.kept',
      'select withdrawal_id as "withdrawalId", payment_request_id as payment, note from bank_line_match where line_id = $1',
      [lineId],
    )
  expect(await matchLine(rows.db, { lineId, withdrawalId, note: 'first' })).toBe(true)
  expect(await matchLine(rows.db, { lineId, paymentRequestId: 'P', note: 'second' })).toBe(false)
  expect(await kept()).toEqual({ withdrawalId, payment: null, note: 'first' })
})
