import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '@pematang/contract/format/business-date'
import { one } from '../../platform/db/database.ts'
import { aPayingBank } from '../snap/testing/bank.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { jobs as withdrawalJobs } from '../withdrawal/follow.ts'
import { referenceOf } from '../withdrawal/follow-transfer.ts'
import { heldWithdrawals } from '../../../testing/held-withdrawal.ts'
import { listDifferences } from './differences.ts'
import { listLines } from './lines.ts'
import { reconcileDay } from './reconcile.ts'
import { listed as aListedLine } from './testing/line.ts'
import { makeModelBank, type ModelBank } from './testing/model-bank.ts'

let fixture: Fixture
let bank: ModelBank
let seconds = 0
beforeAll(async () => {
  bank = makeModelBank(() => new Date(Date.now() + seconds * 1_000))
  fixture = await makeFixture({ overrides: { banks: [aPayingBank()], payers: new Map([[1, bank]]) } })
})
beforeEach(() => {
  bank.statusMood = 'true'
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const amount = 200_000

/** A withdrawal whose order the bank took without an answer, or never got. */
async function ordered(mood: ModelBank['orderMood']): Promise<string> {
  const { held } = await heldWithdrawals(fixture.context, [amount])
  bank.orderMood = mood
  bank.statusMood = 'away'
  await wait(0)
  return held[0]?.id ?? ''
}

async function wait(more: number, context = fixture.context): Promise<void> {
  seconds += more
  fixture.travel(`${seconds} seconds`)
  await runAllJobs(fixture.context, withdrawalJobs(context), { error: () => {}, warn: () => {} })
}

/** Compares today with the bank's statement, as on the morning after. */
async function reconcile(): Promise<void> {
  const { today } = await one<{ today: string }>(
    fixture.context.db,
    'test.today',
    'select business_day(app_now())::text as today',
  )
  for (const day of [today, addDays(today, 1)])
    await reconcileDay(fixture.context, { methodPayment: 1, day, actor: { kind: 'system' } })
}

const stateOf = (id: string) =>
  one<{ state: string; reason: string | null; cash: number; held: number; said: string | null }>(
    fixture.context.db,
    'test.withdrawal_state',
    `select w.state, w.end_reason as reason, a.balance as cash, a.held,
            (select max(last_error) from job where payload ->> 'withdrawalId' = w.id::text) as said
       from withdrawal w join hold h on h.id = w.id join account a on a.id = h.account_id where w.id = $1`,
    [id],
  )
const lineOf = async (id: string): Promise<string> => {
  const all = { methodPayment: 1, day: null, withdrawalId: id, payment: null } as const
  return (await listLines(fixture.context.db, all))[0]?.id ?? ''
}
const operator = (...words: string[]) => operatorOn(fixture)(['withdrawals', ...words, '--note', 'letter'])
const openKinds = async (id: string) =>
  (await listDifferences(fixture.context.db, { methodPayment: 1, all: false }))
    .filter(({ subject }) => subject === `withdrawal:${id}`)
    .map(({ kind }) => kind)

test.each(['not found', 'failed'] as const)(
  'a withdrawal that the bank lists as sent is not returned on the status "%s", and is paid when the bank says so',
  async (status) => {
    const id = await ordered('paid, no answer')
    await reconcile()
    expect(await openKinds(id)).toEqual(['PAID_BUT_OPEN'])
    bank.statusMood = status
    await wait(2_000)
    await wait(4_000)
    expect(await stateOf(id)).toMatchObject({
      state: 'SENT',
      held: amount + 2_500,
      said: expect.stringMatching(
        /^CONFLICT: mutasi bank memuat 200000 dari penarikan dana .* sebagai terkirim$/,
      ),
    })
    bank.statusMood = 'true'
    await wait(4_000)
    expect(await stateOf(id)).toMatchObject({ state: 'PAID', held: 0, cash: 997_500, said: null })
    await reconcile()
    expect(await openKinds(id)).toEqual([])
  },
)

test('a withdrawal that was sent and came back before its status was known is returned', async () => {
  const id = await ordered('paid, no answer')
  bank.returnMoney(referenceOf(id))
  await reconcile()
  bank.statusMood = 'true'
  await wait(400)
  expect(await stateOf(id)).toMatchObject({ state: 'RETURNED', reason: 'STATUS_06', cash: 1_200_000 })
  expect(await openKinds(id)).toEqual([])
})

test('an operator settles a withdrawal by the line of its transfer when the bank’s status stays wrong, once', async () => {
  const id = await ordered('paid, no answer')
  await reconcile()
  bank.statusMood = 'other amount'
  await wait(2_000)
  const line = await lineOf(id)
  expect((await stateOf(id)).said).toMatch(/^CONFLICT: bank sudah membayar 199999/)
  expect(await operator('settle', id, '--line', line)).toMatchObject({
    exit: 0,
    out: `penarikan dana ${id} sudah dibayar\n`,
  })
  expect(await stateOf(id)).toMatchObject({ state: 'PAID', cash: 997_500, held: 0 })
  expect(await operator('settle', id, '--line', line)).toMatchObject({
    exit: 0,
    out: 'sudah dibayar sebelumnya\n',
  })
  await wait(8_000)
  expect(await stateOf(id)).toMatchObject({ state: 'PAID', cash: 997_500, said: null })
  expect(await openKinds(id)).toEqual([])
})

test('a withdrawal is not settled by a line of another one, or by its line after the money came back or was returned', async () => {
  const [sent, back] = [await ordered('paid, no answer'), await ordered('paid, no answer')]
  bank.returnMoney(referenceOf(back))
  await reconcile()
  const other = await operator('settle', back, '--line', await lineOf(sent))
  expect(other.err).toContain(`milik penarikan dana ${sent}`)
  const nothing = await operator('settle', back, '--line', await lineOf(back))
  expect(nothing.err).toContain('Bank memuat 0 dari penarikan dana')
  bank.statusMood = 'true'
  await wait(2_000)
  const ended = await operator('settle', back, '--line', await lineOf(back))
  expect(ended.err).toContain('berstatus RETURNED')
  expect([(await stateOf(sent)).state, (await stateOf(back)).state]).toEqual(['PAID', 'RETURNED'])
})

test('an operator returns a withdrawal whose status the bank never tells, once the order is too old to be taken, and not if it is listed', async () => {
  const [lost, listed] = [await ordered('never arrives'), await ordered('paid, no answer')]
  const early = await operator('return', lost)
  expect(early.err).toContain('kurang dari 900 detik yang lalu')
  await wait(100_000)
  expect(await stateOf(lost)).toMatchObject({ state: 'SENT', held: amount + 2_500 })
  await reconcile()
  const sent = await operator('return', listed)
  expect(sent.err).toContain('memuat 200000 dari penarikan dana')
  expect(await operator('return', lost)).toMatchObject({
    exit: 0,
    out: expect.stringContaining('200000 dan biaya 2500'),
  })
  expect(await operator('return', lost)).toMatchObject({ exit: 0, out: 'sudah dikembalikan sebelumnya\n' })
  expect(await stateOf(lost)).toMatchObject({
    state: 'RETURNED',
    reason: 'NOT_PAID',
    cash: 1_200_000,
    held: 0,
  })
  const paid = await operator('settle', listed, '--line', await lineOf(listed))
  expect(paid.exit).toBe(0)
  const ended = await operator('return', listed)
  expect(ended.err).toContain('berstatus PAID')
})

test('VAL-09 a settlement by a wrong line is taken back once, when the order is too old to be taken, and its money is the lender’s again', async () => {
  const id = await ordered('never arrives')
  const line = await aListedLine(fixture.context, { type: 'DEBIT', amount })
  const takeBack = () => operatorOn(fixture)(['bank', 'take-back', line, '--reason', 'it was of another'])
  expect((await operator('settle', id, '--line', line)).exit).toBe(0)
  expect(await stateOf(id)).toMatchObject({ state: 'PAID', cash: 997_500, held: 0 })
  expect((await takeBack()).err).toContain('kurang dari 900 detik yang lalu')
  await wait(1_000)
  expect((await takeBack()).exit).toBe(0)
  expect(await stateOf(id)).toMatchObject({
    state: 'RETURNED',
    reason: 'SETTLEMENT_TAKEN_BACK',
    cash: 1_200_000,
    held: 0,
  })
  expect((await takeBack()).err).toContain('Tidak ada keputusan')
  // What the bank has paid after all is charged by its own line, and that can be taken back as well.
  const right = await aListedLine(fixture.context, { type: 'DEBIT', amount })
  expect((await operator('charge', id, '--line', right)).exit).toBe(0)
  expect(await stateOf(id)).toMatchObject({ state: 'PAID', cash: 997_500, held: 0 })
})

test('a withdrawal that was not ordered is returned after a day also when its bank was taken out of the settings', async () => {
  const { held } = await heldWithdrawals(fixture.context, [amount])
  const id = held[0]?.id ?? ''
  const without = { ...fixture.context, payers: new Map() }
  await wait(0, without)
  await wait(3_600, without)
  expect(await stateOf(id)).toMatchObject({ state: 'HELD', held: amount + 2_500 })
  await wait(90_000, without)
  expect(await stateOf(id)).toMatchObject({ state: 'RETURNED', reason: 'NEVER_TAKEN', cash: 1_200_000 })
})
