import { afterAll, beforeAll, expect, test } from 'vitest'
import { payOutClearing } from '../../cash/index.ts'
import { recordPayment } from '../../cash/testing.ts'
import { performBatch } from '../../platform/commands/perform-batch.ts'
import { perform } from '../../platform/commands/perform.ts'
import { addLoanType } from '../../loans/testing.ts'
import { aStatementScenario, type StatementScenario } from '../../../testing/reconciliation-scenario.ts'
import { flat, servicingOf } from '../../../testing/loan-operations.ts'
import { aDepositor } from '../../../testing/snap-scenario.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { aProduct } from '../../../testing/bulk.ts'

let stage: StatementScenario
let phone = ''
const actor = { kind: 'operator', name: 'test' } as const
const { repay } = servicingOf(() => stage.fixture)

/** Creates three records of every kind that an operator can list. */
beforeAll(async () => {
  stage = await aStatementScenario()
  const { context } = stage.fixture
  const notify = async (id: string, number: string, amount: number) => {
    const callId = context.random.uuid()
    const names = { bank: 'BNI' as const, callId, externalId: callId, paymentRequestId: id }
    const input = { ...names, referenceNo: `R-${id}`, virtualAccountNo: `   ${number}`, amount }
    await performBatch(context, recordPayment, [{ actor: { kind: 'system' }, key: callId, input }])
  }
  const { numbers } = await aDepositor(stage.fixture)
  const { loanNumber } = await aDisbursedLoan(context, [600_000, 400_000], {
    ...flat,
    disbursedOn: '2026-01-31',
  })
  await repay({ loanNumber, amount: 112_500, fee: 500 })
  for (const no of [1, 2, 3]) {
    await notify(`WAITS-${no}`, '988009999999999', 50_000 + no)
    await notify(`TWICE-${no}`, numbers[1], 60_000)
    await notify(`TWICE-${no}`, numbers[1], 70_000)
    const lender = await stage.lender()
    await lender.withdraw(200_000)
    phone = lender.phone
    await stage.operator(['lenders', 'end-sessions', '--phone', phone, '--reason', `call ${no}`])
    stage.list({
      type: 'DEBIT',
      amount: 1_000 + no,
      at: stage.instant(0),
      reference: null,
      transactionId: `X-${no}`,
    })
    await perform(context, payOutClearing, {
      actor,
      input: {
        from: { kind: 'PLATFORM_FEE', methodPayment: 1 },
        amount: no,
        paidOn: '2026-04-01',
        reference: `FEE-${no}`,
        reason: 'monthly',
      },
    })
    await perform(context, addLoanType, { actor, input: { name: `Jenis ${no}` } })
    await aProduct(context, [1_000_000])
  }
  await stage.compare(0)
})
afterAll(async () => {
  expect(await stage.fixture.books()).toEqual([])
  await stage.close()
})

test.each([
  ['deposits suspense', 'suspense'],
  ['deposits conflicts', 'conflicts'],
  ['withdrawals open', 'withdrawals'],
  ['bank differences', 'differences'],
  ['bank lines --method 1 --on TODAY', 'lines'],
  ['payouts list', 'payouts'],
  ['account events --phone PHONE', 'events'],
  ['loan-types list', 'loanTypes'],
  ['products list', 'products'],
  ['lenders idle-cash', 'accounts'],
])('FIX-18 the pages of the command %s together contain every row once', async (command, rows) => {
  const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10)
  const words = command.replace('TODAY', today).replace('PHONE', phone).split(' ')
  const whole = (await stage.operator(['--json', ...words])).json
  expect(whole.next).toBeNull()
  expect(whole[rows].length).toBeGreaterThanOrEqual(2)
  const read: unknown[] = []
  let after: string[] = []
  for (let page = 0; page <= whole[rows].length; page += 1) {
    const result = (await stage.operator(['--json', ...words, '--limit', '1', ...after])).json
    read.push(...result[rows])
    if (result.next === null) break
    after = ['--after', result.next]
  }
  expect(read).toEqual(whole[rows])
  const result = await stage.operator([...words, '--limit', '1'])
  expect(result.out).toMatch(/masih ada: --after \S+/)
  expect((await stage.operator([...words, '--limit', '0'])).exit).toBe(2)
  expect((await stage.operator([...words, '--limit', '1001'])).exit).toBe(2)
})

test('FIX-18 the totals of a paged command cover all pages', async () => {
  const suspense = (await stage.operator(['--json', 'deposits', 'suspense', '--limit', '1'])).json
  expect(suspense).toMatchObject({ payments: 3, total: 150_006 })
  const differences = await stage.operator(['--json', 'bank', 'differences', '--limit', '1'])
  expect(differences.json.open).toBeGreaterThanOrEqual(3)
  expect(differences.exit).toBe(1)
})

test.each([
  'ledger accounts --kind LENDER_CASH',
  'lenders list',
  'lenders idle-cash',
  'payouts waiting',
  'tax list --period 2026-04',
])('FIX-18 the cursor of the command %s is an id of up to 16 digits', async (command) => {
  const last = (cursor: string) => stage.operator([...command.split(' '), '--after', cursor])
  for (const cursor of ['0', '9007199254740991', '9999999999999999'])
    expect([cursor, (await last(cursor)).err]).toEqual([cursor, ''])
  for (const wrong of ['ABC', '-1', '12345678901234567'])
    expect([wrong, (await last(wrong)).err]).toEqual([wrong, expect.stringContaining('tidak berlaku')])
})
