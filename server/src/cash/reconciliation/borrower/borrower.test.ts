import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aStatementScenario, type StatementScenario } from '../../../../testing/reconciliation-scenario.ts'
import { amounts, flat, servicingOf } from '../../../../testing/loan-operations.ts'
import { aDisbursedLoan } from '../../../../testing/servicing.ts'
import { one } from '../../../platform/db/database.ts'

let scenario: StatementScenario
let serial = 0
const { repay, balanceOf } = servicingOf(() => scenario.fixture)
beforeAll(async () => {
  scenario = await aStatementScenario()
})
afterEach(async () => expect(await scenario.fixture.books()).toEqual([]))
afterAll(() => scenario.close())

async function aListedLoan() {
  const loan = await aDisbursedLoan(scenario.fixture.context, amounts, { ...flat, disbursedOn: '2026-01-31' })
  scenario.list({
    type: 'DEBIT',
    amount: 1_200_000,
    reference: null,
    transactionId: loan.loanNumber,
    at: scenario.instant(0),
  })
  return loan
}

/** A credit that nothing of ours explains, compared with the books. @returns the id of its line */
async function aStray(amount = 112_000, more: object = {}): Promise<{ line: string; reference: string }> {
  serial += 1
  const reference = `STRAY-${serial}`
  scenario.list({
    type: 'CREDIT',
    amount,
    reference: null,
    transactionId: reference,
    at: scenario.instant(0),
    ...more,
  })
  await scenario.compare(0)
  const { id } = await one<{ id: string }>(
    scenario.fixture.context.db,
    'test.stray',
    'select id from bank_line where bank_reference = $1 and amount = $2',
    [reference, amount],
  )
  return { line: id, reference }
}
const match = (line: string, to: string, ...more: string[]) =>
  scenario.operator(['bank', 'match', line, '--to', to, '--note', 'slip seen', ...more])
const takeBack = (line: string) =>
  scenario.operator(['bank', 'take-back', line, '--reason', 'it was another'])
const suspended = () => balanceOf('BORROWER_SUSPENSE', 1)
const open = async () => (await scenario.compare(0)).open

test('VAL-07 a borrower’s payment that fits no loan waits in suspense of its own, and can be taken out of it once', async () => {
  const { line } = await aStray()
  expect(await open()).toEqual(['UNKNOWN_CREDIT 112000'])
  const results = await Promise.all([1, 2, 3].map(() => match(line, 'borrower-suspense')))
  expect(results.map(({ exit }) => exit)).toEqual([0, 0, 0])
  expect(await suspended()).toBe(112_000)
  expect(await open()).toEqual([])
  const waiting = await scenario.operator(['bank', 'suspense'])
  expect([waiting.exit, waiting.out]).toEqual([1, expect.stringContaining(`mutasi ${line}`)])
  expect((await takeBack(line)).out).toContain('bukan lagi pembayaran Penerima Dana')
  expect((await takeBack(line)).err).toContain('Tidak ada keputusan')
  expect([await suspended(), await open()]).toEqual([0, ['UNKNOWN_CREDIT 112000']])
  await match(line, 'sent-back:GONE-1')
  scenario.list({
    type: 'DEBIT',
    amount: 112_000,
    reference: null,
    transactionId: 'GONE-1',
    at: scenario.instant(0),
  })
  expect(await open()).toEqual([])
})

test('VAL-07 a payment in suspense becomes the repayments of its loans with the bank’s value date, and waits again after it was taken back', async () => {
  const [first, second] = [await aListedLoan(), await aListedLoan()]
  const { line, reference } = await aStray(200_000)
  await match(line, 'borrower-suspense')
  const parts = `loan:${first.loanNumber}=112000,${second.loanNumber}=88000`
  expect((await match(line, `loan:${first.loanNumber}=112000`)).err).toContain(
    'sebutkan bagian tiap pinjaman',
  )
  expect((await match(line, parts, '--dry-run')).out).toContain(`dicatat sebagai ${reference}`)
  expect(await suspended()).toBe(200_000)
  const done = await Promise.all([match(line, parts), match(line, parts)])
  expect(done.map(({ exit }) => exit)).toEqual([0, 0])
  const left = () => Promise.all([first, second].map(({ loanId }) => balanceOf('BORROWER_CLEARING', loanId)))
  expect([await suspended(), await left(), await open()]).toEqual([0, [1_088_000, 1_112_000], []])
  const { paid } = await one<{ paid: boolean }>(
    scenario.fixture.context.db,
    'test.value_date',
    `select bool_and(p.paid_on = business_day(l.at)) as paid from loan_payment p join bank_line l on l.bank_reference = p.reference
      where p.reference = $1`,
    [reference],
  )
  expect(paid).toBe(true)

  // A repayment that was reversed by itself is missing by its amount, and is no obstacle to taking the whole back.
  await scenario.operator(['repayments', 'reverse', reference, '--loan', second.loanNumber, '--reason', 'x'])
  expect(await open()).toEqual([`TRANSFER_AMOUNT transfer:${reference}`])
  expect((await takeBack(line)).out).toContain(first.loanNumber)
  expect([await suspended(), await left(), await open()]).toEqual([200_000, [1_200_000, 1_200_000], []])
  await match(line, `sent-back:BACK-${reference}`)
  expect(await suspended()).toBe(0)
  expect((await takeBack(line)).out).toContain('tidak dikirim kembali')
  expect(await suspended()).toBe(200_000)
  await match(line, `loan:${first.loanNumber}`)
  expect([await suspended(), await open()]).toEqual([0, []])
})

test('VAL-07 a payment that was sent back to a borrower and is not listed is named after the days of grace', async () => {
  const { line } = await aStray(55_000)
  await match(line, 'sent-back:RETURN-1')
  expect((await scenario.compare(3)).found).toEqual(['NOT_SENT transfer:RETURN-1'])
  scenario.list({
    type: 'DEBIT',
    amount: 55_000,
    reference: null,
    transactionId: 'return-1',
    at: scenario.instant(3),
  })
  expect((await scenario.compare(3)).open).toEqual([])
})

test('VAL-07 a payment that waits is listed with what waits', async () => {
  const { line } = await aStray(66_000)
  await match(line, 'borrower-suspense')
  expect((await scenario.operator(['books', 'waiting', '--kind', 'borrower_suspense'])).out).toContain(line)
  await match(line, 'sent-back:RETURN-2')
})

test('VAL-07 a line is not assigned to a loan that has a repayment under its reference, or twice', async () => {
  const { loanNumber } = await aListedLoan()
  const { line, reference } = await aStray(112_000)
  await repay({ loanNumber, amount: 112_000, reference })
  expect((await match(line, `loan:${loanNumber}`)).err).toContain('adalah transfer')
  expect((await match(line, 'borrower-suspense')).err).toContain('adalah transfer')
  const other = await aStray(112_000)
  await match(other.line, 'borrower-suspense')
  await repay({ loanNumber, amount: 112_000, reference: other.reference })
  expect((await match(other.line, `loan:${loanNumber}`)).err).toContain('sudah dicatat')
  await takeBack(other.line)
  expect(await open()).toEqual([])
})

test('VAL-10 one verb proposes what a line can be, and says it with --to; a lines file says many and can be repeated', async () => {
  const { loanNumber } = await aListedLoan()
  const named = await aStray(70_000, { remark: `angsuran ${loanNumber} Siti` })
  expect((await scenario.operator(['bank', 'match', named.line])).out.split('\n').slice(0, 2)).toEqual([
    `--to loan:${loanNumber}  keterangannya menyebut pinjaman ini`,
    '--to borrower-suspense  dibayar Penerima Dana, dan pinjamannya belum diketahui',
  ])
  expect((await match(named.line, 'nonsense:1')).err).toContain('Sebuah mutasi dapat berupa:')
  expect((await scenario.operator(['bank', 'match', named.line, '--to', 'top-up'])).err).toContain('--note')
  const stray = await aStray(80_000)
  const file = join(tmpdir(), `matches-${named.line}.csv`)
  await writeFile(
    file,
    [
      'line,to,note',
      `${named.line},loan:${loanNumber},slip 1`,
      `${stray.line},borrower-suspense,slip 2`,
      `${scenario.fixture.context.random.uuid()},borrower-suspense,slip 3`,
      `${stray.line},transfer:NOBODY,slip 4`,
    ].join('\n'),
  )
  const taken = await scenario.operator(['bank', 'match', '--file', file])
  expect([taken.exit, taken.out]).toEqual([
    1,
    expect.stringContaining('4 baris: 2 dicocokkan, 0 sudah dikenal, 2 ditolak'),
  ])
  expect((await scenario.operator(['bank', 'match', '--file', file])).out).toContain(
    '0 dicocokkan, 2 sudah dikenal, 2 ditolak',
  )
  expect(await open()).toEqual([])
  await match(stray.line, 'sent-back:RETURN-3')
})

test('VAL-10 a debit without a reference of ours is matched to a disbursement by hand, and the match can be taken back', async () => {
  const { loanNumber } = await aDisbursedLoan(scenario.fixture.context, amounts, {
    ...flat,
    disbursedOn: '2026-01-31',
  })
  scenario.list({
    type: 'DEBIT',
    amount: 1_200_000,
    reference: null,
    transactionId: 'PAPER-1',
    at: scenario.instant(0),
  })
  expect((await scenario.compare(0)).found).toEqual(['UNKNOWN_DEBIT 1200000'])
  const { id } = await one<{ id: string }>(
    scenario.fixture.context.db,
    'test.paper',
    `select id from bank_line where bank_reference = 'PAPER-1'`,
  )
  expect((await scenario.operator(['bank', 'match', id])).out).toContain(`--to transfer:${loanNumber}`)
  expect((await match(id, 'transfer:NOBODY')).err).toContain('Tidak ada yang dicatat sebagai NOBODY')
  await match(id, `transfer:${loanNumber.toLowerCase()}`)
  expect(await open()).toEqual([])
  expect((await takeBack(id)).out).toContain('tidak lagi dicocokkan dengan apa pun')
  expect(await open()).toEqual(['UNKNOWN_DEBIT 1200000'])
  await match(id, `transfer:${loanNumber}`)
  expect(await open()).toEqual([])
})
