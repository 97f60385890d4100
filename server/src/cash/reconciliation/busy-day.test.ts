import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StatementScenario, aStatementScenario } from '../../../testing/reconciliation-scenario.ts'
import { flat, servicingOf } from '../../../testing/loan-operations.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { aDepositor } from '../../../testing/snap-scenario.ts'
import type { Line } from '../../outside/bank/testing/paying-bank.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { one } from '../../platform/db/database.ts'
import { listSuspense, recordPayment } from '../deposit/index.ts'
import { referenceOf } from '../withdrawal/follow-transfer.ts'

let scenario: StatementScenario
let today: string
let folder: string
const { repay } = servicingOf(() => scenario.fixture)
beforeAll(async () => {
  scenario = await aStatementScenario()
  folder = await mkdtemp(path.join(tmpdir(), 'busy-day-'))
  const text = 'select business_day(app_now())::text as day'
  today = (await one<{ day: string }>(scenario.fixture.context.db, 'test.day', text)).day
})
afterAll(async () => {
  expect(await scenario.fixture.books()).toEqual([])
  await scenario.close()
  await rm(folder, { recursive: true })
})

/** 30 loans with 150 payments each, and 300 top-ups. */
const [loans, paymentsOfLoan, topUps] = [30, 150, 300]
const paid = 8_960

const line = (
  type: 'DEBIT' | 'CREDIT',
  amount: number,
  transactionId: string,
  more: Partial<Line> = {},
): Line => ({
  ...{ type, amount, transactionId, reference: null, at: scenario.instant(0) },
  ...more,
})
const aLoan = async () =>
  (await aDisbursedLoan(scenario.fixture.context, [1_200_000], { ...flat, disbursedOn: '2026-01-31' }))
    .loanNumber

/** Disbursed loans whose payments an operator records from one file; the bank lists them in another order. */
async function borrowers(): Promise<void> {
  const numbers = await Promise.all(Array.from({ length: loans }, aLoan))
  const payments = numbers.flatMap((loanNumber, loan) =>
    Array.from({ length: paymentsOfLoan }, (_, index) => ({
      loanNumber,
      reference: `BUSY-${index}-${loan}`,
    })),
  )
  const rows = payments.map(({ loanNumber, reference }) => `${loanNumber},${today},${paid},${reference}`)
  const file = path.join(folder, 'repayments.csv')
  await writeFile(file, ['loan_number,paid_on,amount,reference', ...rows, ''].join('\n'))
  const { json } = await scenario.operator(['--json', 'repayments', 'import', file, '--yes'])
  expect(json).toMatchObject({ taken: loans * paymentsOfLoan, refused: 0 })
  scenario.list(...numbers.map((loanNumber) => line('DEBIT', 1_200_000, loanNumber)))
  scenario.list(
    ...payments.toReversed().map(({ reference }) => line('CREDIT', paid, reference.toLowerCase())),
  )
}

/** Top-ups that the bank notified, with the lines that list them. */
async function depositors(): Promise<void> {
  const { context } = scenario.fixture
  const { numbers } = await aDepositor(scenario.fixture)
  const notify = (paymentRequestId: string, number: string, amount: number) => {
    const callId = context.random.uuid()
    const ids = { callId, externalId: callId, paymentRequestId }
    const input = { bank: 'BNI' as const, ...ids, virtualAccountNo: `   ${number}`, amount }
    return { actor: { kind: 'system' as const }, key: callId, input }
  }
  const listed = (id: string, amount: number, number = numbers[1]) =>
    line('CREDIT', amount, `T-${id}`, { payment: { id, number } })
  const ids = Array.from({ length: topUps }, (_, index) => `VA-${index}`)
  await performBatch(context, recordPayment, [
    ...[...ids, 'VA-NO-LINE', 'VA-OTHER'].map((id) => notify(id, numbers[1], 50_000)),
    ...['VA-NOBODY', 'VA-KEPT'].map((id) => notify(id, '988009999999999', 40_000)),
  ])
  scenario.list(
    ...ids.map((id) => listed(id, 50_000)),
    listed('VA-OTHER', 50_001),
    listed('VA-NO-NOTICE', 60_000),
  )
  scenario.list(...['VA-NOBODY', 'VA-KEPT'].map((id) => listed(id, 40_000, '988009999999999')))
  for (const { paymentId, paymentRequestId } of await listSuspense(context.db)) {
    const reference = paymentRequestId === 'VA-NOBODY' ? 'BACK-NEVER' : 'BACK-1'
    await scenario.operator(['deposits', 'return', paymentId, '--reference', reference, '--note', 'x'])
  }
  scenario.list(line('DEBIT', 40_000, 'back-1'))
}

/** Withdrawals of which the bank lists one as it should, and each other in its own wrong way. */
async function withdrawers(): Promise<Record<'missing' | 'more' | 'twice' | 'back', string>> {
  const lender = await scenario.lender({ cash: 5_000_000 })
  const ids: string[] = []
  for (const amount of [100_000, 200_000, 300_000, 400_000, 500_000])
    ids.push((await lender.withdraw(amount)).id)
  await scenario.followAll()
  const [, missing = '', more = '', twice = '', back = ''] = ids
  const before = scenario.bank.lines
  scenario.bank.lines = (own) => {
    const changed = own.flatMap((sent): Line[] => {
      if (sent.reference === referenceOf(missing)) return []
      if (sent.reference === referenceOf(more)) return [{ ...sent, amount: sent.amount + 1 }]
      if (sent.reference === referenceOf(twice)) return [sent, sent]
      return sent.reference === referenceOf(back) ? [sent, { ...sent, type: 'CREDIT' }] : [sent]
    })
    return before?.(changed) ?? changed
  }
  return { missing, more, twice, back }
}

/** What looks unusual and is right: two loans in one transfer, and a transfer of nobody's that came back. */
async function unusual(): Promise<void> {
  for (const loanNumber of [await aLoan(), await aLoan()]) {
    scenario.list(line('DEBIT', 1_200_000, `P-${loanNumber}`, { remark: `Pencairan ${loanNumber}` }))
    await repay({ loanNumber, amount: 112_000, reference: 'TWO-IN-ONE' })
  }
  scenario.list(line('CREDIT', 224_000, 'TWO-IN-ONE'))
  scenario.list(line('DEBIT', 9_000, 'RETUR-1'), line('CREDIT', 9_000, 'RETUR-1'))
}

/** What is wrong: lines that nothing explains, a recorded amount that is another one, and what never came or left. */
async function wrong(): Promise<string> {
  const [listed, unlisted] = [await aLoan(), await aLoan()]
  scenario.list(line('DEBIT', 1_200_000, listed))
  scenario.list(line('CREDIT', 7_001, 'STRAY-1'), line('DEBIT', 7_002, 'STRAY-2'))
  await repay({ loanNumber: listed, amount: 112_000, reference: 'OTHER-AMOUNT' })
  scenario.list(line('CREDIT', 12_000, 'OTHER-AMOUNT'))
  await repay({ loanNumber: listed, amount: 100_000, reference: 'NEVER-CAME' })
  return unlisted
}

test('VAL-07 of a day of 5,000 lines of every kind only what is wrong is named, and what never came after the days of grace', async () => {
  await borrowers()
  await depositors()
  await unusual()
  const unlisted = await wrong()
  const withdrawal = await withdrawers()
  const soon = [
    'UNKNOWN_CREDIT 7001',
    'UNKNOWN_DEBIT 7002',
    'TRANSFER_AMOUNT transfer:OTHER-AMOUNT',
    'NO_NOTICE payment:VA-NO-NOTICE',
    'PAYMENT_AMOUNT payment:VA-OTHER',
    `MISSING withdrawal:${withdrawal.missing}`,
    `AMOUNT withdrawal:${withdrawal.more}`,
    `TWICE withdrawal:${withdrawal.twice}`,
    `GIVEN_BACK withdrawal:${withdrawal.back}`,
  ]
  expect(new Set((await scenario.compare(0)).open)).toEqual(new Set(soon))
  for (const days of [1, 2]) await scenario.compare(days)
  const late = [
    'NO_LINE payment:VA-NO-LINE',
    'NOT_RECEIVED transfer:NEVER-CAME',
    `NOT_SENT transfer:${unlisted}`,
    'NOT_SENT_BACK payment:VA-NOBODY',
  ]
  expect(new Set((await scenario.compare(3)).open)).toEqual(new Set([...soon, ...late]))
})
