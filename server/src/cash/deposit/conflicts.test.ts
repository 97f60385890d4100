import { afterAll, beforeAll, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aBankScenario, aDepositor, type BankScenario } from '../../../testing/snap-scenario.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { listConflicts, listSuspense, resolveConflict } from './index.ts'

let scenario: BankScenario
let operator: ReturnType<typeof operatorOn>
let lender: Awaited<ReturnType<typeof aDepositor>>
beforeAll(async () => {
  scenario = await aBankScenario()
  operator = operatorOn(scenario.fixture)
  lender = await aDepositor(scenario.fixture)
})
afterAll(async () => {
  expect(await scenario.fixture.books()).toEqual([])
  await scenario.close()
})

let ids = 0
const nextId = () => `CON-${(ids += 1)}`
const cash = async () => (await cashOf(scenario.fixture.context.db, lender.lenderId)).available
const open = () => listConflicts(scenario.fixture.context.db, { days: 1, ended: false })
const first = { referenceNo: 'R-1', trxDateTime: '2026-11-21T10:00:00+07:00' }
const tell = async (id: string, more: object) =>
  (await scenario.bni.pay({ id, number: lender.numbers[1], amount: 40_000 }, { ...first, ...more })).code

const contradictions: [string, object][] = [
  ['another reference number and time', { referenceNo: 'R-2', trxDateTime: '2026-11-22T09:00:00+07:00' }],
  ['another reference number', { referenceNo: 'R-2' }],
  ['another time', { trxDateTime: '2026-11-21T10:00:01+07:00' }],
  ['the same hour in another time zone', { trxDateTime: '2026-11-21T10:00:00Z' }],
  ['another reference number, although marked as a retry', { referenceNo: 'R-2', flagAdvise: 'Y' }],
  [
    'another amount, although marked as a retry',
    { paidAmount: { value: '40001.00', currency: 'IDR' }, flagAdvise: 'Y' },
  ],
]
test.each(contradictions)(
  'FIX-16 a payment notice that reuses a paymentRequestId with %s is kept as a conflict',
  async (_, more) => {
    const id = nextId()
    expect(await tell(id, {})).toBe('2002500')
    const before = [await cash(), (await open()).length] as const
    expect(await tell(id, more)).toBe('4042518')
    // Repeating the notice does not create another conflict.
    expect(await tell(id, more)).toBe('4042518')
    expect(await tell(id, {})).toBe('2002500')
    expect([await cash(), (await open()).length]).toEqual([before[0], before[1] + 1])
  },
)

const retries: [string, object][] = [
  ['unchanged', {}],
  ['with the retry flag', { flagAdvise: 'Y' }],
  [
    'with a new sending time and the retry flag',
    { trxDateTime: '2026-11-21T10:05:00+07:00', flagAdvise: 'Y' },
  ],
  ['with the same instant in another time zone', { trxDateTime: '2026-11-21T03:00:00Z' }],
  ['with the same instant including milliseconds', { trxDateTime: '2026-11-21T10:00:00.000+0700' }],
  ['with the same instant without a time zone', { trxDateTime: '2026-11-21 10:00:00' }],
  ['without reference number and time', { referenceNo: undefined, trxDateTime: undefined }],
]
test.each(retries)(
  'FIX-16 a payment that is notified again %s gets the same answer as the first time',
  async (_, more) => {
    const id = nextId()
    expect(await tell(id, {})).toBe('2002500')
    const before = [await cash(), (await open()).length]
    expect(await tell(id, more)).toBe('2002500')
    expect([await cash(), (await open()).length]).toEqual(before)
  },
)

test('FIX-16 the operator sees every difference of a payment conflict, and resolves it either way once', async () => {
  const [wrong, own] = [nextId(), nextId()]
  for (const id of [wrong, own]) {
    await tell(id, {})
    await tell(id, { referenceNo: `R-of-${id}`, trxDateTime: '2026-11-22T09:00:00+07:00' })
  }
  const listed = await operator(['deposits', 'conflicts'])
  expect(listed.exit).toBe(1)
  expect(listed.out).toContain(
    `  kemudian 40000 rupiah untuk "   ${lender.numbers[1]}", referensi R-of-${own}, pada 2026-11-22T09`,
  )
  const conflictOf = async (id: string) => (await open()).find((one) => one.paymentRequestId === id)?.id ?? ''
  const [mistake, separate] = [await conflictOf(wrong), await conflictOf(own)]
  const resolve = (id: string, as: string, ...more: string[]) =>
    operator(['deposits', 'resolve', id, '--as', as, '--note', 'the bank says so', ...more])

  const before = await cash()
  expect((await resolve(separate, 'separate', '--dry-run')).out).toContain('Uji coba')
  expect((await resolve(mistake, 'first')).exit).toBe(0)
  expect((await resolve(separate, 'separate')).out).toContain('40000 rupiah belum teridentifikasi')
  expect((await resolve(separate, 'separate')).out).toContain('sebelumnya')
  expect(await resolve(separate, 'first')).toMatchObject({
    exit: 2,
    err: expect.stringContaining('SEPARATE'),
  })
  expect(await conflictOf(own)).toBe('')
  expect((await operator(['--json', 'deposits', 'conflicts', '--all'])).json.conflicts).toContainEqual(
    expect.objectContaining({ id: separate, outcome: 'SEPARATE' }),
  )
  const waiting = (await listSuspense(scenario.fixture.context.db)).filter(
    ({ reason }) => reason === 'CONFLICT',
  )
  expect(waiting).toMatchObject([{ amount: 40_000, referenceNo: `R-of-${own}` }])
  const [item] = waiting
  const assign = ['deposits', 'assign', item?.paymentId ?? '', '--phone', lender.phone, '--note', 'slip seen']
  expect((await operator(assign)).exit).toBe(0)
  expect(await cash()).toBe(before + 40_000)
  // The bank repeats both notices: nothing is credited again, and the conflict stays resolved.
  expect(await tell(own, {})).toBe('2002500')
  expect(await tell(own, { referenceNo: `R-of-${own}`, trxDateTime: '2026-11-22T09:00:00+07:00' })).toBe(
    '4042518',
  )
  expect(await conflictOf(own)).toBe('')
  expect(await cash()).toBe(before + 40_000)
})

test('FIX-16 when ten operators resolve a payment conflict at the same time, its payment is recorded once', async () => {
  const id = nextId()
  await tell(id, {})
  await tell(id, { referenceNo: 'R-9', trxDateTime: '2026-11-23T09:00:00+07:00' })
  const conflictId = (await open()).find((one) => one.paymentRequestId === id)?.id ?? ''
  const suspended = async () =>
    (await listSuspense(scenario.fixture.context.db)).filter((one) =>
      one.paymentRequestId.startsWith(`${id}#`),
    )
  await Promise.allSettled(
    Array.from({ length: 10 }, (_, place) =>
      perform(scenario.fixture.context, resolveConflict, {
        actor: { kind: 'operator', name: `operator-${place}` },
        input: { conflictId, outcome: place % 2 === 0 ? 'SEPARATE' : 'FIRST_STANDS', note: 'x' },
      }),
    ),
  )
  expect((await suspended()).length).toBeLessThan(2)
  expect(await scenario.fixture.books()).toEqual([])
  await expect(
    perform(scenario.fixture.context, resolveConflict, {
      actor: { kind: 'operator', name: 'test' },
      input: {
        conflictId: lender.phone.padEnd(8, '0').slice(0, 8) + '-0000-4000-8000-000000000000',
        outcome: 'SEPARATE',
        note: 'x',
      },
    }),
  ).rejects.toThrow('Tidak ada pertentangan')
})
