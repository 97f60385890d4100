import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cashOf } from '../../books/index.ts'
import { auditBooks } from '../../audit/testing.ts'
import { listNotices } from '../../lenders/testing.ts'
import { CsvFileError } from '../../platform/csv/lines.ts'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aCrowd, theirAgreements } from '../../../testing/crowd.ts'
import { aLender, aLoan, fund, reserveFunding, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { EXAMPLE_CONSENT, EXAMPLE_LOAN, fileWith } from './csv/example-loan.ts'
import { generatedFile } from './csv/generated-file.ts'
import { cancelLoan, importLoanFile, type LoanRow, publishLoans } from './index.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

const operator = { kind: 'operator', name: 'test' } as const
const refusals: { line: number; reason: string }[] = []
const load = (
  file: string | AsyncIterable<Uint8Array>,
  more: { adapt?: (loan: LoanRow) => LoanRow } = {},
) => {
  refusals.length = 0
  const input = typeof file === 'string' ? Readable.from([Buffer.from(file)]) : Readable.from(file)
  return importLoanFile(fixture.context, input, {
    actor: { kind: 'operator', name: 'test' },
    onRefused: (refusal) => refusals.push(refusal),
    ...more,
  })
}
const countOf = async (pattern: string): Promise<number> =>
  (
    await one<{ loans: number }>(
      fixture.context.db,
      'test.loans',
      `select count(*) as loans from loan l join loan_position p on p.loan_id = l.id
         join account a on a.id = p.escrow_account and a.owner_id = l.id where l.loan_number like $1`,
      [pattern],
    )
  ).loans
const statusOf = async (loanNumber: string): Promise<string> =>
  (
    await one<{ status: string }>(
      fixture.context.db,
      'test.status',
      'select p.status from loan_position p join loan l on l.id = p.loan_id where l.loan_number = $1',
      [loanNumber],
    )
  ).status

describe('SRV-01 importing a loan file', () => {
  test('importing a loan file stores every cell of each loan as a draft', async () => {
    const facts = { sector: 'G', province: 'ID-JB', borrowerKind: 'PERSON', borrowerSex: 'F' }
    const cells = {
      ...{ ...EXAMPLE_CONSENT, ...facts },
      ...{ bankCode: '014', accountNumber: '0012345678', accountHolder: 'UD Rinjani Berkah' },
    }
    const file = fileWith({ ...cells, borrowerBirthYear: '1988' })
    expect(await load(file)).toEqual({ lines: 1, imported: 1, known: 0, refused: 0 })
    const stored = await one(
      fixture.context.db,
      'test.row',
      `select l.loan_number as "loanNumber", b.number as "borrowerNumber", b.name as "borrowerName",
              t.name as "loanType", p.total as "totalLoan", p.minimum as "minimumFunding",
              trim_scale(l.interest)::text as interest, l.interest_type as "interestType", l.tenor,
              l.tenor_period as "tenorPeriod", l.grade, l.grade_description as "gradeDescription", l.purpose,
              l.marketing_title as "marketingTitle", l.marketing_detail as "marketingDetail",
              l.offer_from as "offerFrom", l.offer_until as "offerUntil", l.consent_reference as "consentReference",
              l.consent_provider as "consentProvider", encode(l.consent_sha256, 'hex') as "consentHash",
              to_char(l.consent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "consentAt",
              f.sector, f.province, f.borrower_kind as "borrowerKind", f.borrower_sex as "borrowerSex",
              f.borrower_birth_year as "borrowerBirthYear",
              a.bank_code as "bankCode", a.account_number as "accountNumber", a.account_holder as "accountHolder"
         from loan l join loan_account a on a.loan_id = l.id join loan_position p on p.loan_id = l.id join borrower b on b.id = l.borrower_id
         join loan_type t on t.id = l.loan_type_id join loan_facts f on f.loan_id = l.id where l.loan_number = $1`,
      [EXAMPLE_LOAN.loanNumber],
    )
    expect(stored).toEqual({ ...EXAMPLE_LOAN, ...cells, borrowerBirthYear: 1988 })
    expect(await statusOf(EXAMPLE_LOAN.loanNumber)).toBe('DRAFT')
  })

  test('a loan file imported again, also concurrently, imports each loan once', async () => {
    const file = fileWith({ loanNumber: 'TWICE-1' }, { loanNumber: 'TWICE-2' })
    expect(await load(file)).toMatchObject({ imported: 2, known: 0 })
    expect(await load(file)).toEqual({ lines: 2, imported: 0, known: 2, refused: 0 })
    expect(await countOf('TWICE-%')).toBe(2)

    const other = fileWith({ loanNumber: 'ONCE-1' }, { loanNumber: 'ONCE-2' })
    const reports = await Promise.all([load(other), load(other), load(other)])
    expect(reports.reduce((sum, { imported }) => sum + imported, 0)).toBe(2)
    expect(reports.reduce((sum, { known }) => sum + known, 0)).toBe(4)
    expect(await countOf('ONCE-%')).toBe(2)
  })

  test('when two concurrent loan files contradict each other, one loan is imported and the other line rejected', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [first, second] = [`RACE-A-${round}`, `RACE-B-${round}`]
      const reports = await Promise.all([
        load(fileWith({ loanNumber: first }, { loanNumber: second })),
        load(fileWith({ loanNumber: second, tenor: '7' }, { loanNumber: first, tenor: '7' })),
      ])
      expect(reports.reduce((sum, { imported }) => sum + imported, 0)).toBe(2)
      expect(reports.reduce((sum, { refused }) => sum + refused, 0)).toBe(2)
    }
    expect(await countOf('RACE-%')).toBe(20)
  })

  test('a line that differs from the loan already stored is rejected, and leaves the loan unchanged', async () => {
    await load(fileWith({ loanNumber: 'CHANGED-1' }))
    const changed = fileWith({ loanNumber: 'CHANGED-1', totalLoan: '999000000' }, { loanNumber: 'CHANGED-2' })
    expect(await load(changed)).toEqual({ lines: 2, imported: 1, known: 0, refused: 1 })
    expect(refusals).toEqual([{ line: 2, reason: 'pinjaman CHANGED-1 sudah ada dengan isi lain' }])
    const { total } = await one<{ total: number }>(
      fixture.context.db,
      'test.total',
      `select total from loan_position p join loan l on l.id = p.loan_id where loan_number = 'CHANGED-1'`,
    )
    expect(total).toBe(EXAMPLE_LOAN.totalLoan)
  })

  test('of several lines with one loan number the first is imported, and those that differ are rejected', async () => {
    const file = fileWith(
      { loanNumber: 'DOUBLE' },
      { loanNumber: 'DOUBLE' },
      { loanNumber: 'DOUBLE', tenor: '7' },
    )
    expect(await load(file)).toEqual({ lines: 3, imported: 1, known: 1, refused: 1 })
    expect(refusals.map(({ line }) => line)).toEqual([6])
  })

  test('rejected lines of a loan file are reported by number and column, and the others imported', async () => {
    const file = fileWith(
      { loanNumber: 'GOOD-1' },
      { loanNumber: 'BAD-1', totalLoan: '1.000' },
      { loanNumber: 'BAD-2', minimumFunding: '200000000' },
      { loanNumber: 'GOOD-2' },
    )
    expect(await load(file)).toEqual({ lines: 4, imported: 2, known: 0, refused: 2 })
    // The example's marketing detail contains a line break, so each record takes two lines.
    expect(refusals.map(({ line }) => line)).toEqual([4, 6])
    expect(refusals[0]?.reason).toContain('total_loan')
    expect(await countOf('BAD-%')).toBe(0)
  })

  test('importing a file that is not a loan file is refused', async () => {
    await expect(load('name,amount\nx,1\n')).rejects.toThrow(CsvFileError)
    await expect(load('')).rejects.toThrow(CsvFileError)
  })

  test('an interrupted loan import is resumed by importing the file again, and imports each loan once', async () => {
    const lines = 3_500
    async function* broken() {
      let sent = 0
      for await (const piece of generatedFile(lines)) {
        // Simulates that the process is killed after some batches of a thousand lines.
        if (sent > 600_000) throw new Error('killed')
        sent += piece.length
        yield piece
      }
    }
    await expect(load(broken())).rejects.toThrow('killed')
    const before = await countOf('GEN-%')
    expect(before).toBeGreaterThan(999)
    expect(before).toBeLessThan(lines)
    const report = await load(generatedFile(lines))
    expect(report).toEqual({ lines, imported: lines - before - 3, known: before, refused: 3 })
    expect(await countOf('GEN-%')).toBe(lines - 3)
    expect((await load(generatedFile(lines))).imported).toBe(0)
  })

  test('a loan import records each batch in the audit trail with its counts', async () => {
    await load(fileWith({ loanNumber: 'AUDIT-1' }))
    const [event] = await many<{ actor: string; detail: object }>(
      fixture.context.db,
      'test.audit',
      `select actor, detail from audit_event where operation = 'importLoans' order by id desc limit 1`,
    )
    expect(event).toEqual({ actor: 'operator:test', detail: { imported: 1, known: 0, refused: 0 } })
  })
})

describe('publishing and cancelling loans', () => {
  const publish = (loanNumbers: string[] | 'all') =>
    perform(fixture.context, publishLoans, { actor: operator, input: { loanNumbers } })
  const cancel = (loanNumber: string) =>
    perform(fixture.context, cancelLoan, { actor: operator, input: { loanNumber } })

  test('a draft loan is published once, and a cancelled loan never', async () => {
    await load(fileWith({ loanNumber: 'PUB-1' }, { loanNumber: 'PUB-2' }, { loanNumber: 'PUB-3' }))
    expect(await publish(['PUB-1', 'PUB-2', 'NOT-THERE'])).toEqual({
      published: 2,
      notOffered: [{ loanNumber: 'NOT-THERE', status: null, ofProduct: false, withoutConsent: false }],
    })
    expect(await publish(['PUB-1'])).toEqual({ published: 0, notOffered: [] })
    expect(await cancel('PUB-1')).toEqual({
      cancelled: true,
      refunded: 0,
      released: 0,
      cancelling: 0,
      amount: 0,
    })
    expect(await cancel('PUB-1')).toEqual({
      cancelled: false,
      refunded: 0,
      released: 0,
      cancelling: 0,
      amount: 0,
    })
    expect(await cancel('NOT-THERE')).toEqual({
      cancelled: false,
      refunded: 0,
      released: 0,
      cancelling: 0,
      amount: 0,
    })
    await publish('all')
    expect(await Promise.all(['PUB-1', 'PUB-2', 'PUB-3'].map(statusOf))).toEqual([
      'CANCELLED',
      'OFFERED',
      'OFFERED',
    ])
  })

  test('cancelling a loan refunds settled fundings and releases those that wait for a signature', async () => {
    const until = { offerFrom: '2020-01-01', offerUntil: '2100-12-31' }
    await load(fileWith({ loanNumber: 'BACK-1', ...until }))
    await publish(['BACK-1'])
    const { loanId } = await one<{ loanId: number }>(
      fixture.context.db,
      'test.id',
      `select id as "loanId" from loan where loan_number = 'BACK-1'`,
    )
    const { lenderId } = await aLender(fixture.context, { cash: 10_000_000 })
    const wanted = { lenderId, loanId, loanNumber: 'BACK-1', amount: 1_000_000 }
    await signFunding(fixture.context, (await reserveFunding(fixture.context, wanted)).fundingId)
    const waiting = await reserveFunding(fixture.context, { ...wanted, amount: 2_000_000 })
    expect(await cancel('BACK-1')).toEqual({
      cancelled: true,
      refunded: 1,
      released: 1,
      cancelling: 0,
      amount: 3_000_000,
    })
    expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 10_000_000, held: 0 })
    expect((await listNotices(fixture.context, lenderId)).list.map(({ message }) => message)).toEqual([
      expect.stringMatching(/tidak jadi dicairkan.*sudah kembali/),
      expect.stringMatching(/tidak jadi dicairkan.*sudah kembali/),
    ])
    await expect(reserveFunding(fixture.context, wanted)).rejects.toThrow('sudah tidak dibuka')
    // A signature that arrives afterwards moves no money.
    await signFunding(fixture.context, waiting.fundingId)
    expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 10_000_000, held: 0 })
    expect(await statusOf('BACK-1')).toBe('CANCELLED')
    expect(await cancel('BACK-1')).toMatchObject({ cancelled: false })
    expect(await auditBooks(fixture.context.db)).toEqual([])
  })

  test('cancelling a loan while fundings arrive returns all money exactly once', async () => {
    const { loanId, loanNumber } = await aLoan(fixture.context, { totalLoan: 5_000_000 })
    const lenders = await aCrowd(fixture.context, Array(8).fill(1_000_000))
    const shown = lenders.map((lenderId) => ({ lenderId, loanId, loanNumber, amount: 500_000 }))
    await theirAgreements(fixture.context, shown)
    await Promise.allSettled([
      ...shown.slice(0, 4).map((wanted) => fund(fixture.context, wanted)),
      cancel(loanNumber),
      ...shown.slice(4).map((wanted) => fund(fixture.context, wanted)),
    ])
    expect(await statusOf(loanNumber)).toBe('CANCELLED')
    for (const lenderId of lenders) {
      expect(await cashOf(fixture.context.db, lenderId)).toEqual({ available: 1_000_000, held: 0 })
    }
    expect(await auditBooks(fixture.context.db)).toEqual([])
  })

  test('a lender may neither publish nor cancel a loan', async () => {
    const actor = { kind: 'lender', lenderId: 1 } as const
    await expect(
      // @ts-expect-error the type refuses it too
      perform(fixture.context, publishLoans, { actor, input: { loanNumbers: 'all' } }),
    ).rejects.toThrow('publishLoans is not for lender')
    await expect(
      // @ts-expect-error the type refuses it too
      perform(fixture.context, cancelLoan, { actor, input: { loanNumber: 'PUB-2' } }),
    ).rejects.toThrow('cancelLoan is not for lender')
  })
})
