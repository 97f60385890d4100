import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { makeSandboxBank, type SandboxBank } from '../../outside/bank/testing/sandbox.ts'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { storeBankAccount } from '../../lenders/testing.ts'
import { aDepositor } from '../../../testing/snap-scenario.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { goodPassword, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { jobs as withdrawalJobs } from '../withdrawal/follow.ts'
import { type StoredDifference, listDifferences } from './differences.ts'
import { reconcileDay } from './reconcile.ts'

let sandbox: SandboxBank
let fixture: Fixture
let app: TestApp
let today: string
beforeAll(async () => {
  sandbox = await makeSandboxBank()
  fixture = await makeFixture({
    overrides: { banks: sandbox.banks },
    withoutFaults: 'another process is a bank that goes wrong of its own accord',
  })
  app = await startApp(fixture)
  await sandbox.start(app.origin, { SANDBOX_BANK_LATE_MS: '1000' })
  const row = await one<{ today: string }>(
    fixture.context.db,
    'test.today',
    'select business_day(app_now())::text as today',
  )
  today = row.today
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await sandbox.remove()
  await app.close()
  await fixture.close()
})

const compare = () =>
  reconcileDay(fixture.context, { methodPayment: 1, day: today, actor: { kind: 'system' } })
const openOnes = async () =>
  (await listDifferences(fixture.context.db, { methodPayment: null, all: false })).map(
    ({ kind, theirs }: StoredDifference) => `${kind} ${theirs}`,
  )

test('FIX-09 reconciliation finds a payment at the sandbox bank without a notice, and a command credits it', async () => {
  const operator = operatorOn(fixture)
  const { numbers, lenderId } = await aDepositor(fixture)
  const paid = await sandbox.pay({ number: numbers[1], amount: 500_000, fault: 'unsent' })
  await sandbox.pay({ number: numbers[1], amount: 40_000 })
  expect((await compare()).open.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
    `NO_NOTICE payment:${paid.id}`,
  ])
  const { json } = await operator(['--json', 'bank', 'lines', '--payment', paid.id])
  const [line] = json.lines as { id: string; number: string }[]
  expect(line?.number).toBe(numbers[1])
  expect((await operator(['bank', 'match', line?.id ?? '', '--to', 'top-up', '--note', 'x'])).exit).toBe(0)
  expect((await cashOf(fixture.context.db, lenderId)).available).toBe(540_000)
  expect((await compare()).open).toEqual([])
  const balances = await many<{ amount: number }>(
    fixture.context.db,
    'test.balances',
    'select amount from bank_balance where method_payment = 1 order by at desc limit 1',
  )
  expect(balances[0]?.amount).toBe(1_000_000_540_000)
})

test('FIX-09 reconciliation finds a withdrawal that the sandbox bank later returns, and one that it pays twice', async () => {
  const lender = await logIn(fixture, app, { cash: 1_000_000 })
  const account = { accountName: 'Sri Lestari', accountNumber: '7700000001', bankCode: '014' }
  await perform(fixture.context, storeBankAccount, {
    actor: { kind: 'operator', name: 'test' },
    input: { ...account, lenderId: lender.lenderId, bankBranch: 'x', bankName: 'Bank', methodPayment: 1 },
  })
  for (const amount of [200_909, 200_915]) {
    const body = { ...account, amount, password: goodPassword, reason: 'Lain-lain', methodPayment: 1 }
    expect((await lender.pay('/withdrawals', body)).status).toBe(200)
  }
  const silent = { error: () => {}, warn: () => {} }
  await runAllJobs(fixture.context, withdrawalJobs(fixture.context), silent)
  await vi.waitFor(
    async () => {
      await compare()
      expect((await openOnes()).toSorted()).toEqual(['GIVEN_BACK 200909', 'TWICE 401830'])
    },
    { timeout: 60_000, interval: 500 },
  )
  const operator = operatorOn(fixture)
  const { json } = await operator(['--json', 'bank', 'lines', '--on', today, '--method', '1'])
  const lines = json.lines as { id: string; type: string; withdrawalId: string; amount: number }[]
  const back = lines.find(({ type, amount }) => type === 'CREDIT' && amount === 200_909)
  const given = ['withdrawals', 'returned-by-bank', back?.withdrawalId ?? '', '--line', back?.id ?? '']
  expect((await operator([...given, '--note', 'x'])).exit).toBe(0)
  expect(await openOnes()).toEqual(['TWICE 401830'])
  expect((await cashOf(fixture.context.db, lender.lenderId)).available).toBe(1_000_000 - 200_915 - 5_000)
})
