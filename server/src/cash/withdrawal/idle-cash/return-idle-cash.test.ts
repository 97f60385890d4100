import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { perform } from '../../../platform/commands/perform.ts'
import { storeBankAccount, suspendLender } from '../../../lenders/testing.ts'
import { operatorOn } from '../../../../testing/operator.ts'
import { aPerson, aRule, decidedBy, proposed } from '../../../../testing/staff.ts'
import {
  aWithdrawalScenario,
  type Withdrawer,
  type WithdrawalScenario,
} from '../../../../testing/withdrawal-scenario.ts'
import { one } from '../../../platform/db/database.ts'
import { creditTopUp } from '../../deposit/index.ts'
import { returnIdleCash } from './return-idle-cash.ts'

const actor = { kind: 'operator', name: 'test' } as const
let scenario: WithdrawalScenario
let operator: ReturnType<typeof operatorOn>
let folder: string
let memo: string
beforeAll(async () => {
  scenario = await aWithdrawalScenario()
  operator = operatorOn(scenario.fixture)
  folder = mkdtempSync(path.join(tmpdir(), 'pematang-idle-'))
  memo = path.join(folder, 'memo.pdf')
  writeFileSync(memo, '%PDF memo')
})
afterEach(async () => {
  scenario.bank.trouble = () => 'none'
  expect(await scenario.fixture.books()).toEqual([])
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await scenario.close()
})

let payments = 0
async function topUp({ lenderId }: Withdrawer, amount: number, daysAgo: number): Promise<void> {
  scenario.fixture.travel(`-${daysAgo} days`)
  payments += 1
  await perform(scenario.fixture.context, creditTopUp, {
    actor,
    input: { bank: 'BNI', paymentRequestId: `return-${payments}`, lenderId, amount, reason: 'test' },
  })
  scenario.fixture.travel(undefined)
}

const back = (...more: string[]) =>
  operator([
    ...['--json', 'lenders', 'return-idle-cash', '--document', 'Memo 12/2026', '--document-file', memo],
    ...more,
  ])
const of = ({ phone }: Withdrawer, ...more: string[]) => back('--phone', phone, ...more)
const paidTo = (lender: Withdrawer) =>
  [...scenario.bank.transfers.values()]
    .filter(({ account, status }) => account === lender.body(0)['accountNumber'] && status === '00')
    .map(({ amount }) => amount)

test('OPS-04 cash beyond two working days goes back to the registered account, also below the least of a withdrawal, and younger cash stays', async () => {
  const lender = await scenario.lender({ cash: 0 })
  await topUp(lender, 50_000, 20)
  await topUp(lender, 300_000, 0)
  expect((await of(lender, '--dry-run')).json).toMatchObject({ returned: 50_000, dryRun: true })
  expect((await of(lender)).json).toMatchObject({
    ...{ returned: 50_000, refused: 0 },
    accounts: [{ lenderId: lender.lenderId, amount: 47_500, fee: 2_500 }],
  })
  expect((await of(lender)).json).toMatchObject({ returned: 0, accounts: [] })
  await scenario.followAll()
  expect(paidTo(lender)).toEqual([47_500])
  expect(await lender.cash()).toBe(300_000)
})

test('OPS-04 idle cash that the bank refuses is idle again and can be returned again, and its age is that of its arrival', async () => {
  const lender = await scenario.lender({ cash: 0, bankCode: '009' })
  await topUp(lender, 80_000, 20)
  scenario.bank.trouble = () => 'refuse'
  await of(lender)
  await scenario.followAll()
  expect(await lender.cash()).toBe(80_000)
  scenario.bank.trouble = () => 'none'
  expect((await operator(['--json', 'lenders', 'idle-cash', '--late'])).json.late).toBeGreaterThanOrEqual(
    80_000,
  )
  // What came back arrived today for the ledger only if it had left, which it never did.
  expect((await of(lender)).json).toMatchObject({ returned: 80_000 })
  await scenario.followAll()
  expect(paidTo(lender)).toEqual([80_000])
})

test('OPS-04 idle cash of all lenders is returned at once, those who cannot get it are named with the reason, and a swapped document stops it all', async () => {
  const [paid, suspended, changed, small] = [
    await scenario.lender({ cash: 0 }),
    await scenario.lender({ cash: 0 }),
    await scenario.lender({ cash: 0 }),
    await scenario.lender({ cash: 0 }),
  ]
  for (const lender of [paid, suspended, changed]) await topUp(lender, 120_000, 20)
  await topUp(small, 2_500, 20)
  await perform(scenario.fixture.context, suspendLender, {
    actor,
    input: { lenderId: suspended.lenderId, reason: 'x' },
  })
  const { accountName } = changed.body(0) as { accountName: string }
  const account = { accountName, accountNumber: '7799999999', bankCode: '014', bankBranch: 'Jakarta' }
  await perform(scenario.fixture.context, storeBankAccount, {
    actor,
    input: { ...account, lenderId: changed.lenderId, bankName: 'Bank', methodPayment: 1 },
  })
  const swapped = path.join(folder, 'swapped.pdf')
  writeFileSync(swapped, '%PDF other memo')
  const refused = await back('--document-file', swapped)
  expect([refused.exit, refused.json.code]).toEqual([2, 'DOCUMENT_MISMATCH'])
  expect(await paid.cash()).toBe(120_000)

  const done = await back()
  expect(done.exit).toBe(1)
  const ends = new Map(
    done.json.accounts.map((one: { lenderId: number; refused: string | null; amount: number }) => [
      one.lenderId,
      one.refused ?? one.amount,
    ]),
  )
  expect([paid, suspended, changed, small].map(({ lenderId }) => ends.get(lenderId))).toEqual([
    117_500,
    'LENDER_SUSPENDED',
    'WITHDRAWAL_WAITS',
    'WITHDRAWAL_FEE_ABOVE_BALANCE',
  ])
  expect((await of(small, '--fee-by-platform')).json).toMatchObject({
    accounts: [{ amount: 2_500, fee: 0 }],
  })
  await scenario.followAll()
  expect([paid, small].map(paidTo)).toEqual([[117_500], [2_500]])
})

test('OPS-04 two operators who return the same idle cash at once, while its lender withdraws, return each rupiah once', async () => {
  const lender = await scenario.lender({ cash: 0, bankCode: '009' })
  await topUp(lender, 400_000, 20)
  const [first, second, own] = await Promise.all([
    of(lender),
    of(lender),
    lender.pay('/withdrawals', lender.body(150_000)),
  ])
  const withdrawn = own.status === 200 ? 150_000 : 0
  expect(first.json.returned + second.json.returned + withdrawn).toBe(400_000)
  await scenario.followAll()
  expect(paidTo(lender).reduce((sum, amount) => sum + amount, 0)).toBe(400_000)
})

test('OPS-04 whatever came in when and was withdrawn, exactly what is beyond its days goes back, and nothing late is left', async () => {
  const arrival = fc.record({
    amount: fc.integer({ min: 10_000, max: 900_000 }),
    daysAgo: fc.nat({ max: 30 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(arrival, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      async (arrivals, withdraws) => {
        const lender = await scenario.lender({ cash: 0, bankCode: '009' })
        for (const { amount, daysAgo } of arrivals.toSorted((a, b) => b.daysAgo - a.daysAgo))
          await topUp(lender, amount, daysAgo)
        if (withdraws) await lender.pay('/withdrawals', lender.body(100_000))
        const before = (await lender.get('/lender/idle-cash')).json
        const late = before.layers
          .filter((layer: { late: boolean }) => layer.late)
          .reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
        expect((await of(lender)).json.returned).toBe(late)
        const after = (await lender.get('/lender/idle-cash')).json
        expect(after.layers.some((layer: { late: boolean }) => layer.late)).toBe(false)
        expect(after.idleCash).toBe(before.idleCash - late)
      },
    ),
    { numRuns: 12 },
  )
})

test('CON-05 OPS-04 under a rule the idle cash of each lender is proposed, not only that of the first, and the same again is no other proposal', async () => {
  const lenders = [await scenario.lender({ cash: 0 }), await scenario.lender({ cash: 0 })]
  for (const lender of lenders) await topUp(lender, 120_000, 20)
  await aPerson(scenario.fixture, 'Maya', 'LOOK', 'WORK')
  await aPerson(scenario.fixture, 'Dewi', 'LOOK', 'DECIDE')
  await aRule(scenario.fixture, 'returnIdleCash')
  const asked = await back('--operator', 'Maya')
  const numbers = ({ json }: typeof asked) =>
    lenders.map(
      ({ lenderId }) =>
        json.accounts.find((one: { lenderId: number }) => one.lenderId === lenderId)?.proposal as number,
    )
  expect(numbers(asked)).toEqual([expect.any(Number), expect.any(Number)])
  expect(asked.json).toMatchObject({ returned: 0 })
  expect(numbers(await back('--operator', 'Maya'))).toEqual(numbers(asked))
  expect(await Promise.all(lenders.map((lender) => lender.cash()))).toEqual([120_000, 120_000])
})

test('CON-05 OPS-04 the proposal of idle cash says the sum that the books have, and what has grown to a large one since needs two', async () => {
  const lender = await scenario.lender({ cash: 0 })
  await topUp(lender, 700_000, 20)
  const [maker, first, second] = [
    await aPerson(scenario.fixture, 'Nia', 'LOOK', 'WORK'),
    await aPerson(scenario.fixture, 'Tono', 'LOOK', 'DECIDE'),
    await aPerson(scenario.fixture, 'Rudi', 'LOOK', 'DECIDE'),
  ]
  const { context } = scenario.fixture
  await aRule(scenario.fixture, 'returnIdleCash', { largeFrom: 750_000, largeDeciders: 2 })
  const document = { name: 'Memo 13/2026', sha256: 'ab'.repeat(32) }
  const input = { lenderId: lender.lenderId, methodPayment: 1 as const, document, feeByPlatform: true }
  const proposal = await proposed(scenario.fixture, returnIdleCash, maker, input)
  const { amount } = await one<{ amount: number }>(
    context.db,
    'test.proposed',
    'select amount from proposal where number = $1',
    [proposal],
  )
  expect(amount).toBe(700_000)
  await topUp(lender, 100_000, 20)
  const decided = (staffId: number) =>
    decidedBy(scenario.fixture, returnIdleCash, staffId, { proposal, input })
  expect(await decided(first)).toMatchObject({ state: 'AGREED', missing: 1 })
  expect(await lender.cash()).toBe(800_000)
  expect(await decided(second)).toMatchObject({ state: 'DONE' })
  expect(await lender.cash()).toBe(0)
})
