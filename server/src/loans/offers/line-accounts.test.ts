import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { many } from '../../platform/db/database.ts'
import { fileWith } from './csv/example-loan.ts'
import type { LoanRow } from './csv/index.ts'
import { checkLoanFile, importLoanFile } from './import-file.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(() => fixture.close())

const account = { bankCode: '014', accountNumber: '0012345678', accountHolder: 'Usaha Contoh' }
const bytes = (...lines: Partial<Record<keyof LoanRow, string>>[]) =>
  Readable.from([Buffer.from(fileWith(...lines))])
async function imported(...lines: Partial<Record<keyof LoanRow, string>>[]) {
  const refused: string[] = []
  const report = await importLoanFile(fixture.context, bytes(...lines), {
    actor: { kind: 'operator', name: 'test' },
    newTypeOf: () => 'confirmed',
    onRefused: ({ reason }) => refused.push(reason),
  })
  return { ...report, reasons: refused }
}
const versions = (loanNumber: string) =>
  many(
    fixture.context.db,
    'test.accounts',
    `select a.version, a.bank_code as code, a.account_number as number, a.account_holder as holder
       from loan_account a join loan l on l.id = a.loan_id where l.loan_number = $1 order by a.version`,
    [loanNumber],
  )
const first = { version: 1, code: '014', number: '0012345678', holder: 'Usaha Contoh' }

test('OPS-05 a loan file brings the borrower’s account with the loan, and repeating it changes nothing', async () => {
  const line = { loanNumber: 'ACC-1', ...account }
  expect(await imported(line)).toMatchObject({ imported: 1, refused: 0 })
  expect(await imported(line)).toMatchObject({ known: 1, refused: 0 })
  expect(await versions('ACC-1')).toEqual([first])
})

test('OPS-05 the account is no term of the loan: a line without it is the same loan, and one that had none gets it', async () => {
  await imported({ loanNumber: 'ACC-2' })
  expect(await versions('ACC-2')).toEqual([])
  expect(await imported({ loanNumber: 'ACC-2', ...account })).toMatchObject({ known: 1, refused: 0 })
  expect(await imported({ loanNumber: 'ACC-2' })).toMatchObject({ known: 1, refused: 0 })
  expect(await versions('ACC-2')).toEqual([first])
})

test('OPS-05 another account for a known loan is refused, in the same file too, and nothing of it is stored', async () => {
  await imported({ loanNumber: 'ACC-3', ...account })
  const other = { ...account, accountNumber: '0012345679' }
  expect((await imported({ loanNumber: 'ACC-3', ...other })).reasons).toEqual([
    'pinjaman ACC-3 sudah memiliki rekening bank lain: "loans account" mengubahnya',
  ])
  const twice = [
    { loanNumber: 'ACC-4', ...account },
    { loanNumber: 'ACC-4', ...other },
  ]
  expect(
    await checkLoanFile(fixture.context, bytes(...twice), { newTypeOf: () => 'confirmed' }),
  ).toMatchObject({
    imported: 1,
    refused: 1,
  })
  expect(await imported(...twice)).toMatchObject({ imported: 1, refused: 1 })
  expect(await versions('ACC-4')).toEqual([first])
})

test.each<[string, Partial<Record<keyof LoanRow, string>>, string]>([
  ['a part of it', { accountHolder: '' }, 'account_holder kosong'],
  ['a bank of two digits', { bankCode: '14' }, 'bank_code harus 3 angka'],
  ['a number with a letter', { accountNumber: '00123A5678' }, 'account_number harus 5 sampai 20 angka'],
  ['a number of four digits', { accountNumber: '1234' }, 'account_number harus 5 sampai 20 angka'],
])('OPS-05 an account with %s refuses its line', async (_, change, reason) => {
  const { imported: count, reasons } = await imported({ loanNumber: 'ACC-5', ...account, ...change })
  expect([count, reasons]).toEqual([0, [expect.stringContaining(reason)]])
})

test('OPS-05 an operator corrects the account, which screens show without its first digits and the trail without the number', async () => {
  await imported({ loanNumber: 'ACC-6', ...account })
  const operator = operatorOn(fixture)
  const change = ['--code', '008', '--number', '7766554433', '--holder', 'Usaha Baru', '--reason', 'letter']
  const set = await operator(['loans', 'account', 'ACC-6', ...change])
  expect([set.exit, set.out]).toEqual([0, 'ACC-6 dicairkan ke rekening berakhiran 4433 di 008\n'])
  expect((await operator(['loans', 'account', 'ACC-6', ...change])).out).toContain('tidak ada yang dilakukan')
  expect(await versions('ACC-6')).toEqual([
    first,
    { version: 2, code: '008', number: '7766554433', holder: 'Usaha Baru' },
  ])
  const shown = await operator(['--json', 'loans', 'show', 'ACC-6'])
  expect(shown.json.loan.account).toEqual({
    ...{ version: 2, bankCode: '008', accountNumber: '******4433', accountHolder: 'Usaha Baru' },
  })
  const trail = JSON.stringify(
    await many(
      fixture.context.db,
      'test.trail',
      `select detail from audit_event where operation = 'storeLoanAccount'`,
    ),
  )
  expect(trail).toContain('4433')
  expect(trail).not.toContain('7766554433')
})
