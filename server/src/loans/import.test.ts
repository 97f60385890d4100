import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { auditBooks, cashOf } from '../ledger/index.ts'
import { listNotices } from '../notices/notices.ts'
import { many, one } from '../platform/db/database.ts'
import { CsvFileError } from '../platform/csv/lines.ts'
import { perform } from '../platform/mutation.ts'
import { aCrowd, theirAgreements } from '../testing/crowd.ts'
import { aLender, aLoan, fund, reserveFunding, signFunding } from '../testing/people.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { EXAMPLE_LOAN, fileWith } from './csv/example-loan.ts'
import { generatedFile } from './csv/generated-file.ts'
import { importLoanFile, type LoanRow, publishLoans, withdrawLoan } from './index.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
afterEach(async () => expect(await world.books()).toEqual([]))

const operator = { kind: 'operator', name: 'test' } as const
const refusals: { line: number; reason: string }[] = []
const load = (
  file: string | AsyncIterable<Uint8Array>,
  more: { adapt?: (loan: LoanRow) => LoanRow } = {},
) => {
  refusals.length = 0
  const input = typeof file === 'string' ? Readable.from([Buffer.from(file)]) : Readable.from(file)
  return importLoanFile(world.context, input, {
    operator: 'test',
    onRefused: (refusal) => refusals.push(refusal),
    ...more,
  })
}
const countOf = async (pattern: string): Promise<number> =>
  (
    await one<{ loans: number }>(
      world.context.db,
      'test.loans',
      `select count(*) as loans from loan l join loan_position p on p.loan_id = l.id
         join account a on a.id = p.escrow_account and a.owner_id = l.id where l.loan_number like $1`,
      [pattern],
    )
  ).loans
const statusOf = async (loanNumber: string): Promise<string> =>
  (
    await one<{ status: string }>(
      world.context.db,
      'test.status',
      'select p.status from loan_position p join loan l on l.id = p.loan_id where l.loan_number = $1',
      [loanNumber],
    )
  ).status

describe('SRV-01 a loan file', () => {
  test('is taken over whole, to the cell, as drafts', async () => {
    expect(await load(fileWith({}))).toEqual({ lines: 1, imported: 1, known: 0, refused: 0 })
    const stored = await one(
      world.context.db,
      'test.row',
      `select l.loan_number as "loanNumber", b.number as "borrowerNumber", b.name as "borrowerName",
              t.name as "loanType", p.total as "totalLoan", p.minimum as "minimumFunding",
              trim_scale(l.interest)::text as interest, l.interest_type as "interestType", l.tenor,
              l.tenor_period as "tenorPeriod", l.grade, l.grade_description as "gradeDescription", l.purpose,
              l.marketing_title as "marketingTitle", l.marketing_detail as "marketingDetail",
              l.offer_from as "offerFrom", l.offer_until as "offerUntil"
         from loan l join loan_position p on p.loan_id = l.id join borrower b on b.id = l.borrower_id
         join loan_type t on t.id = l.loan_type_id where l.loan_number = $1`,
      [EXAMPLE_LOAN.loanNumber],
    )
    expect(stored).toEqual(EXAMPLE_LOAN)
    expect(await statusOf(EXAMPLE_LOAN.loanNumber)).toBe('DRAFT')
  })

  test('twice imports nothing twice, also twice at once', async () => {
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

  test('and another that contradicts it, at once and in the other order, end in one loan and one refusal each', async () => {
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

  test('with a changed line is refused in that line, with the reason, and the loan stays as it was', async () => {
    await load(fileWith({ loanNumber: 'CHANGED-1' }))
    const changed = fileWith({ loanNumber: 'CHANGED-1', totalLoan: '999000000' }, { loanNumber: 'CHANGED-2' })
    expect(await load(changed)).toEqual({ lines: 2, imported: 1, known: 0, refused: 1 })
    expect(refusals).toEqual([{ line: 2, reason: 'loan CHANGED-1 exists already with other content' }])
    const { total } = await one<{ total: number }>(
      world.context.db,
      'test.total',
      `select total from loan_position p join loan l on l.id = p.loan_id where loan_number = 'CHANGED-1'`,
    )
    expect(total).toBe(EXAMPLE_LOAN.totalLoan)
  })

  test('that names a loan twice takes the first line and tells the second', async () => {
    const file = fileWith(
      { loanNumber: 'DOUBLE' },
      { loanNumber: 'DOUBLE' },
      { loanNumber: 'DOUBLE', tenor: '7' },
    )
    expect(await load(file)).toEqual({ lines: 3, imported: 1, known: 1, refused: 1 })
    expect(refusals.map(({ line }) => line)).toEqual([6])
  })

  test('refused lines are told with their number and column, the good ones go on', async () => {
    const file = fileWith(
      { loanNumber: 'GOOD-1' },
      { loanNumber: 'BAD-1', totalLoan: '1.000' },
      { loanNumber: 'BAD-2', minimumFunding: '200000000' },
      { loanNumber: 'GOOD-2' },
    )
    expect(await load(file)).toEqual({ lines: 4, imported: 2, known: 0, refused: 2 })
    // The example's detail holds a line break, so each record takes two lines.
    expect(refusals.map(({ line }) => line)).toEqual([4, 6])
    expect(refusals[0]?.reason).toContain('total_loan')
    expect(await countOf('BAD-%')).toBe(0)
  })

  test('that is none imports nothing', async () => {
    await expect(load('name,amount\nx,1\n')).rejects.toThrow(CsvFileError)
    await expect(load('')).rejects.toThrow(CsvFileError)
  })

  test('killed half-way goes on where it was, and ends as if nothing had been', async () => {
    const lines = 3_500
    async function* broken() {
      let sent = 0
      for await (const piece of generatedFile(lines)) {
        // Some batches of a thousand are in, then the process is gone.
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

  test('every batch is in the audit trail with its figures', async () => {
    await load(fileWith({ loanNumber: 'AUDIT-1' }))
    const [event] = await many<{ actor: string; detail: object }>(
      world.context.db,
      'test.audit',
      `select actor, detail from audit_event where operation = 'importLoans' order by id desc limit 1`,
    )
    expect(event).toEqual({ actor: 'operator:test', detail: { imported: 1, known: 0, refused: 0 } })
  })
})

describe('publishing and withdrawing', () => {
  const publish = (loanNumbers: string[] | 'all') =>
    perform(world.context, publishLoans, { actor: operator, input: { loanNumbers } })
  const withdraw = (loanNumber: string) =>
    perform(world.context, withdrawLoan, { actor: operator, input: { loanNumber } })

  test('only drafts are published, each once; a withdrawn loan stays withdrawn', async () => {
    await load(fileWith({ loanNumber: 'PUB-1' }, { loanNumber: 'PUB-2' }, { loanNumber: 'PUB-3' }))
    expect(await publish(['PUB-1', 'PUB-2', 'NOT-THERE'])).toEqual({
      published: 2,
      notOffered: [{ loanNumber: 'NOT-THERE', status: null, ofProduct: false }],
    })
    expect(await publish(['PUB-1'])).toEqual({ published: 0, notOffered: [] })
    expect(await withdraw('PUB-1')).toEqual({ withdrawn: true, refunded: 0, released: 0 })
    expect(await withdraw('PUB-1')).toEqual({ withdrawn: false, refunded: 0, released: 0 })
    expect(await withdraw('NOT-THERE')).toEqual({ withdrawn: false, refunded: 0, released: 0 })
    await publish('all')
    expect(await Promise.all(['PUB-1', 'PUB-2', 'PUB-3'].map(statusOf))).toEqual([
      'WITHDRAWN',
      'OFFERED',
      'OFFERED',
    ])
  })

  test('a loan that is withdrawn gives all money back: what was settled and what waits for a signature', async () => {
    const until = { offerFrom: '2020-01-01', offerUntil: '2100-12-31' }
    await load(fileWith({ loanNumber: 'BACK-1', ...until }))
    await publish(['BACK-1'])
    const { loanId } = await one<{ loanId: number }>(
      world.context.db,
      'test.id',
      `select id as "loanId" from loan where loan_number = 'BACK-1'`,
    )
    const { lenderId } = await aLender(world.context, { cash: 10_000_000 })
    const wanted = { lenderId, loanId, loanNumber: 'BACK-1', amount: 1_000_000 }
    await signFunding(world.context, (await reserveFunding(world.context, wanted)).fundingId)
    const waiting = await reserveFunding(world.context, { ...wanted, amount: 2_000_000 })
    expect(await withdraw('BACK-1')).toEqual({ withdrawn: true, refunded: 1, released: 1 })
    expect(await cashOf(world.context.db, lenderId)).toEqual({ available: 10_000_000, held: 0 })
    expect((await listNotices(world.context, lenderId)).list.map(({ message }) => message)).toEqual([
      expect.stringMatching(/tidak jadi dicairkan.*sudah kembali/),
      expect.stringMatching(/tidak jadi dicairkan.*sudah kembali/),
    ])
    await expect(reserveFunding(world.context, wanted)).rejects.toThrow('sudah tidak dibuka')
    // A signature that comes after it moves nothing.
    await signFunding(world.context, waiting.fundingId)
    expect(await cashOf(world.context.db, lenderId)).toEqual({ available: 10_000_000, held: 0 })
    expect(await statusOf('BACK-1')).toBe('WITHDRAWN')
    expect(await withdraw('BACK-1')).toMatchObject({ withdrawn: false })
    expect(await auditBooks(world.context.db)).toEqual([])
  })

  test('fundings and a withdrawal at the same moment: all money is back, none is counted twice', async () => {
    const { loanId, loanNumber } = await aLoan(world.context, { totalLoan: 5_000_000 })
    const lenders = await aCrowd(world.context, Array(8).fill(1_000_000))
    const shown = lenders.map((lenderId) => ({ lenderId, loanId, loanNumber, amount: 500_000 }))
    await theirAgreements(world.context, shown)
    await Promise.allSettled([
      ...shown.slice(0, 4).map((wanted) => fund(world.context, wanted)),
      withdraw(loanNumber),
      ...shown.slice(4).map((wanted) => fund(world.context, wanted)),
    ])
    expect(await statusOf(loanNumber)).toBe('WITHDRAWN')
    for (const lenderId of lenders) {
      expect(await cashOf(world.context.db, lenderId)).toEqual({ available: 1_000_000, held: 0 })
    }
    expect(await auditBooks(world.context.db)).toEqual([])
  })

  test('a lender may do neither', async () => {
    const actor = { kind: 'lender', lenderId: 1 } as const
    await expect(
      perform(world.context, publishLoans, { actor, input: { loanNumbers: 'all' } }),
    ).rejects.toThrow('publishLoans is not for lender')
    await expect(
      perform(world.context, withdrawLoan, { actor, input: { loanNumber: 'PUB-2' } }),
    ).rejects.toThrow('withdrawLoan is not for lender')
  })
})
