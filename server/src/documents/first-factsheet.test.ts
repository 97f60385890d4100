import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { many } from '../platform/db/database.ts'
import { runAllJobs } from '../testing/drain.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../testing/http.ts'
import { aLoan, reserveFunding, signFunding } from '../testing/people.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { makeFirstFactsheet } from './index.ts'
import { documentJobs } from './jobs.ts'
import { readPdf } from './pdf/read-pdf.ts'

let world: World
let app: TestApp
beforeAll(async () => {
  world = await makeWorld()
  app = await startApp(world)
})
afterEach(async () => expect(await world.books()).toEqual([]))
afterAll(async () => {
  await app.close()
  await world.close()
})

type Loan = { loanId: number; loanNumber: string }
const amount = 500_000

const jobsOf = ({ loanNumber }: Loan) =>
  many<{ line: string }>(
    world.context.db,
    'test.factsheet_jobs',
    `select line from job where kind = 'documents.factsheet' and payload ->> 'loanNumber' = $1`,
    [loanNumber],
  )
const versionsOf = ({ loanId }: Loan) =>
  many<{ version: number }>(
    world.context.db,
    'test.factsheets',
    'select version from factsheet where loan_id = $1',
    [loanId],
  )
const drain = () => runAllJobs(world.context, documentJobs(world.context))
const urlOf = async (lender: LoggedIn): Promise<string | null> =>
  (await lender.get('/portfolio')).json.list[0].factsheetUrl

async function signed(lender: LoggedIn, loan: Loan): Promise<string> {
  const { fundingId } = await reserveFunding(world.context, { lenderId: lender.lenderId, ...loan, amount })
  await signFunding(world.context, fundingId)
  return fundingId
}

test('POR-05 a crowd settles on a loan at once: the worker makes one factsheet, and all of them can read it', async () => {
  const loan = await aLoan(world.context)
  const lenders = await Promise.all(Array.from({ length: 8 }, () => logIn(world, app, { cash: 1_000_000 })))
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
    expect(text).toContain('Lembar Fakta Pinjaman')
    expect(text).toContain(loan.loanNumber)
  }
})

test('POR-05 a signature told twice asks once, and a loan that has a factsheet is not asked for again', async () => {
  const loan = await aLoan(world.context)
  const [first, second] = [
    await logIn(world, app, { cash: 1_000_000 }),
    await logIn(world, app, { cash: 1_000_000 }),
  ]
  await signFunding(world.context, await signed(first, loan))
  expect(await jobsOf(loan)).toHaveLength(1)
  await drain()
  const url = await urlOf(first)
  await signed(second, loan)
  expect(await jobsOf(loan)).toEqual([])
  expect(url).not.toBeNull()
  expect(await urlOf(second)).toBe(url)
})

test('POR-05 made by two at once, and again later on other terms of the operator: the first one stays', async () => {
  const loan = await aLoan(world.context)
  const { context } = world
  const make = (name: string) =>
    makeFirstFactsheet({ ...context, config: { ...context.config, OPERATOR_NAME: name } }, loan.loanNumber)
  await Promise.all([make('PT Satu'), make('PT Satu')])
  await make('PT Dua')
  expect(await versionsOf(loan)).toEqual([{ version: 1 }])
})

test('POR-05 a funding that is only reserved asks for nothing', async () => {
  const loan = await aLoan(world.context)
  const lender = await logIn(world, app, { cash: 1_000_000 })
  await reserveFunding(world.context, { lenderId: lender.lenderId, ...loan, amount })
  expect(await jobsOf(loan)).toEqual([])
})
