import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { many } from '../../platform/db/database.ts'
import { endOffer } from '../../loans/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { runAllJobs } from '../../../testing/drain.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aTypeWithRule } from '../../../testing/offers.ts'
import { aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { createFirstFactsheet, createMissingFactsheets } from '../index.ts'
import { jobs as documentJobs } from './jobs.ts'
import { readPdf } from '../pdf/read-pdf.ts'

let fixture: Fixture
let app: TestApp
beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
})
afterEach(async () => expect(await fixture.books()).toEqual([]))
afterAll(async () => {
  await app.close()
  await fixture.close()
})

type Loan = { loanId: number; loanNumber: string }
const amount = 500_000

const jobsOf = ({ loanNumber }: Loan) =>
  many<{ line: string }>(
    fixture.context.db,
    'test.factsheet_jobs',
    `select line from job where kind = 'documents.factsheet' and payload ->> 'loanNumber' = $1`,
    [loanNumber],
  )
const versionsOf = ({ loanId }: Loan) =>
  many<{ version: number }>(
    fixture.context.db,
    'test.factsheets',
    'select version from factsheet where loan_id = $1',
    [loanId],
  )
const drain = () => runAllJobs(fixture.context, documentJobs(fixture.context))
const urlOf = async (lender: LoggedIn): Promise<string | null> =>
  (await lender.get('/portfolio')).json.list[0].factsheetUrl

async function signed(lender: LoggedIn, loan: Loan): Promise<string> {
  const { fundingId } = await reserveFunding(fixture.context, { lenderId: lender.lenderId, ...loan, amount })
  await signFunding(fixture.context, fundingId)
  return fundingId
}

test('POR-05 one factsheet is created when many fundings of a loan settle at once, and all lenders can read it', async () => {
  const loan = await aLoan(fixture.context)
  const lenders = await Promise.all(Array.from({ length: 8 }, () => logIn(fixture, app, { cash: 1_000_000 })))
  await Promise.all(lenders.map((lender) => signed(lender, loan)))
  expect(await jobsOf(loan)).toEqual([{ line: 'bulk' }])
  expect(await versionsOf(loan)).toEqual([])
  expect(await Promise.all(lenders.map(urlOf))).toEqual(lenders.map(() => null))

  await drain()
  expect(await jobsOf(loan)).toEqual([])
  expect(await versionsOf(loan)).toEqual([{ version: 1 }])
  for (const lender of lenders) {
    const { status, bytes } = await lender.post('/documents/download', { document_url: await urlOf(lender) })
    expect(status).toBe(200)
    const text = (await readPdf(bytes)).map((page) => page.text).join(' ')
    expect(text).toContain('Factsheet Pinjaman')
    expect(text).toContain(loan.loanNumber)
  }
})

test('POR-05 one factsheet job is enqueued per loan, also when a signature is processed twice', async () => {
  const loan = await aLoan(fixture.context)
  const [first, second] = [
    await logIn(fixture, app, { cash: 1_000_000 }),
    await logIn(fixture, app, { cash: 1_000_000 }),
  ]
  await signFunding(fixture.context, await signed(first, loan))
  expect(await jobsOf(loan)).toHaveLength(1)
  await drain()
  const url = await urlOf(first)
  await signed(second, loan)
  expect(await jobsOf(loan)).toEqual([])
  expect(url).not.toBeNull()
  expect(await urlOf(second)).toBe(url)
})

test('POR-05 the first factsheet of a loan is kept when it is created concurrently or again on other terms', async () => {
  const loan = await aLoan(fixture.context)
  const { context } = fixture
  const make = (name: string) =>
    createFirstFactsheet({ ...context, config: { ...context.config, OPERATOR_NAME: name } }, loan.loanNumber)
  await Promise.all([make('PT Satu'), make('PT Satu')])
  await make('PT Dua')
  expect(await versionsOf(loan)).toEqual([{ version: 1 }])
})

test('POR-05 a reservation that is not signed creates no factsheet', async () => {
  const loan = await aLoan(fixture.context)
  const lender = await logIn(fixture, app, { cash: 1_000_000 })
  await reserveFunding(fixture.context, { lenderId: lender.lenderId, ...loan, amount })
  expect(await jobsOf(loan)).toEqual([])
})

test('FIX-08 every open loan has a factsheet that can be read before funding, also after its offer is extended', async () => {
  const { context } = fixture
  const loanType = await aTypeWithRule(context, { extendDays: 7, extendTimes: 1 })
  const loan = await aLoan(context, { loanType })
  const lender = await logIn(fixture, app)
  const urlOnMarket = async () =>
    (await lender.get('/marketplace?limit=100')).json.list.find(
      ({ loanNumber }: Loan) => loanNumber === loan.loanNumber,
    ).factsheetUrl as string | null
  expect(await urlOnMarket()).toBeNull()
  await Promise.all([createMissingFactsheets(context), createMissingFactsheets(context)])
  const url = await urlOnMarket()
  const { status, bytes } = await lender.post('/documents/download', { document_url: url })
  expect(status).toBe(200)
  expect((await readPdf(bytes)).map(({ text }) => text).join(' ')).toContain(loan.loanNumber)
  expect(await createMissingFactsheets(context)).toBe(0)
  fixture.travel('31 days')
  await perform(context, endOffer, { actor: { kind: 'system' }, input: { loanNumber: loan.loanNumber } })
  expect(await createMissingFactsheets(context)).toBe(1)
  fixture.travel(undefined)
  expect(await versionsOf(loan)).toHaveLength(2)
})
