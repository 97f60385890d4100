import { beforeAll, describe, expect, test } from 'vitest'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { recordRepayment } from '../repayment/index.ts'
import { addDays } from '@pematang/contract/format/business-date'
import { bulkFundingJobs } from '../../funding/testing.ts'
import { aProduct, offerBulk, submitProduct } from '../../../testing/bulk.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { aDraftLoan } from '../../../testing/loans.ts'
import { aLender, aLoan, reserveFunding } from '../../../testing/people.ts'
import { aDisbursedLoan, aFundedLoan } from '../../../testing/servicing.ts'
import { operatorAtWork } from '../../../testing/operator-at-work.ts'

const { fixture, operator } = operatorAtWork()
const as = { kind: 'operator', name: 'test' } as const
const flat = { interestType: 'FLAT', interest: '0.12', tenor: 12, tenorPeriod: 'MONTH' } as const
const ask = async (...args: string[]) => (await operator(['--json', ...args])).json
const numbers = (rows: { loanNumber: string }[]) => rows.map(({ loanNumber }) => loanNumber)

let today: string
let late: Awaited<ReturnType<typeof aDisbursedLoan>>
let dueToday: Awaited<ReturnType<typeof aDisbursedLoan>>
let ready: Awaited<ReturnType<typeof aFundedLoan>>
let draft: { loanNumber: string }
let open: { loanId: number; loanNumber: string }
let over: { loanNumber: string }

beforeAll(async () => {
  const { context } = fixture()
  const row = await one<{ today: string }>(
    context.db,
    'test.today',
    `select business_day(app_now())::text as today`,
  )
  today = row.today
  late = await aDisbursedLoan(context, [720_000, 480_000], {
    ...flat,
    tenorPeriod: 'DAY',
    tenor: 12,
    disbursedOn: addDays(today, -40),
  })
  dueToday = await aDisbursedLoan(context, [1_200_000], {
    ...flat,
    tenorPeriod: 'DAY',
    disbursedOn: addDays(today, -1),
  })
  ready = await aFundedLoan(context, [300_000, 200_000], flat)
  draft = await aDraftLoan(context)
  open = await aLoan(context, { totalLoan: 1_000_000 })
  const { lenderId } = await aLender(context, { cash: 400_000 })
  await reserveFunding(context, {
    lenderId,
    loanId: open.loanId,
    loanNumber: open.loanNumber,
    amount: 400_000,
  })
  over = await aLoan(context, { offerFrom: addDays(today, -30), offerUntil: addDays(today, -1) })
})

describe('FIX-18 loans', () => {
  test('`loans list` filters by state, days late, due date, end of the offer, readiness and borrower', async () => {
    expect(numbers((await ask('loans', 'list', '--state', 'DRAFT')).loans)).toEqual([draft.loanNumber])
    expect(numbers((await ask('loans', 'list', '--late')).loans)).toEqual([late.loanNumber])
    expect(numbers((await ask('loans', 'list', '--late', '39')).loans)).toEqual([late.loanNumber])
    expect((await ask('loans', 'list', '--late', '40')).loans).toEqual([])
    expect(numbers((await ask('loans', 'list', '--unfilled')).loans)).toEqual([over.loanNumber])
    expect(numbers((await ask('loans', 'list', '--ready')).loans)).toEqual([ready.loanNumber])
    const due = await ask('loans', 'list', '--due-on', 'today')
    expect(due.loans).toMatchObject([{ loanNumber: dueToday.loanNumber, arrears: 0, daysLate: 0 }])
    expect(due.loans[0].dueOnDay).toBeGreaterThan(100_000)
    const [{ borrowerNumber }] = due.loans
    expect(numbers((await ask('loans', 'list', '--borrower', borrowerNumber)).loans)).toEqual([
      dueToday.loanNumber,
    ])
    expect((await ask('loans', 'list', '--late', '--state', 'DRAFT')).loans).toEqual([])
  })

  test('the pages of `loans list` together contain every loan once', async () => {
    const all = numbers((await ask('loans', 'list')).loans)
    const seen: string[] = []
    for (let after: string[] = []; ; ) {
      const page = await ask('loans', 'list', '--limit', '2', ...after)
      seen.push(...numbers(page.loans))
      if (page.next === null) break
      after = ['--after', page.next]
    }
    expect(seen).toEqual(all)
    expect(all).toHaveLength(6)
    const people = await operator(['loans', 'list', '--limit', '2'])
    expect(people.out).toContain(`2 ditampilkan, masih ada: --after ${all[1]}\n`)
    expect((await operator(['loans', 'list', '--limit', '0'])).exit).toBe(2)
    expect((await operator(['loans', 'list', '--limit', '1001'])).exit).toBe(2)
  })

  test('`loans show` shows a loan with schedule, arrears and its lenders', async () => {
    const { loan } = await ask('loans', 'show', late.loanNumber)
    expect(loan).toMatchObject({ state: 'ACTIVE', total: 1_200_000, daysLate: 39, fundings: 2, waiting: 0 })
    expect(loan.schedule).toHaveLength(12)
    expect(loan.arrears).toBe(loan.principalDue + loan.interestDue)
    const result = await operator(['loans', 'show', late.loanNumber])
    expect(result.out).toContain(`terlambat 39 hari dengan ${loan.arrears}`)
    const { fundings, next } = await ask('loans', 'fundings', late.loanNumber, '--limit', '1')
    expect(fundings).toMatchObject([
      { amount: 720_000, state: 'SETTLED', from: 'ALONE', principalDue: 720_000 },
    ])
    expect((await ask('loans', 'fundings', late.loanNumber, '--after', next)).fundings).toMatchObject([
      { amount: 480_000 },
    ])
    expect((await ask('loans', 'fundings', open.loanNumber)).fundings).toMatchObject([
      { state: 'WAITING', amount: 400_000 },
    ])
    expect(await operator(['loans', 'show', 'T-NONE'])).toMatchObject({
      exit: 2,
      err: 'Tidak ada pinjaman T-NONE.\n',
    })
  })

  test('the ageing of loans by days late adds up to the credit quality figures', async () => {
    const { groups } = await ask('loans', 'ageing')
    const tkb = await ask('tkb', 'show')
    expect(groups.map(({ outstanding }: { outstanding: number }) => outstanding)).toEqual(
      ['LANCAR', 'DALAM_PERHATIAN_KHUSUS', 'KURANG_LANCAR', 'DIRAGUKAN', 'MACET'].map(
        (name) => tkb.figures[name],
      ),
    )
    expect(groups[2]).toMatchObject({ group: '31-60', loans: 1, outstanding: 1_200_000 })
  })
})

test('FIX-18 the operator lists borrowers with their debt, and sees one with its loans', async () => {
  const { borrowers } = await ask('borrowers', 'list', '--late')
  expect(borrowers).toMatchObject([{ loans: 1, running: 1, outstanding: 1_200_000, daysLate: 39 }])
  const [{ borrowerNumber }] = borrowers
  const shown = await ask('borrowers', 'show', borrowerNumber)
  expect(shown.borrower).toEqual(borrowers[0])
  expect(numbers(shown.loans)).toEqual([late.loanNumber])
  const first = await ask('borrowers', 'list', '--limit', '1')
  const second = await ask('borrowers', 'list', '--limit', '1', '--after', first.next)
  expect(second.borrowers[0].borrowerNumber > first.borrowers[0].borrowerNumber).toBe(true)
  expect((await operator(['borrowers', 'show', 'NOBODY'])).err).toBe('Tidak ada Penerima Dana NOBODY.\n')
})

test('FIX-18 the operator sees repayments with each lender’s share, and overpayments with their age', async () => {
  const { context } = fixture()
  expect(await operator(['--json', 'payouts', 'waiting'])).toMatchObject({
    exit: 0,
    json: { excess: [], next: null },
  })
  const loan = await aDisbursedLoan(context, [600_000, 600_000], {
    ...flat,
    disbursedOn: addDays(today, -40),
  })
  const pay = (reference: string, amount: number) =>
    perform(context, recordRepayment, {
      actor: as,
      input: { loanNumber: loan.loanNumber, reference, paidOn: today, amount },
    })
  await pay('L-1', 112_000)
  await pay('L-2', 1_400_000)
  const { repayments } = await ask('repayments', 'list', '--loan', loan.loanNumber)
  expect(repayments.map(({ reference }: { reference: string }) => reference)).toEqual(['L-2', 'L-1'])
  const only = await ask('repayments', 'list', '--excess', '--from', today, '--until', today)
  expect(only.repayments).toMatchObject([{ reference: 'L-2' }])
  expect((await ask('repayments', 'list', '--until', addDays(today, -1))).repayments).toEqual([])
  const shown = await ask('repayments', 'show', 'L-1', '--limit', '1')
  expect(shown.lenders).toHaveLength(1)
  const rest = await ask('repayments', 'show', 'L-1', '--after', shown.next)
  const got = [...shown.lenders, ...rest.lenders].reduce(
    (
      sum: number,
      { principal, interest, penalty }: { principal: number; interest: number; penalty: number },
    ) => sum + principal + interest + penalty,
    0,
  )
  expect(got).toBe(112_000)
  const excess = await operator(['--json', 'payouts', 'waiting'])
  expect(excess).toMatchObject({
    exit: 1,
    json: { excess: [{ loanNumber: loan.loanNumber, amount: only.repayments[0].excess, age: 0 }] },
  })
  expect((await operator(['repayments', 'show', 'NONE'])).exit).toBe(2)
})

test('FIX-18 the operator sees bulk fundings with each loan’s result, and one with a dead job as stalled', async () => {
  const { context } = fixture()
  const product = await aProduct(context, [300_000, 200_000])
  const { lenderId, phone } = await aLender(context, { cash: 900_000 })
  await offerBulk(context, lenderId)
  await submitProduct(context, lenderId, product)
  const [running] = (await ask('bulk-fundings', 'list', '--open')).bulkFundings
  expect(running).toMatchObject({ phone, loans: 2, total: 500_000, waiting: 2, stopped: false })
  await many(context.db, 'test.dead', `update job set dead_at = app_now() where kind = 'bulk.fund'`)
  expect((await operator(['bulk-fundings', 'list'])).out).toContain('BERHENTI')
  await many(context.db, 'test.alive', `update job set dead_at = null where kind = 'bulk.fund'`)
  await runAllJobs(context, bulkFundingJobs(context))
  const shown = await ask('bulk-fundings', 'show', running.number, '--limit', '1')
  expect(shown.bulkFunding).toMatchObject({ funded: 2, waiting: 0, fundedAmount: 500_000 })
  expect(shown.loans).toMatchObject([{ loanNumber: product.loans[0]?.loanNumber, state: 'FUNDED' }])
  expect((await ask('bulk-fundings', 'list', '--open')).bulkFundings).toEqual([])
  expect(
    (await ask('bulk-fundings', 'list', '--phone', phone, '--product', product.number)).bulkFundings,
  ).toHaveLength(1)
})
