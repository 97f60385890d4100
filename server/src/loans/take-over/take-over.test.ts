import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { FundingDocuments } from '@pematang/contract/reports/archive/endpoints'
import type { PortfolioItem } from '@pematang/contract/reports/portfolio/endpoints'
import { cashOf } from '../../books/index.ts'
import { publishLoans, cancelLoan } from '../offers/index.ts'
import { columnsOf } from '../../platform/csv/table.ts'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { aProduct } from '../../../testing/bulk.ts'
import { aDraftLoan } from '../../../testing/loans.ts'
import { logIn, startApp } from '../../../testing/http.ts'
import { aLender, aLoan, reserveFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { disburseLoan } from '../disbursement/index.ts'
import { recordRepayment } from '../repayment/index.ts'
import { importTakeOverFile, takeOverMany } from './import-file.ts'
import type { TakeOverLoan } from './take-over.ts'
import { takeOverTable } from './table.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

const actor = { kind: 'operator', name: 'test' } as const

/** A draft loan of 10 million rupiah whose offer dates are long past. */
const aDraft = async () =>
  (await aDraftLoan(fixture.context, { offerFrom: '2025-01-01', offerUntil: '2025-01-31' })).loanNumber

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const agreement = (reference: string) => ({ reference, sha256: sha256(reference) })

function part(lenderPhone: string, amount: number, reference: string, signedOn = '2025-02-01') {
  return { lenderPhone, amount, signedOn, agreement: agreement(reference) }
}

async function take(...loans: TakeOverLoan[]) {
  const outcomes = await takeOverMany(fixture.context, actor, loans)
  return outcomes.map((outcome) =>
    'error' in outcome ? (outcome.error as { code?: string }).code : outcome.answer,
  )
}

const cash = async (lenderId: number) => (await cashOf(fixture.context.db, lenderId)).available

describe('SRV-01 take-over of a loan funded elsewhere', () => {
  test('taking over a draft with lenders and archived agreements makes it FUNDED, and it is serviced like any other loan', async () => {
    const { context } = fixture
    const [one1, two] = [
      await aLender(context, { cash: 7_000_000 }),
      await aLender(context, { cash: 4_000_000 }),
    ]
    const loanNumber = await aDraft()
    const parts = [part(one1.phone, 6_500_000, 'A/1'), part(two.phone, 3_500_000, 'A/2')]
    expect(await take({ loanNumber, parts })).toMatchObject([
      { amount: 10_000_000, fundings: 2, known: false },
    ])
    expect([await cash(one1.lenderId), await cash(two.lenderId)]).toEqual([500_000, 500_000])
    const fundings = await many(
      context.db,
      'test.fundings',
      `select f.amount, f.state, business_day(f.created_at) as day, a.reference, encode(a.sha256, 'hex') as sha256
         from funding f join archived_agreement a on a.funding_id = f.id where f.loan_id =
              (select id from loan where loan_number = $1) order by f.amount desc`,
      [loanNumber],
    )
    expect(fundings).toEqual([
      { amount: 6_500_000, state: 'SETTLED', day: '2025-02-01', reference: 'A/1', sha256: sha256('A/1') },
      { amount: 3_500_000, state: 'SETTLED', day: '2025-02-01', reference: 'A/2', sha256: sha256('A/2') },
    ])
    await perform(context, disburseLoan, { actor, input: { loanNumber, disbursedOn: '2025-02-03' } })
    const paid = await perform(context, recordRepayment, {
      actor,
      input: { loanNumber, reference: 'OLD-PAY', paidOn: '2025-03-03', amount: 888_488 },
    })
    expect(paid).toMatchObject({ interest: 100_000, excess: 0 })
    expect(await cash(one1.lenderId)).toBeGreaterThan(500_000)
  })

  test('POR-05 STM-06 the portfolio and the documents mark a loan that was taken over, whose agreement has no file here', async () => {
    const app = await startApp(fixture)
    const lender = await logIn(fixture, app, { cash: 20_000_000 })
    const [taken, own] = [await aDraft(), await aLoan(fixture.context)]
    await take({ loanNumber: taken, parts: [part(lender.user.phoneNumber, 10_000_000, 'A/3')] })
    await reserveFunding(fixture.context, { lenderId: lender.lenderId, ...own, amount: 1_000_000 })
    const { list } = (await lender.get('/portfolio')).json
    const seen = list.map((row: PortfolioItem) => [row.loanNumber === taken, row.isTakenOver, row.isSigned])
    expect(seen.toSorted()).toEqual([
      [false, false, false],
      [true, true, true],
    ])
    const documents = (await lender.get('/documents/fundings')).json.list.map((row: FundingDocuments) => [
      row.loanNumber === taken,
      row.isTakenOver,
    ])
    expect(documents).toContainEqual([true, true])
    expect(documents).not.toContainEqual([false, true])
    await app.close()
  })

  test('taking over a loan again with the same lenders moves no money, and with other lenders is refused', async () => {
    const { context } = fixture
    const { phone, lenderId } = await aLender(context, { cash: 30_000_000 })
    const loanNumber = await aDraft()
    const parts = [part(phone, 10_000_000, 'B/1')]
    const [first] = await take({ loanNumber, parts })
    const [, second] = await take({ loanNumber, parts }, { loanNumber, parts })
    expect(second).toEqual({ ...(first as object), known: true })
    expect(await take({ loanNumber, parts: [part(phone, 10_000_000, 'B/2')] })).toEqual(['LOAN_TAKEN_OVER'])
    expect(await cash(lenderId)).toBe(20_000_000)
  })

  test('taking over a batch writes nothing for a refused loan, and takes over the others', async () => {
    const { context } = fixture
    const { phone, lenderId } = await aLender(context, { cash: 25_000_000 })
    const poor = await aLender(context, { cash: 1_000 })
    const all = (reference: string) => [part(phone, 10_000_000, reference)]
    const offered = await aDraft()
    await perform(context, publishLoans, { actor, input: { loanNumbers: [offered] } })
    const [good, second, third, mixed, short, unknown, future, twice, bad] = [
      await aDraft(),
      await aDraft(),
      await aDraft(),
      await aDraft(),
      await aDraft(),
      await aDraft(),
      await aDraft(),
      await aDraft(),
      await aDraft(),
    ]
    const tomorrow = '2099-01-01'
    expect(
      await take(
        { loanNumber: 'NOT-THERE', parts: all('C/0') },
        { loanNumber: offered, parts: all('C/1') },
        { loanNumber: good, parts: all('C/2') },
        { loanNumber: mixed, parts: [part(phone, 9_000_000, 'C/3'), part(poor.phone, 1_000_000, 'C/4')] },
        { loanNumber: short, parts: [part(phone, 9_999_999, 'C/5')] },
        { loanNumber: unknown, parts: [part('80000000000', 10_000_000, 'C/6')] },
        { loanNumber: future, parts: [part(phone, 10_000_000, 'C/7', tomorrow)] },
        { loanNumber: twice, parts: [part(phone, 5_000_000, 'C/8'), part(phone, 5_000_000, 'C/8')] },
        {
          loanNumber: bad,
          parts: [{ ...part(phone, 10_000_000, 'C/9'), agreement: { reference: 'x', sha256: 'no' } }],
        },
        { loanNumber: second, parts: all('C/2') },
        { loanNumber: second, parts: all('C/10') },
        { loanNumber: third, parts: all('C/11') },
        { loanNumber: bad, parts: [] },
      ),
    ).toEqual([
      'LOAN_NOT_FOUND',
      'LOAN_NOT_DRAFT',
      expect.objectContaining({ amount: 10_000_000 }),
      'CASH_TOO_LOW',
      'PARTS_NOT_TOTAL',
      'PHONE_UNREGISTERED',
      'DATE_IN_FUTURE',
      'AGREEMENT_REUSED',
      'INPUT_INVALID',
      'AGREEMENT_REUSED',
      expect.objectContaining({ amount: 10_000_000 }),
      'CASH_TOO_LOW',
      'PARTS_NOT_TOTAL',
    ])
    expect(await cash(lenderId)).toBe(5_000_000)
    expect(await cash(poor.lenderId)).toBe(1_000)
  })

  test('a draft of a bulk product cannot be taken over, because it is offered with the product', async () => {
    const { context } = fixture
    const { phone, lenderId } = await aLender(context, { cash: 10_000_000 })
    const [loan] = (await aProduct(context, [10_000_000], { draft: true })).loans
    const parts = [part(phone, 10_000_000, 'G/1')]
    expect(await take({ loanNumber: loan?.loanNumber ?? '', parts })).toEqual(['LOAN_NOT_DRAFT'])
    expect(await cash(lenderId)).toBe(10_000_000)
  })

  test('a loan is taken over once when many requests are concurrent', async () => {
    const { context } = fixture
    const { phone, lenderId } = await aLender(context, { cash: 50_000_000 })
    const loans = await Promise.all(
      ['D/1', 'D/2'].map(async (name) => ({ name, loanNumber: await aDraft() })),
    )
    const wanted = loans.map(({ name, loanNumber }) => ({
      loanNumber,
      parts: [part(phone, 10_000_000, name)],
    }))
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, index) => take(...(index % 2 ? wanted : wanted.toReversed()))),
    )
    expect(all.flat().filter((one) => typeof one === 'object' && !one.known)).toHaveLength(2)
    expect(all.flat().every((one) => typeof one === 'object')).toBe(true)
    expect(await cash(lenderId)).toBe(30_000_000)
  })

  test('cancelling a loan that was taken over refunds its lenders', async () => {
    const { context } = fixture
    const { phone, lenderId } = await aLender(context, { cash: 10_000_000 })
    const loanNumber = await aDraft()
    await take({ loanNumber, parts: [part(phone, 10_000_000, 'E/1')] })
    expect(await cash(lenderId)).toBe(0)
    expect(await perform(context, cancelLoan, { actor, input: { loanNumber } })).toMatchObject({
      refunded: 1,
    })
    expect(await cash(lenderId)).toBe(10_000_000)
  })
})

describe('SRV-01 the take-over file', () => {
  const header = 'loan_number,lender_phone,amount,signed_on,agreement_reference,agreement_sha256\n'
  const line = (loan: string, phone: string, amount: number, name: string) =>
    `${loan},${phone},${amount},2025-02-01,${name},${sha256(name)}\n`

  test('a take-over file with invalid lines leaves out only their loans, and a repeated file is recognised', async () => {
    const { context } = fixture
    const { phone, lenderId } = await aLender(context, { cash: 30_000_000 })
    const [a, b, c] = [await aDraft(), await aDraft(), await aDraft()]
    const file =
      header +
      line(a, phone, 4_000_000, 'F/1') +
      line(a, phone, 6_000_000, 'F/2') +
      line(b, phone, 4_000_000, 'F/3') +
      `${b},phone,6000000,2025-02-01,F/4,${sha256('F/4')}\n` +
      line(c, phone, 10_000_000, 'F/5') +
      line('NOT-THERE', phone, 10_000_000, 'F/6')
    const go = async ({ dryRun }: { dryRun: boolean }) => {
      const refused: { line: number; reason: string }[] = []
      const input = (async function* () {
        yield Buffer.from(file)
      })()
      const onRefused = (one: { line: number; reason: string }) => void refused.push(one)
      const report = await importTakeOverFile(context, actor, input, { onRefused, dryRun })
      return { report, refused: refused.toSorted((x, y) => x.line - y.line) }
    }
    const refused = [
      { line: 4, reason: 'seluruh pinjaman dilewati karena baris 5' },
      {
        line: 5,
        reason:
          'lender_phone harus nomor telepon 8 sampai 20 angka, dengan atau tanpa 0, 62, atau +62 di depannya',
      },
      { line: 7, reason: 'loan_number: pinjaman ini tidak ada' },
    ]
    const report = { lines: 6, taken: 2, known: 0, refused: 3, amount: 20_000_000 }
    expect(await go({ dryRun: true })).toMatchObject({ report, refused })
    expect(await cash(lenderId)).toBe(30_000_000)
    expect(await go({ dryRun: false })).toMatchObject({ report, refused })
    expect(await cash(lenderId)).toBe(10_000_000)
    expect(await go({ dryRun: false })).toMatchObject({
      report: { ...report, taken: 0, known: 2, amount: 0 },
      refused,
    })
    const { count } = await one<{ count: number }>(
      context.db,
      'test.count',
      `select count(*) as count from loan_take_over t join loan l on l.id = t.loan_id where l.loan_number = any($1)`,
      [[a, b, c]],
    )
    expect(count).toBe(2)
  })

  test('the take-over file is documented with the columns of the code and an example that is accepted as a whole', async () => {
    const page = await readFile(new URL('../../../../docs/take-over-file.md', import.meta.url), 'utf8')
    const rows = page
      .split('\n')
      .filter((row) => /^\| [a-z]+(_[a-z0-9]+)* \|/.test(row))
      .map((row) => row.slice(2, -2).split(' | '))
    expect(rows.slice(1)).toEqual(
      columnsOf(takeOverTable).map(({ name, type, required, limit }) => [
        name,
        type,
        required ? 'yes' : 'no',
        limit,
      ]),
    )
    const example = /```csv\n([^`]+)```/.exec(page)?.[1] ?? ''
    const refused: unknown[] = []
    const input = (async function* () {
      yield Buffer.from(example)
    })()
    const report = await importTakeOverFile(fixture.context, actor, input, {
      dryRun: true,
      onRefused: (one) => void refused.push(one),
    })
    expect(report.lines).toBe(2)
    expect(refused).toEqual([
      { line: 2, reason: 'loan_number: pinjaman ini tidak ada' },
      { line: 3, reason: 'loan_number: pinjaman ini tidak ada' },
    ])
  })
})
