import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'
import { reverseRepayment } from '../../loans/testing.ts'
import { many, one, type Statement } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { storeTaxStatus } from '../../lenders/testing.ts'
import type { TaxPeriod } from './index.ts'
import { lenderTax } from './lender-year.ts'
import { operator as actor } from '../../../testing/loan-operations.ts'
import { operatorOn } from '../../../testing/operator.ts'
import { aLentLoan, goTo, pay } from './testing/tax-month.ts'

const { fixture, operator, file, pathOf } = operatorAtWork({ inOtherMonths: true })
const list = (...more: string[]) => operator(['--json', 'tax', 'list', '--period', '2026-02', ...more])

test('TAX-04 the pages of a tax period list every lender with tax once, also after tax that was reversed to zero', async () => {
  const loans = [
    await aLentLoan(fixture(), [300_000, 300_000, 600_000]),
    await aLentLoan(fixture(), [300_000, 300_000, 600_000]),
  ]
  const lowest = (loan: (typeof loans)[number]) => Math.min(...loan.fundings.map(({ lenderId }) => lenderId))
  const references: string[] = []
  const [zero, taxed] = loans.toSorted((a, b) => lowest(a) - lowest(b))
  for (const loan of [zero, taxed])
    references.push(await pay(fixture(), '2026-02-20', { loanNumber: loan?.loanNumber ?? '' }))
  const input = { reference: references[0] ?? '', reason: 'misread' }
  await perform(fixture().context, reverseRepayment, { actor, input })

  const whole = (await list()).json as { lines: { lenderId: number }[]; next: null }
  expect(whole.next).toBeNull()
  expect(whole.lines.map(({ lenderId }) => lenderId)).toEqual(
    (taxed?.fundings ?? []).map(({ lenderId }) => lenderId).toSorted((a, b) => a - b),
  )
  for (const limit of ['1', '2']) {
    const read: unknown[] = []
    for (let after: string[] = []; ; ) {
      const page = await list('--limit', limit, ...after)
      expect([page.exit, page.err]).toEqual([0, ''])
      read.push(...page.json.lines)
      if (page.json.next === null) break
      after = ['--after', page.json.next as string]
    }
    expect(read).toEqual(whole.lines)
  }
})

test('TAX-01 TAX-04 the withheld tax by lender, by month, by year and in the ledger adds up to the same sum', async () => {
  const { db } = fixture().context
  const loan = await aLentLoan(fixture(), [600_000, 600_000])
  const lenderId = loan.fundings[0]?.lenderId ?? 0
  const { loanNumber } = loan
  await pay(fixture(), '2026-03-02', { loanNumber, amount: 7_001 })
  await perform(fixture().context, storeTaxStatus, { actor, input: { lenderId, status: 'FOREIGN' } })
  const reference = await pay(fixture(), '2026-03-20', { loanNumber, amount: 5_555 })
  goTo(fixture(), '2026-04-02')
  const input = { reference, reason: 'misread' }
  await perform(fixture().context, reverseRepayment, { actor, input })
  await pay(fixture(), '2026-04-03', { loanNumber, amount: 3_333 })

  const { periods } = (await operator(['--json', 'tax', 'list'])).json as { periods: TaxPeriod[] }
  expect(periods.map(({ period }) => period)).toEqual(['2026-02', '2026-03', '2026-04'])
  for (const { period, interest, withheld } of periods) {
    const { json } = await operator(['--json', 'tax', 'list', '--period', period])
    const { lines, ...result } = json as { lines: { interest: number; tax: number }[] }
    expect(result).toMatchObject({ ledger: withheld, differs: false })
    expect([sum(lines, 'interest'), sum(lines, 'tax')]).toEqual([interest, withheld])
  }
  const lenders = await many<{ id: number }>(db, 'test.lenders', 'select id from lender')
  const years = await Promise.all(lenders.map(({ id }) => lenderTax(fixture().context, id, 2026)))
  const { payable } = await one<{ payable: number }>(
    db,
    'test.payable',
    `select sum(case when t.credit_account = a.id then t.amount else -t.amount end)::bigint as payable
       from account a join transfer t on a.id in (t.credit_account, t.debit_account) where a.kind = 'TAX_PAYABLE'`,
  )
  expect(sum(years, 'tax')).toBe(payable)
  for (const { months, ...year } of years)
    expect([sum(months, 'interest'), sum(months, 'tax')]).toEqual([year.interest, year.tax])
})

test('VAL-06 the list of a tax period masks tax numbers, and its slip file has them whole and can be imported with its numbers', async () => {
  const { loanNumber, fundings } = await aLentLoan(fixture(), [1_200_000])
  await pay(fixture(), '2026-06-20', { loanNumber, amount: 12_000 })
  const { phone } = await one<{ phone: string }>(
    fixture().context.db,
    'test.phone',
    'select phone from lender where id = $1',
    [fundings[0]?.lenderId],
  )
  await operator([
    'lenders',
    'tax-number',
    'set',
    '--phone',
    phone,
    '--number',
    '9900001708900099',
    '--from',
    '2026-01-01',
  ])
  goTo(fixture(), '2026-07-05')
  const shown = await operator(['tax', 'list', '--period', '2026-06'])
  expect(shown.out).toContain(`${phone}  ••••••••••••0099  PPH23 15%`)
  expect(
    JSON.stringify((await operator(['--json', 'tax', 'list', '--period', '2026-06'])).json),
  ).not.toContain('9900001708900099')
  const path = pathOf('slips.csv')
  expect(
    (await operator(['--json', 'tax', 'list', '--period', '2026-06', '--file', path])).json,
  ).toMatchObject({
    lines: 1,
  })
  const lines = await readFile(path, 'utf8')
  expect(lines).toContain(`${phone},2026-06,PPH23,0.15,,,12000,1800,9900001708900099`)
  const filled = await file(lines.replace(',0.15,,,', ',0.15,2606ABCDE,2026-07-04,'))
  expect((await operator(['--json', 'tax', 'slips', 'import', filled])).json).toMatchObject({
    taken: 1,
    refused: 0,
  })
})

const sum = <Key extends string>(rows: readonly Record<Key, number>[], key: Key) =>
  rows.reduce((before, row) => before + row[key], 0)

test('TAX-04 the cursor of a tax list page is a lender id of up to 16 digits, and nothing else', async () => {
  expect((await list('--after', '9007199254740991')).json).toMatchObject({ lines: [], next: null })
  expect((await list('--after', '0')).json.lines).toHaveLength(3)
  for (const wrong of ['x', '-1', '1.5', '12345678901234567', ''])
    expect([wrong, (await list('--after', wrong)).exit]).toEqual([wrong, 2])
})

test('TAX-04 payments recorded while a tax period is being listed cause no difference between its total and the ledger', async () => {
  const { context } = fixture()
  const { loanNumber } = await aLentLoan(fixture())
  await pay(fixture(), '2026-02-20', { loanNumber })
  let before = Promise.resolve()
  // Runs statements one after the other, with a payment between each two.
  const query = async (statement: Statement) => {
    const turn = before
    const { promise, resolve } = Promise.withResolvers<void>()
    before = promise
    await turn
    const answer = await context.db.query(statement)
    await pay(fixture(), '2026-02-21', { loanNumber })
    resolve()
    return answer
  }
  const db = Object.assign(Object.create(context.db), { query })
  const result = await operatorOn({ context: { ...context, db } })([
    '--json',
    'tax',
    'list',
    '--period',
    '2026-02',
  ])
  expect(result.json).toMatchObject({ differs: false })
})
