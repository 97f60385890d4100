import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXAMPLE_LOAN, fileWith } from '../../loans/testing.ts'
import { one } from '../../platform/db/database.ts'
import { aStatementScenario, type StatementScenario } from '../../../testing/reconciliation-scenario.ts'
import { addDays } from '@pematang/contract/format/business-date'
import { aLender, reserveFunding, signFunding } from '../../../testing/people.ts'

let stage: StatementScenario
let folder: string
beforeAll(async () => {
  stage = await aStatementScenario()
  folder = await mkdtemp(join(tmpdir(), 'pematang-operator-day-'))
})
afterAll(async () => {
  await stage.close()
  await rm(folder, { recursive: true, force: true })
})

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function done(...args: string[]) {
  const result = await stage.operator(['--json', ...args])
  expect([args.join(' '), result.exit, result.err], result.out).toEqual([args.join(' '), 0, ''])
  return result.json
}

const terms = {
  ...{ totalLoan: '1200000', minimumFunding: '100000', interest: '0.12', interestType: 'FLAT' },
  ...{ tenor: '12', offerFrom: '2000-01-01', offerUntil: '2100-01-01', marketingDetail: '' },
}

test('FIX-18 a full day of operator commands works and leaves balanced books', async () => {
  const { context } = stage.fixture
  // Goes back in time, because the loan must be funded before the day of its disbursement.
  stage.fixture.travel('-41 days')
  const { phone, lenderId } = await aLender(context)
  const loans = await file(
    'loans.csv',
    fileWith(...['DAY-1', 'DAY-2'].map((loanNumber) => ({ ...terms, loanNumber }))),
  )
  await done('loan-types', 'add', EXAMPLE_LOAN.loanType)
  expect(await done('loans', 'import', loans, '--dry-run')).toMatchObject({ imported: 2, dryRun: true })
  expect(await done('loans', 'import', loans)).toMatchObject({ imported: 2, refused: 0 })
  await done('loans', 'publish', 'DAY-1', 'DAY-2')
  const numbersOf = async (state: string) =>
    (await done('loans', 'list', '--state', state)).loans.map(
      (loan: { loanNumber: string }) => loan.loanNumber,
    )
  expect(await numbersOf('OFFERED')).toEqual(['DAY-1', 'DAY-2'])

  const topUp = ['lenders', 'top-up', '--phone', phone, '--payment', 'DAY-TOP-UP', '--amount', '1500000']
  const atOnce = ['--without-line', 'the bank’s page shows it']
  expect(await done(...topUp)).toMatchObject({ recorded: true, waits: true })
  expect(await done(...topUp, ...atOnce)).toMatchObject({ credited: true })
  expect(await done(...topUp)).toMatchObject({ credited: false, recorded: false, waits: false })
  const { id: loanId } = await one<{ id: number }>(
    context.db,
    'test.loan',
    'select id from loan where loan_number = $1',
    ['DAY-1'],
  )
  const { docToken } = await reserveFunding(context, {
    ...{ lenderId, loanId, loanNumber: 'DAY-1', amount: 1_200_000 },
  })
  await signFunding(context, docToken)
  expect(await numbersOf('FUNDED')).toEqual(['DAY-1'])

  stage.fixture.travel('0 days')
  const { today } = await one<{ today: string }>(
    context.db,
    'test.today',
    'select business_day(app_now())::text as today',
  )
  const paidOut = addDays(today, -40)
  const disbursements = await file('out.csv', `loan_number,disbursed_on\nDAY-1,${paidOut}\n`)
  expect(await done('disbursements', 'import', disbursements, '--yes')).toMatchObject({
    taken: 1,
    amount: 1_200_000,
  })
  const repayments = (amount: number, reference: string) =>
    file(
      `${reference}.csv`,
      `loan_number,paid_on,amount,reference\nDAY-1,${addDays(today, -9)},${amount},${reference}\n`,
    )
  expect(await done('repayments', 'import', await repayments(112_000, 'RIGHT'), '--yes')).toMatchObject({
    taken: 1,
  })
  expect(await done('repayments', 'import', await repayments(1_120_000, 'WRONG'), '--yes')).toMatchObject({
    taken: 1,
  })
  const cash = async () => (await done('lenders', 'show', '--phone', phone)).lender.cash as number
  const before = await cash()
  expect(await done('repayments', 'reverse', 'WRONG', '--reason', 'amount misread')).toMatchObject({
    amount: 1_120_000,
    owed: 0,
  })
  const after = await cash()
  expect(after).toBeLessThan(before)
  const { repayments: standing } = await done('repayments', 'list', '--loan', 'DAY-1')
  expect(standing.map(({ reference }: { reference: string }) => reference)).toContain('RIGHT')
  const statement = await done(
    'statements',
    'lender',
    '--phone',
    phone,
    '--out',
    join(folder, 'statement.csv'),
  )
  expect(statement).toMatchObject({ opening: 0, closing: after })

  const compare = ['withdrawals', 'reconcile', '--on', today, '--method', '1']
  stage.list(
    {
      ...{ type: 'CREDIT', amount: 1_500_000, at: new Date(), reference: null },
      payment: { id: 'DAY-TOP-UP' },
    },
    { type: 'DEBIT', amount: 5_000, at: new Date(), reference: null },
  )
  const compared = await stage.operator(['--json', ...compare])
  expect(compared).toMatchObject({ exit: 1, json: { payments: 1, received: 1_500_000 } })
  expect(compared.json.open).toMatchObject([{ ours: null, theirs: 5_000 }])
  await done('bank', 'resolve', compared.json.open[0].id, '--note', 'monthly charge of the bank')
  expect((await done('bank', 'differences')).differences).toEqual([])

  expect(await done('days', 'close', addDays(today, -1))).toMatchObject({ closed: 1 })
  expect((await done('ledger', 'trial-balance')).total.balance).toBe(0)
  const { json: escrow } = await stage.operator(['--json', 'ledger', 'escrow'])
  expect(escrow.banks[0].books).toBe(escrow.total)
  await done('books', 'audit')
  expect((await done('audit', 'search', '--operation', 'reverseRepayment')).events).toHaveLength(1)
})
