import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recorded } from '../../../testing/recorded.ts'
import { differencesOf, withdrawalHistories } from './history.ts'
import { matchLine } from './lines.ts'
import { parseSubjects, subjectOf } from './subjects.ts'
import { hoursLater, makeRows, noon, type Rows } from './testing/rows.ts'

let rows: Rows
beforeAll(async () => {
  rows = await makeRows()
  // Rows that have nothing to do with the compared ones: a withdrawal that the bank returned, a payment that was reported
  // again, contradicted and sent back, and lines of all of them.
  const withdrawal = await rows.withdrawal()
  const back = await rows.line({ withdrawalId: withdrawal, amount: 100_000 })
  await rows.returned(withdrawal, back, 100_000)
  const other = await rows.payment({ name: 'OTHER-1', reference: 'OTHER-R' })
  await rows.notice(other, 'OTHER-N')
  const twin = await rows.payment({ name: 'OTHER-2' })
  await rows.conflict('OTHER-1', twin)
  await rows.suspense(twin, 'OTHER-BACK')
  await rows.line({ payment: 'OTHER-1' })
  await rows.reversal('TOP_UP', await rows.payment({ name: 'OTHER-3' }))
  await matchLine(rows.db, { lineId: await rows.line(), paymentRequestId: 'OTHER-2', note: 'x' })
  await matchLine(rows.db, { lineId: await rows.line(), withdrawalId: withdrawal, note: 'x' })
  await rows.payout('OTHER-PAYOUT', 1, 70_000)
})
afterAll(() => rows.fixture.close())

/** By default everything from before an hour after `noon` must be listed. */
const scopeOf = (methodPayment: 1 | 2 = 1, before = hoursLater(1)) => ({
  methodPayment,
  bank: methodPayment === 1 ? 'BNI' : 'OTHER',
  dueBefore: { withdrawals: before, payments: before, transfers: before },
  loansThrough: 1 as const,
})
const none = { withdrawals: [], payments: [], transfers: [], lines: [] }

test('I9 the subjects of differences are read back from their texts, by kind', () => {
  const texts = [
    subjectOf.withdrawal('1'),
    subjectOf.payment('a:b'),
    subjectOf.line('3'),
    'payment:4',
    'transfer:5',
  ]
  expect(parseSubjects(texts)).toEqual({
    withdrawals: ['1'],
    payments: ['a:b', '4'],
    transfers: ['5'],
    lines: ['3'],
  })
})

test('comparing nothing sends no statement', async () => {
  const { db, names } = recorded(rows.db)
  expect(await differencesOf(db, scopeOf(), none)).toEqual([])
  expect(names).toEqual([])
})

describe('I9 the lines of a withdrawal', () => {
  const differences = async (ids: string[], scope = scopeOf()) =>
    (await differencesOf(rows.db, scope, { ...none, withdrawals: ids })).map(
      ({ kind, subject, ours, theirs }) => [kind, subject, ours, theirs],
    )
  const missing = (id: string) => ['MISSING', `withdrawal:${id}`, 100_000, null]

  test('a paid withdrawal agrees with its line, and is missing without one once it must be listed', async () => {
    const [listed, unlisted] = [await rows.withdrawal(), await rows.withdrawal()]
    await rows.line({ type: 'DEBIT', withdrawalId: listed, amount: 100_000 })
    expect(await differences([listed, unlisted])).toEqual([missing(unlisted)])
    expect(await differences([unlisted], scopeOf(1, noon))).toEqual([])
    expect(await differences([unlisted], scopeOf(1, new Date(noon.getTime() + 1)))).toEqual([
      missing(unlisted),
    ])
  })

  test('only a withdrawal that is paid must be listed', async () => {
    const ids = [await rows.withdrawal({ state: 'SENT' }), await rows.withdrawal({ state: 'RETURNED' })]
    expect(await differences(ids)).toEqual([])
    const histories = await withdrawalHistories(rows.db, 1, ids, hoursLater(1))
    expect(histories.map(({ ours }) => ours.due)).toEqual([false, false])
  })

  test('a line counts that an operator matched, and none that is gone or of the other bank', async () => {
    const [matched, gone, other, matchedGone, matchedOther] = await Promise.all(
      Array.from({ length: 5 }, () => rows.withdrawal()),
    )
    const match = async (withdrawalId = '', line: Parameters<Rows['line']>[0] = {}) => {
      const lineId = await rows.line({ type: 'DEBIT', amount: 100_000, ...line })
      await matchLine(rows.db, { lineId, withdrawalId, note: 'x' })
    }
    await match(matched)
    await rows.line({ type: 'DEBIT', amount: 100_000, withdrawalId: gone ?? '', isGone: true })
    await rows.line({ type: 'DEBIT', amount: 100_000, withdrawalId: other ?? '', methodPayment: 2 })
    await match(matchedGone, { isGone: true })
    await match(matchedOther, { methodPayment: 2 })
    for (const [id = '', difference] of [
      [matched, []],
      [gone, [missing(gone ?? '')]],
      [other, [missing(other ?? '')]],
      [matchedGone, [missing(matchedGone ?? '')]],
      [matchedOther, [missing(matchedOther ?? '')]],
    ] as const)
      expect(await differences([id])).toEqual(difference)
  })

  test('what was credited as returned is the sum of the returns of that withdrawal alone', async () => {
    const id = await rows.withdrawal()
    await rows.line({ type: 'DEBIT', withdrawalId: id, amount: 100_000 })
    for (const amount of [30_000, 10_000])
      await rows.returned(id, await rows.line({ withdrawalId: id, amount }), amount)
    expect(await differences([id])).toEqual([])
    const [history] = await withdrawalHistories(rows.db, 1, [id], noon)
    expect(history?.ours).toEqual({ state: 'PAID', amount: 100_000, returned: 40_000, due: false })
    expect(history?.lines).toHaveLength(3)
  })

  test('a withdrawal through the other bank is none of this one’s', async () => {
    const id = await rows.withdrawal({ methodPayment: 2 })
    expect(await differences([id])).toEqual([])
    expect(await differences([id], scopeOf(2))).toEqual([missing(id)])
  })
})

describe('I12 the lines of a payment', () => {
  const differences = async (asked: string[], scope = scopeOf()) =>
    (await differencesOf(rows.db, scope, { ...none, payments: asked })).map(
      ({ kind, subject, ours, theirs }) => `${kind} ${subject} ${ours} ${theirs}`,
    )
  const listed = (payment: string, amount = 70_000, line: Parameters<Rows['line']>[0] = {}) =>
    rows.line({ payment, amount, ...line })
  /** A reported payment with its credit line. */
  async function reported(amount = 70_000): Promise<{ id: string; name: string; reference: string }> {
    const [name, reference] = [rows.newName('P'), rows.newName('R')]
    const id = await rows.payment({ name, reference, amount })
    await listed(name, amount)
    return { id, name, reference }
  }

  test('a reported payment agrees with its line, and has none once it must be listed', async () => {
    const { name } = await reported()
    const unlisted = rows.newName('P')
    await rows.payment({ name: unlisted })
    const noLine = [`NO_LINE payment:${unlisted} 70000 null`]
    expect(await differences([name, unlisted])).toEqual(noLine)
    expect(await differences([unlisted], scopeOf(1, noon))).toEqual([])
    expect(await differences([unlisted], scopeOf(1, new Date(noon.getTime() + 1)))).toEqual(noLine)
  })

  test('a payment must be listed by the time of its later notice', async () => {
    const name = rows.newName('P')
    await rows.notice(await rows.payment({ name }), `${name}-N`, { toldAt: hoursLater(5) })
    expect(await differences([name], scopeOf(1, hoursLater(1)))).toEqual([])
    expect(await differences([name], scopeOf(1, hoursLater(6)))).toEqual([
      `NO_LINE payment:${name}-N 70000 null`,
    ])
  })

  test('a payment that is listed and was never reported has no notice, also one that is known at the other bank', async () => {
    const [name, elsewhere] = [rows.newName('P'), rows.newName('P')]
    const id = await rows.payment({ bank: 'OTHER', name: elsewhere })
    await rows.notice(id, `${elsewhere}-N`, { bank: 'OTHER' })
    for (const one of [name, elsewhere, `${elsewhere}-N`]) {
      await listed(one)
      expect(await differences([one])).toEqual([`NO_NOTICE payment:${one} null 70000`])
    }
    expect(await differences([rows.newName('P')])).toEqual([])
  })

  test('a payment is found by its id, the id of its later notice, and its reference number in any spelling', async () => {
    const { id, name, reference } = await reported(60_000)
    await rows.notice(id, `${name}-N`)
    await listed(`${name}-N`, 5_000)
    const difference = [`PAYMENT_AMOUNT payment:${name}-N 60000 65000`]
    for (const asked of [
      [name],
      [`${name}-N`],
      [` ${reference.toLowerCase()} `],
      [name, `${name}-N`, reference],
    ])
      expect(await differences(asked)).toEqual(difference)
  })

  test('a line counts that was matched, and none that is gone or of the other bank', async () => {
    const match = async (name: string, line: Parameters<Rows['line']>[0] = {}) => {
      const lineId = await rows.line(line)
      await matchLine(rows.db, { lineId, paymentRequestId: name, note: 'x' })
    }
    const unlisted = async () => {
      const name = rows.newName('P')
      await rows.payment({ name })
      return name
    }
    const [matched, gone, other, matchedGone, matchedOther] = [
      await unlisted(),
      await unlisted(),
      await unlisted(),
      await unlisted(),
      await unlisted(),
    ]
    await match(matched)
    await listed(gone, 70_000, { isGone: true })
    await listed(other, 70_000, { methodPayment: 2 })
    await match(matchedGone, { isGone: true })
    await match(matchedOther, { methodPayment: 2 })
    expect(await differences([matched])).toEqual([])
    for (const name of [gone, other, matchedGone, matchedOther])
      expect(await differences([name])).toEqual([`NO_LINE payment:${name} 70000 null`])
  })

  test('a reversed payment never arrived, unless another one stands in its place', async () => {
    const reversed = await reported()
    await rows.reversal('TOP_UP', reversed.id)
    await rows.reversal('REPAYMENT', (await reported()).id)
    expect(await differences([reversed.name])).toEqual([`PAYMENT_AMOUNT payment:${reversed.name} 0 70000`])
    const replaced = await reported(60_000)
    const wrong = `${replaced.name}#01920000-0000-7000-8000-000000000000`
    await rows.reversal('TOP_UP', replaced.id)
    await rows.payment({ name: wrong, amount: 61_000, replaces: replaced.id })
    expect(await differences([replaced.name])).toEqual([
      `PAYMENT_AMOUNT payment:${replaced.name} 61000 60000`,
    ])
  })

  test('only a reversal of a payment takes it back', async () => {
    const { id, name } = await reported()
    await rows.reversal('REPAYMENT', id)
    expect(await differences([name])).toEqual([])
  })

  test('a payment that was sent back may be listed with or without its return, and one in suspense only without', async () => {
    const [back, without, waiting] = [await reported(), await reported(), await reported()]
    await rows.suspense(back.id, rows.newName('B'))
    await rows.suspense(without.id, rows.newName('B'))
    await rows.suspense(waiting.id, null)
    for (const { name } of [back, waiting]) await listed(name, 70_000, { type: 'DEBIT' })
    expect(await differences([back.name])).toEqual([])
    expect(await differences([without.name])).toEqual([])
    expect(await differences([waiting.name])).toEqual([`PAYMENT_AMOUNT payment:${waiting.name} 70000 0`])
  })

  test('a second payment under a used id is listed under that id too, and so is its return', async () => {
    const [first, renamed, sentBack] = [await reported(), await reported(), await reported()]
    await rows.notice(renamed.id, `${renamed.name}-N`)
    const twinOf = async (name: string, returnReference?: string | null): Promise<void> => {
      const twin = await rows.payment({ name: rows.newName('P'), amount: 30_000 })
      if (returnReference !== undefined) await rows.suspense(twin, returnReference)
      await rows.conflict(name, twin)
    }
    await twinOf(first.name)
    await twinOf(`${renamed.name}-N`)
    await twinOf(sentBack.name, rows.newName('B'))
    expect(await differences([first.name])).toEqual([`PAYMENT_AMOUNT payment:${first.name} 100000 70000`])
    for (const name of [first.name, `${renamed.name}-N`, sentBack.name]) {
      await listed(name, 30_000)
      expect(await differences([name]), name).toEqual([])
    }
    await listed(sentBack.name, 30_000, { type: 'DEBIT' })
    expect(await differences([sentBack.name])).toEqual([])
    await listed(sentBack.name, 1)
    expect(await differences([sentBack.name])).toEqual([
      `PAYMENT_AMOUNT payment:${sentBack.name} 70000 70001`,
    ])
  })

  test('a second payment that waits in suspense, or that is the other bank’s, takes nothing back', async () => {
    const [waiting, foreign] = [await reported(), await reported()]
    const twin = await rows.payment({ name: rows.newName('P'), amount: 30_000 })
    await rows.suspense(twin, null)
    await rows.conflict(waiting.name, twin)
    await listed(waiting.name, 1)
    expect(await differences([waiting.name])).toEqual([`PAYMENT_AMOUNT payment:${waiting.name} 100000 70001`])
    const elsewhere = await rows.payment({ bank: 'OTHER', name: rows.newName('P'), amount: 30_000 })
    await rows.conflict(foreign.name, elsewhere, 'OTHER')
    expect(await differences([foreign.name])).toEqual([])
  })

  test('both returns count where a payment and the second one under its id were sent back', async () => {
    const first = await reported()
    await rows.suspense(first.id, rows.newName('B'))
    const twin = await rows.payment({ name: rows.newName('P'), amount: 30_000 })
    await rows.suspense(twin, rows.newName('B'))
    await rows.conflict(first.name, twin)
    await listed(first.name, 30_000)
    await listed(first.name, 100_000, { type: 'DEBIT' })
    expect(await differences([first.name])).toEqual([])
    await listed(first.name, 1)
    expect(await differences([first.name])).toEqual([`PAYMENT_AMOUNT payment:${first.name} 0 1`])
  })
})

describe('I9 lines that match nothing', () => {
  const unknown = async (...ids: string[]) =>
    (await differencesOf(rows.db, scopeOf(), { ...none, lines: ids })).map(({ kind, subject, theirs }) => [
      kind,
      subject,
      theirs,
    ])

  test('a credit and a debit without a name are unknown, and only the asked ones are reported', async () => {
    const [credit, debit] = [await rows.line(), await rows.line({ type: 'DEBIT' })]
    await rows.line()
    const found = await unknown(credit, debit)
    expect(new Set(found)).toEqual(
      new Set([
        ['UNKNOWN_CREDIT', `line:${credit}`, 70_000],
        ['UNKNOWN_DEBIT', `line:${debit}`, 70_000],
      ]),
    )
  })

  test('a line is known that names a payment, was matched, or names a withdrawal of its bank, and one that is gone is none', async () => {
    const withdrawalId = await rows.withdrawal()
    const matched = await rows.line()
    await matchLine(rows.db, { lineId: matched, paymentRequestId: 'P', note: 'x' })
    const ids = [
      matched,
      await rows.line({ payment: rows.newName('P') }),
      await rows.line({ withdrawalId }),
      await rows.line({ isGone: true }),
    ]
    for (const id of ids) expect(await unknown(id)).toEqual([])
  })

  test('a line is unknown that names a withdrawal of the other bank, or none that there is', async () => {
    const other = await rows.line({ withdrawalId: await rows.withdrawal({ methodPayment: 2 }) })
    const missing = await rows.line({ withdrawalId: rows.context.random.uuid() })
    for (const id of [other, missing])
      expect(await unknown(id)).toEqual([['UNKNOWN_CREDIT', `line:${id}`, 70_000]])
  })

  test('a line is known that has the reference of a payout of its bank, and no other line', async () => {
    const reference = rows.newName('Payout')
    await rows.payout(` ${reference}`, 1, 70_000)
    const line = (more: Parameters<Rows['line']>[0] = {}) =>
      rows.line({ type: 'DEBIT', bankReference: `${reference.toLowerCase()} `, ...more })
    expect(await unknown(await line())).toEqual([])
    for (const id of [
      await line({ methodPayment: 2 }),
      await line({ bankReference: 'another' }),
      await line({ bankReference: null }),
    ])
      expect(await unknown(id)).toHaveLength(1)
  })
})
