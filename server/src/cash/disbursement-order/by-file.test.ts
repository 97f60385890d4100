import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aDisbursementScenario, type DisbursementScenario } from '../../../testing/disbursement-scenario.ts'
import { cancelLoan } from '../../loans/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { columnsOf, readTable } from '../../platform/csv/table.ts'
import { paymentTable } from './payment-file.ts'

const actor = { kind: 'operator', name: 'test' } as const
let scenario: DisbursementScenario
beforeAll(async () => {
  scenario = await aDisbursementScenario({ settings: { DISBURSEMENT_BY: 'line' } })
})
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))
afterAll(() => scenario.close())

const today = () => businessDateOf(new Date().toISOString())

test('OPS-05 the payment file lists each funded loan with its total, a reference of its own and the borrower’s account, and its hash', async () => {
  const loan = await scenario.funded()
  const { json, text, lines } = await scenario.payByFile(loan.loanNumber)
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
  const first = await scenario.payByFile(loan.loanNumber)
  const second = await scenario.payByFile(loan.loanNumber)
  expect([second.exit, second.json.refusals]).toEqual([
    1,
    [{ loanNumber: loan.loanNumber, reason: expect.stringContaining('bank masih memegang perintah') }],
  ])
  expect((await scenario.payByFile('--all')).json).toMatchObject({ ordered: 0, refused: 0, file: null })
  const out = join(scenario.folder, 'again.csv')
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
  const both = await Promise.all([
    scenario.payByFile(...numbers),
    scenario.payByFile(...numbers.toReversed()),
  ])
  expect(new Set(both.map(({ json }) => json.ordered))).toEqual(new Set([0, 3]))
  expect(both.flatMap(({ lines }) => lines)).toHaveLength(3)
})

test('OPS-05 of a file that the bank executed in part only the listed loans are disbursed, and the others are paid by a new order', async () => {
  const [paid, left] = [await scenario.funded(), await scenario.funded()]
  await scenario.payByFile(paid.loanNumber, left.loanNumber)
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
  const { json } = await scenario.operator(['--json', 'today'])
  const line = json.lines.find(({ name }: { name: string }) => name === 'disbursements')
  expect(line.figures).toContainEqual(expect.objectContaining({ of: 'SENT', red: false }))
  await scenario.operator(['disbursements', 'stop', left.loanNumber, '--note', 'struck by the bank'])
  expect(await scenario.state(left.loanNumber)).toBe('RETURNED NOT_PAID')
  expect((await scenario.payByFile(left.loanNumber)).json).toMatchObject({ ordered: 1 })
})

test('OPS-05 nothing is ordered where the payment file cannot be begun, and one that the disk has no room for names the file that is ordered, and --again writes it', async () => {
  const loan = await scenario.funded()
  const orderTo = (out: string) =>
    scenario.operator(['loans', 'disburse-list', loan.loanNumber, '--out', out])
  const taken = join(scenario.folder, 'taken.csv')
  writeFileSync(taken, 'of the bank')
  for (const out of [join(scenario.folder, 'no-such-folder', 'payments.csv'), taken]) {
    expect(await orderTo(out)).toMatchObject({ exit: 2, err: expect.stringContaining(out) })
    expect(await scenario.order(loan.loanNumber)).toBeUndefined()
  }
  expect(readFileSync(taken, 'utf8')).toBe('of the bank')
  const { exit, err } = await orderTo('/dev/full')
  expect(exit).toBe(2)
  const [, file = ''] = /--again ([0-9a-f-]{36})/.exec(err) ?? []
  const again = [
    '--json',
    'loans',
    'disburse-list',
    '--again',
    file,
    '--out',
    join(scenario.folder, 'late.csv'),
  ]
  expect((await scenario.operator(again)).json).toMatchObject({ lines: 1 })
})

test('OPS-05 a loan is not cancelled while the bank has its order, and is after the order ended', async () => {
  const { context } = scenario.fixture
  const loan = await scenario.funded()
  await scenario.payByFile(loan.loanNumber)
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
  const credit = await scenario.lineOf(back)
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

test('OPS-05 loans that are not full, paid out or without an account are refused one by one, and the others are ordered', async () => {
  const good = await scenario.funded()
  const bare = await scenario.funded({ bankCode: null, accountNumber: null, accountHolder: null })
  const { exit, json, lines } = await scenario.payByFile(bare.loanNumber, good.loanNumber, 'NO-SUCH-LOAN')
  expect(exit).toBe(1)
  expect(lines).toHaveLength(1)
  expect(json.refusals).toEqual([
    { loanNumber: bare.loanNumber, reason: 'rekening bank Penerima Dana untuk pinjaman ini belum dicatat' },
    { loanNumber: 'NO-SUCH-LOAN', reason: 'pinjaman ini tidak ada' },
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
    join(scenario.folder, 'dry.csv'),
    '--dry-run',
  ])
  expect(json).toMatchObject({ ordered: 1, dryRun: true, sha256: null })
  expect(() => readFileSync(join(scenario.folder, 'dry.csv'))).toThrow()
  expect(await scenario.state(loan.loanNumber)).toBe('none')
})

test('OPS-05 the deadline to pay out ends no loan that the bank has an order for, and does once the order is stopped', async () => {
  const loan = await scenario.funded({ offerUntil: addDays(today(), 1) })
  await scenario.payByFile(loan.loanNumber)
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
  const { text } = await scenario.payByFile(loan.loanNumber)
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
