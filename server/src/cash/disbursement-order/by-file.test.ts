import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { aDisbursementScenario, type DisbursementScenario } from '../../../testing/disbursement-scenario.ts'
import { cancelLoan } from '../../loans/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { columnsOf, readTable } from '../../platform/csv/table.ts'
import { paymentTable } from './payment-file.ts'
import type { Line } from '../../outside/bank/testing/paying-bank.ts'
import { one } from '../../platform/db/database.ts'

const actor = { kind: 'operator', name: 'test' } as const
let scenario: DisbursementScenario
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pematang-payments-'))
  scenario = await aDisbursementScenario({ settings: { DISBURSEMENT_BY: 'line' } })
})
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))
afterAll(async () => {
  await scenario.close()
  rmSync(folder, { recursive: true })
})

let files = 0
/** Writes a payment file of these loans. @returns its lines without the header, and the answer */
async function listed(...args: string[]) {
  files += 1
  const out = join(folder, `payments-${files}.csv`)
  const answer = await scenario.operator(['--json', 'loans', 'disburse-list', ...args, '--out', out])
  const text = answer.json.file ? readFileSync(out, 'utf8') : ''
  return { ...answer, text, lines: text.split('\n').slice(1, -1) }
}
const today = () => businessDateOf(new Date().toISOString())
/** The id of a line that the bank has listed. */
const lineOf = async ({ transactionId }: Line): Promise<string> =>
  (
    await one<{ id: string }>(
      scenario.fixture.context.db,
      'test.line_of',
      'select id from bank_line where bank_reference = $1',
      [transactionId],
    )
  ).id

test('OPS-05 the payment file lists each funded loan with its total, a reference of its own and the borrower’s account, and its hash', async () => {
  const loan = await scenario.funded()
  const { json, text, lines } = await listed(loan.loanNumber)
  expect(json).toMatchObject({ ordered: 1, amount: 1_200_000, refused: 0 })
  expect(text.split('\n')[0]).toBe(
    'reference,amount,beneficiary_bank_code,beneficiary_account_number,beneficiary_name,remark',
  )
  const { reference } = (await scenario.order(loan.loanNumber)) ?? {}
  expect(lines).toEqual([
    expect.stringMatching(
      new RegExp(`^${reference},1200000,014,${loan.accountNumber},Usaha Contoh \\d+,${loan.loanNumber}$`),
    ),
  ])
  expect(json.sha256).toBe(createHash('sha256').update(text).digest('hex'))
  expect([await scenario.state(loan.loanNumber), await scenario.loan(loan.loanNumber)]).toEqual([
    'SENT',
    { status: 'FUNDED', on: null },
  ])
})

test('OPS-05 a file that is written a second time lists nothing already ordered, and --again writes a lost one with the same bytes', async () => {
  const loan = await scenario.funded()
  const first = await listed(loan.loanNumber)
  const second = await listed(loan.loanNumber)
  expect([second.exit, second.json.refusals]).toEqual([
    2,
    [{ loanNumber: loan.loanNumber, reason: expect.stringContaining('the bank has an order') }],
  ])
  expect((await listed('--all')).json).toMatchObject({ ordered: 0, refused: 0, file: null })
  const out = join(folder, 'again.csv')
  const again = await scenario.operator([
    '--json',
    'loans',
    'disburse-list',
    '--again',
    first.json.file,
    '--out',
    out,
  ])
  expect(again.json).toMatchObject({ lines: 1, sha256: first.json.sha256 })
  expect(readFileSync(out, 'utf8')).toBe(first.text)
})

test('OPS-05 of two operators at once each loan is in the file of one', async () => {
  const loans = [await scenario.funded(), await scenario.funded(), await scenario.funded()]
  const numbers = loans.map(({ loanNumber }) => loanNumber)
  const both = await Promise.all([listed(...numbers), listed(...numbers.toReversed())])
  expect(both.map(({ json }) => json.ordered).toSorted()).toEqual([0, 3])
  expect(both.flatMap(({ lines }) => lines)).toHaveLength(3)
})

test('OPS-05 the line of the bank disburses the loan on its value date, and leaves no difference', async () => {
  const loan = await scenario.funded()
  await listed(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber)
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  expect([await scenario.state(loan.loanNumber), await scenario.loan(loan.loanNumber)]).toEqual([
    'COMPLETED',
    { status: 'ACTIVE', on: today() },
  ])
  // Read again on the days after, it disburses nothing twice.
  for (const days of [1, 4]) expect(await scenario.compare(days)).toEqual({ found: [], open: [] })
})

test('OPS-05 a bank that drops our reference is known by the number of the loan in its remark and the amount', async () => {
  const loan = await scenario.funded()
  await listed(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber, { reference: null, remark: `TRF ${loan.loanNumber} DANA` })
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  expect((await scenario.loan(loan.loanNumber)).status).toBe('ACTIVE')
})

test('OPS-05 of a file that the bank executed in part only the listed loans are disbursed, and the others are paid by a new order', async () => {
  const [paid, left] = [await scenario.funded(), await scenario.funded()]
  await listed(paid.loanNumber, left.loanNumber)
  await scenario.listPayment(paid.loanNumber)
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  expect([await scenario.state(paid.loanNumber), await scenario.state(left.loanNumber)]).toEqual([
    'COMPLETED',
    'SENT',
  ])
  const open = await scenario.operator(['disbursements', 'open'])
  expect(open.out).toContain(`${left.loanNumber}  SENT`)
  expect(open.out).not.toContain(left.accountNumber)
  expect(open.out).toContain(left.accountNumber.slice(-4))
  await scenario.operator(['disbursements', 'stop', left.loanNumber, '--note', 'struck by the bank'])
  expect(await scenario.state(left.loanNumber)).toBe('RETURNED NOT_PAID')
  expect((await listed(left.loanNumber)).json).toMatchObject({ ordered: 1 })
})

test('OPS-05 a line over another amount disburses nothing: it stays a difference until an operator says what it is', async () => {
  const loan = await scenario.funded()
  await listed(loan.loanNumber)
  const less = await scenario.listPayment(loan.loanNumber, { amount: 1_197_500 })
  expect((await scenario.compare(0)).found).toEqual(['UNKNOWN_DEBIT 1197500'])
  expect((await scenario.loan(loan.loanNumber)).status).toBe('FUNDED')
  const line = await lineOf(less)
  const match = [
    'bank',
    'match',
    line,
    '--to',
    `disbursement:${loan.loanNumber}`,
    '--note',
    'the bank took its fee',
  ]
  expect((await scenario.operator(match)).exit).toBe(0)
  expect([await scenario.state(loan.loanNumber), await scenario.loan(loan.loanNumber)]).toEqual([
    'COMPLETED',
    { status: 'ACTIVE', on: today() },
  ])
  expect((await scenario.compare(0)).open).toEqual([`TRANSFER_AMOUNT transfer:${loan.loanNumber}`])
  // The rest is sent by hand, and both lines together are the loan.
  const more = await scenario.listPayment(loan.loanNumber, { amount: 2_500, reference: null, remark: 'sisa' })
  await scenario.compare(0)
  const rest = await lineOf(more)
  await scenario.operator([
    'bank',
    'match',
    rest,
    '--to',
    `transfer:${loan.loanNumber}`,
    '--note',
    'the rest',
  ])
  expect((await scenario.compare(0)).open).toEqual([])
})

test('OPS-05 a payment that the bank lists twice disburses once and is a difference until one comes back', async () => {
  const loan = await scenario.funded()
  await listed(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber)
  expect((await scenario.compare(0)).found).toEqual([`TRANSFER_AMOUNT transfer:${loan.loanNumber}`])
  expect(await scenario.state(loan.loanNumber)).toBe('COMPLETED')
  await scenario.listPayment(loan.loanNumber, { type: 'CREDIT' })
  expect((await scenario.compare(0)).open).toEqual([])
})

test('OPS-05 what the bank gives back before the loan began ends the order, and the loan waits to be paid out again', async () => {
  const loan = await scenario.funded()
  await listed(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber, { type: 'CREDIT' })
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  expect([await scenario.state(loan.loanNumber), (await scenario.loan(loan.loanNumber)).status]).toEqual([
    'RETURNED GIVEN_BACK',
    'FUNDED',
  ])
  const account = [
    '--code',
    '014',
    '--number',
    '7712345678',
    '--holder',
    'Usaha Contoh',
    '--reason',
    'letter',
  ]
  await scenario.operator(['loans', 'account', loan.loanNumber, ...account])
  expect((await listed(loan.loanNumber)).lines[0]).toContain(',014,7712345678,Usaha Contoh,')
  // What came back was of the order before: this one waits for a line of its own, and has its value date.
  expect(await scenario.compare(1)).toEqual({ found: [], open: [] })
  expect(await scenario.state(loan.loanNumber)).toBe('SENT')
  await scenario.listPayment(loan.loanNumber, { at: scenario.instant(2) })
  expect(await scenario.compare(2)).toEqual({ found: [], open: [] })
  expect([await scenario.state(loan.loanNumber), await scenario.loan(loan.loanNumber)]).toEqual([
    'COMPLETED',
    { status: 'ACTIVE', on: addDays(today(), 2) },
  ])
})

test('OPS-05 a payment file that cannot be written names the file that is ordered, and --again writes it', async () => {
  const loan = await scenario.funded()
  const out = join(folder, 'no-such-folder', 'payments.csv')
  const { exit, err } = await scenario.operator(['loans', 'disburse-list', loan.loanNumber, '--out', out])
  expect(exit).toBe(2)
  const [, file = ''] = /--again ([0-9a-f-]{36})/.exec(err) ?? []
  const again = ['--json', 'loans', 'disburse-list', '--again', file, '--out', join(folder, 'late.csv')]
  expect((await scenario.operator(again)).json).toMatchObject({ lines: 1 })
})

test('OPS-05 what the bank gives back days later is a difference, which the reversal of the disbursement settles, and the loan can be ordered again', async () => {
  const loan = await scenario.funded()
  await listed(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber)
  await scenario.compare(0)
  await scenario.listPayment(loan.loanNumber, { type: 'CREDIT', at: scenario.instant(2) })
  expect((await scenario.compare(2)).found).toEqual([`TRANSFER_AMOUNT transfer:${loan.loanNumber}`])
  await scenario.operator(['disbursements', 'reverse', loan.loanNumber, '--reason', 'account closed'])
  expect(await scenario.state(loan.loanNumber)).toBe('PAID')
  expect((await scenario.compare(2)).open).toEqual([])
  expect(await scenario.state(loan.loanNumber)).toBe('RETURNED GIVEN_BACK')
  expect((await listed(loan.loanNumber)).json).toMatchObject({ ordered: 1 })
})

test('OPS-05 a disbursement that was reversed while its line stands is made again by that line', async () => {
  const loan = await scenario.funded()
  await listed(loan.loanNumber)
  await scenario.listPayment(loan.loanNumber)
  await scenario.compare(0)
  await scenario.operator(['disbursements', 'reverse', loan.loanNumber, '--reason', 'a mistake'])
  expect((await listed(loan.loanNumber)).json).toMatchObject({ ordered: 0, refused: 1 })
  expect(await scenario.compare(1)).toEqual({ found: [], open: [] })
  expect([await scenario.state(loan.loanNumber), await scenario.loan(loan.loanNumber)]).toEqual([
    'COMPLETED',
    { status: 'ACTIVE', on: today() },
  ])
})

test('OPS-05 a loan is not cancelled while the bank has its order, and is after the order ended', async () => {
  const { context } = scenario.fixture
  const loan = await scenario.funded()
  await listed(loan.loanNumber)
  const cancel = () => perform(context, cancelLoan, { actor, input: { loanNumber: loan.loanNumber } })
  await expect(cancel()).rejects.toMatchObject({ code: 'LOAN_ORDERED' })
  await scenario.operator(['disbursements', 'stop', loan.loanNumber, '--note', 'the borrower stepped back'])
  expect(await cancel()).toMatchObject({ cancelled: true, refunded: 3, amount: 1_200_000 })
  // The bank pays all the same: nothing of ours, until it comes back.
  await scenario.listPayment(loan.loanNumber)
  expect((await scenario.compare(0)).found).toEqual(['UNKNOWN_DEBIT 1200000'])
  expect((await scenario.loan(loan.loanNumber)).status).toBe('CANCELLED')
  const back = await scenario.listPayment(loan.loanNumber, {
    type: 'CREDIT',
    reference: null,
    at: scenario.instant(1),
  })
  await scenario.compare(1)
  const credit = await lineOf(back)
  await scenario.operator([
    'bank',
    'match',
    credit,
    '--to',
    `transfer:${loan.loanNumber}`,
    '--note',
    'it came back',
  ])
  expect((await scenario.compare(1)).open).toEqual([])
})

test('OPS-05 a payment that was given up and that the bank makes all the same disburses its loan', async () => {
  const loan = await scenario.funded()
  await listed(loan.loanNumber)
  await scenario.operator(['disbursements', 'stop', loan.loanNumber, '--note', 'said on the phone'])
  await scenario.listPayment(loan.loanNumber)
  expect(await scenario.compare(0)).toEqual({ found: [], open: [] })
  expect([await scenario.state(loan.loanNumber), (await scenario.loan(loan.loanNumber)).status]).toEqual([
    'COMPLETED',
    'ACTIVE',
  ])
})

test('OPS-05 an order whose payment the statement lists is not stopped', async () => {
  const loan = await scenario.funded()
  await listed(loan.loanNumber)
  const less = await scenario.listPayment(loan.loanNumber, { amount: 1_000_000 })
  await scenario.compare(0)
  const stop = await scenario.operator(['disbursements', 'stop', loan.loanNumber, '--note', 'x'])
  expect([stop.exit, stop.err]).toEqual([2, expect.stringContaining("the bank's statement lists 1000000")])
  const line = await lineOf(less)
  await scenario.operator(['bank', 'match', line, '--to', `disbursement:${loan.loanNumber}`, '--note', 'x'])
  expect((await scenario.compare(0)).open).toEqual([`TRANSFER_AMOUNT transfer:${loan.loanNumber}`])
  await scenario.listPayment(loan.loanNumber, { amount: 200_000 })
  expect((await scenario.compare(0)).open).toEqual([])
})

test('OPS-05 where the bank’s line is asked for, no word disburses a loan, and a line without an order does', async () => {
  const loan = await scenario.funded()
  const made = await scenario.operator(['disbursements', 'make', loan.loanNumber])
  expect([made.exit, made.out]).toEqual([2, expect.stringContaining('by the line of the bank’s statement')])
  const byHand = await scenario.listPayment(loan.loanNumber, { reference: null })
  expect((await scenario.compare(0)).found).toEqual(['UNKNOWN_DEBIT 1200000'])
  const line = await lineOf(byHand)
  const match = [
    'bank',
    'match',
    line,
    '--to',
    `disbursement:${loan.loanNumber}`,
    '--note',
    'paid at the counter',
  ]
  expect((await scenario.operator(match)).exit).toBe(0)
  expect((await scenario.operator(match)).exit).toBe(0)
  expect(await scenario.loan(loan.loanNumber)).toEqual({ status: 'ACTIVE', on: today() })
  expect((await scenario.compare(0)).open).toEqual([])
})

test('OPS-05 loans that are not full, paid out or without an account are refused one by one, and the others are ordered', async () => {
  const good = await scenario.funded()
  const bare = await scenario.funded({ bankCode: null, accountNumber: null, accountHolder: null })
  const { exit, json, lines } = await listed(bare.loanNumber, good.loanNumber, 'NO-SUCH-LOAN')
  expect(exit).toBe(1)
  expect(lines).toHaveLength(1)
  expect(json.refusals).toEqual([
    { loanNumber: bare.loanNumber, reason: 'no bank account of the borrower is known for the loan' },
    { loanNumber: 'NO-SUCH-LOAN', reason: 'there is no such loan' },
  ])
  expect(await scenario.state(bare.loanNumber)).toBe('none')
})

test('OPS-05 a dry run orders nothing and writes no file', async () => {
  const loan = await scenario.funded()
  const { json } = await scenario.operator([
    '--json',
    'loans',
    'disburse-list',
    loan.loanNumber,
    '--out',
    join(folder, 'dry.csv'),
    '--dry-run',
  ])
  expect(json).toMatchObject({ ordered: 1, dryRun: true, sha256: null })
  expect(() => readFileSync(join(folder, 'dry.csv'))).toThrow()
  expect(await scenario.state(loan.loanNumber)).toBe('none')
})

test('OPS-05 the deadline to pay out ends no loan that the bank has an order for, and does once the order is stopped', async () => {
  const loan = await scenario.funded({ offerUntil: addDays(today(), 1) })
  await listed(loan.loanNumber)
  scenario.fixture.travel('90 days')
  try {
    await scenario.operator(['repair', 'offers'])
    expect((await scenario.loan(loan.loanNumber)).status).toBe('FUNDED')
    await scenario.operator([
      'disbursements',
      'stop',
      loan.loanNumber,
      '--note',
      'the bank has not executed it',
    ])
    await scenario.operator(['repair', 'offers'])
    expect((await scenario.loan(loan.loanNumber)).status).toBe('CANCELLED')
  } finally {
    scenario.fixture.travel(undefined)
  }
})

test('OPS-05 a payment file is read back as it was written, whatever the name of the holder, and its columns are documented', async () => {
  const holder = 'PT "Maju", Tbk; cabang 1'
  const loan = await scenario.funded({ accountHolder: holder })
  const { text } = await listed(loan.loanNumber)
  const rows = []
  for await (const batch of readTable(
    (async function* () {
      yield text
    })(),
    paymentTable,
  ))
    rows.push(...batch)
  expect(rows).toMatchObject([{ row: { beneficiary: holder, amount: 1_200_000, remark: loan.loanNumber } }])
  const page = readFileSync(new URL('../../../../docs/payment-file.md', import.meta.url), 'utf8')
  const table = columnsOf(paymentTable).map(
    ({ name, type, required, limit }) => `| ${name} | ${type} | ${required ? 'yes' : 'no'} | ${limit} |`,
  )
  expect(page).toContain(table.join('\n'))
})

test('OPS-05 a bank without references that gave a payment back ends no later order of the loan by it', async () => {
  const loan = await scenario.funded()
  const nameless = (type: 'DEBIT' | 'CREDIT', days: number) =>
    scenario.listPayment(loan.loanNumber, {
      ...{ type, reference: null, remark: `TRF ${loan.loanNumber}`, at: scenario.instant(days) },
    })
  await listed(loan.loanNumber)
  await nameless('DEBIT', 0)
  await scenario.compare(0)
  const back = await nameless('CREDIT', 0)
  await scenario.compare(0)
  const match = ['--to', `transfer:${loan.loanNumber}`, '--note', 'given back']
  await scenario.operator(['bank', 'match', await lineOf(back), ...match])
  await scenario.operator(['disbursements', 'reverse', loan.loanNumber, '--reason', 'given back'])
  expect((await scenario.compare(0)).open).toEqual([])
  expect(await scenario.state(loan.loanNumber)).toBe('RETURNED GIVEN_BACK')
  await listed(loan.loanNumber)
  expect(await scenario.compare(1)).toEqual({ found: [], open: [] })
  expect(await scenario.state(loan.loanNumber)).toBe('SENT')
  const paid = await nameless('DEBIT', 2)
  // Its name was the one of a line before, so an operator says which loan it pays out.
  expect((await scenario.compare(2)).found).toEqual(['UNKNOWN_DEBIT 1200000'])
  const to = ['--to', `disbursement:${loan.loanNumber}`, '--note', 'paid again']
  await scenario.operator(['bank', 'match', await lineOf(paid), ...to])
  expect([await scenario.state(loan.loanNumber), await scenario.loan(loan.loanNumber)]).toEqual([
    'COMPLETED',
    { status: 'ACTIVE', on: addDays(today(), 2) },
  ])
  expect((await scenario.compare(2)).open).toEqual([])
})
