import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { addDays, businessDateOf } from '@pematang/contract/format/business-date'
import { borrowerQualityThreshold } from '../../loans/index.ts'
import { closeDay, listLateLoans } from '../../loans/testing.ts'
import { perform } from '../../platform/commands/perform.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { servicingOf } from '../../../testing/loan-operations.ts'
import { aDisbursedLoan } from '../../../testing/servicing.ts'
import { type Position, positionsOn } from './positions.ts'
import { portfolioReport } from './report.ts'

let fixture: Fixture
let app: TestApp
const { repay } = servicingOf(() => fixture)
const today = businessDateOf(new Date())
const terms = { interestType: 'FLAT', interest: '0.12', tenor: 12, tenorPeriod: 'MONTH' } as const

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
})
afterEach(async () => {
  fixture.travel(undefined)
  expect(await fixture.books()).toEqual([])
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

async function positions(lenderId: number, day: string): Promise<Position[]> {
  return allOf(positionsOn(fixture.context.db, lenderId, day))
}

test('STM-04 a portfolio report shows principal, days late, quality, next installment and the amount received by its day', async () => {
  const { loanNumber, fundings } = await aDisbursedLoan(fixture.context, [600_000, 600_000], {
    ...terms,
    disbursedOn: addDays(today, -50),
  })
  const lenderId = fundings[0]?.lenderId ?? 0
  fixture.travel('1 day')
  await repay({ loanNumber, amount: 112_000, paidOn: addDays(today, 1) })
  fixture.travel('3 days')
  const [before, after] = [await positions(lenderId, today), await positions(lenderId, addDays(today, 1))]
  const due = before[0]?.nextDue ?? ''
  expect(before).toMatchObject([
    { status: 'LATE', principalLeft: 600_000, interestReceived: 0, quality: 'DALAM_PERHATIAN_KHUSUS' },
  ])
  expect(before[0]?.daysLate).toBe(Math.round((Date.parse(today) - Date.parse(due)) / 86_400_000))
  // This lender's share of the 12,000 of interest is half, and 15% tax is withheld from it.
  expect(after).toMatchObject([
    { status: 'ACTIVE', principalLeft: 550_000, interestReceived: 6_000, taxWithheld: 900, daysLate: 0 },
  ])
  expect(after[0]).toMatchObject({ quality: 'LANCAR', nextAmount: 50_000 + 6_000 - 900 })
})

test('STM-04 the portfolio report as CSV and XLSX has one row per position, with typed numbers and dates', async () => {
  const { fundings } = await aDisbursedLoan(fixture.context, [600_000], {
    ...terms,
    disbursedOn: addDays(today, -10),
  })
  const lenderId = fundings[0]?.lenderId ?? 0
  const sent = async (format: 'csv' | 'xlsx') => {
    const { bytes } = await portfolioReport(fixture.context, lenderId, { on: today, format })
    return Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.concat((await allOf<string | Buffer>(bytes)).map((part) => Buffer.from(part)))
  }
  const [head, row] = parse(await sent('csv'), { bom: true, delimiter: ';' })
  const cell = (title: string) => row?.[head?.indexOf(title) ?? -1]
  expect([cell('Per Tanggal'), cell('Sisa Pokok'), cell('Kualitas'), cell('Bunga per Tahun (%)')]).toEqual([
    today,
    '600000',
    'Lancar',
    '12',
  ])
  const { sheets } = await readXlsx(new Uint8Array(await sent('xlsx')))
  expect(sheets[0]?.rows[1]?.[0]).toEqual(new Date(`${today}T00:00:00Z`))
  expect(sheets[0]?.rows[1]?.[7]).toBe(600_000)
})

test('STM-04 the portfolio report gives all loans of a borrower who owes two billion the worst quality, as the closed day does', async () => {
  const half = borrowerQualityThreshold / 2
  const borrower = { ...terms, borrowerNumber: 'B-LARGE', borrowerName: 'Usaha Besar' }
  const late = await aDisbursedLoan(fixture.context, [half], {
    ...borrower,
    disbursedOn: addDays(today, -75),
  })
  const good = await aDisbursedLoan(fixture.context, [half, 500_000], {
    ...borrower,
    disbursedOn: addDays(today, -5),
  })
  fixture.travel('2 days')
  const owners = [good, late].map(({ fundings }) => fundings[0]?.lenderId ?? 0)
  const [ofGood, ofLate] = await Promise.all(owners.map((lenderId) => positions(lenderId, today)))
  expect(ofLate?.[0]?.quality).toBe('KURANG_LANCAR')
  expect(ofGood?.[0]).toMatchObject({ daysLate: 0, quality: 'KURANG_LANCAR' })
  await perform(fixture.context, closeDay, { actor: { kind: 'system' }, input: { date: today } })
  const closed = await listLateLoans(fixture.context.db, today)
  const numbers = [good.loanNumber, late.loanNumber]
  const ours = closed.filter(({ loanNumber }) => numbers.includes(loanNumber))
  expect(ours.map(({ qualityDays }) => qualityDays)).toEqual([ofLate?.[0]?.daysLate, ofLate?.[0]?.daysLate])
})

test('STM-04 a portfolio report of a future or invalid date is refused, and one before the first funding has only headings', async () => {
  const lender = await logIn(fixture, app)
  const ask = (on: string) => lender.get(`/statements/portfolio?on=${on}`)
  expect((await ask(addDays(today, 1))).json.code).toBe('DATE_IN_FUTURE')
  for (const on of ['2026-02-30', '2026-1-1', '', '9999-99-99']) expect((await ask(on)).status).toBe(400)
  const answer = await ask('2001-01-01')
  expect(answer.bytes.toString().trim().split('\r\n')).toHaveLength(1)
})

test('STM-04 a portfolio report reads its positions while they are consumed, at most three thousand at a time', async () => {
  const ids = Array.from({ length: 6_000 }, () => fixture.context.random.uuid())
  let batches = 0
  const row = {
    fundingId: ids[0],
    borrowerId: 1,
    daysLate: 0,
    nextDue: null,
    nextInterestInAll: 0,
    taxRatePpm: 0,
  }
  const db = {
    query: async ({ name, text }: { name?: string; text: string }) => {
      if (name === 'reports.portfolio-report.held')
        return { rows: [{ ids: Buffer.from(ids.join('').replaceAll('-', ''), 'hex') }] }
      if (!text.includes('"fundingId"')) return { rows: [] }
      batches += 1
      return { rows: [row] }
    },
  }
  const reading = positionsOn(db as never, 1, today)
  await reading.next()
  await wait(20)
  expect(batches).toBe(3)
  await reading.next()
  expect(batches).toBe(4)
  await reading.return(undefined)
  expect(batches).toBe(4)
})
