import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays, addMonths } from '@pematang/contract/format/business-date'
import { measureNow } from '../src/loans/testing.ts'
import { downloadDocument, readPdf } from '../src/documents/testing.ts'
import { many, one } from '../src/platform/db/database.ts'
import { cashOf } from '../src/books/index.ts'
import { listBulkProducts } from '../src/funding/testing.ts'
import {
  type Comparison,
  balancesOfBooks,
  closingOf,
  compareMonths,
  findStatements,
  flowsOfBooks,
  lastMonthOf,
  listPortfolio,
  listTransactions,
  missingStatements,
} from '../src/reports/testing.ts'
import { getSummary } from '../src/lenders/testing.ts'
import { listInstallments, tkbOf } from '../src/loans/index.ts'
import { aBank, idleCashOf } from '../src/cash/testing.ts'
import { aLender } from '../testing/people.ts'
import { makeFixture, type Fixture } from '../testing/fixture.ts'
import { bankLines } from './bank-lines.ts'
import { type Filled, fillDemo } from './fill.ts'
import { jobs as demoJobs } from './documents.ts'
import { people, phones } from './people.ts'
import { callVotesOfDemo } from './votes.ts'
import { bookedByKind, contents, daysWrong, linesByKind } from './testing/contents.ts'
import { killedAfter } from './testing/killed-after.ts'

const sample = join(import.meta.dirname, '../../sample')
const withoutFaults = 'thousands of statements; its verbs meet faults in their own tests and in play.test.ts'
let fixture: Fixture
let filled: Filled
let atFirst: Awaited<ReturnType<typeof contents>>
const overrides = { banks: [aBank(1).bank, aBank(2).bank] }
beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults, overrides })
  filled = await fillDemo(fixture.context, sample)
  atFirst = await contents(fixture)
})
afterAll(() => fixture.close())

/** Most tests only read, so the books are audited only where something was written. */
const expectSoundBooks = async () => expect(await fixture.books()).toEqual([])

const pages = { page: 1, limit: 100 }

async function lenderAt(place = 0): Promise<number> {
  const phone = people[place]?.phone
  const { id } = await one<{ id: number }>(
    fixture.context.db,
    'test.lender_at',
    'select id from lender where phone = $1',
    [phone],
  )
  return id
}

/** The year and month in Jakarta, as in the numbers that lenders see. */
const yearAndMonth = (time: string): string =>
  new Date(Date.parse(time) + 7 * 3_600_000).toISOString().slice(2, 7).replace('-', '')
const seconds = (at: Date): number => Math.floor(at.getTime() / 1_000)

async function everyMovement(lenderId: number) {
  const list = []
  for (let page = 1; ; page += 1) {
    const read = await listTransactions(fixture.context, lenderId, { page, limit: 100 })
    list.push(...read.list)
    if (page >= read.pagination.totalPage) return list
  }
}

describe('SRV-01 the demo data', () => {
  test('DEP-01 every demo lender has one virtual account of 15 digits at each of the two banks', async () => {
    const given = await many<{ number: string; name: string; bank: string }>(
      fixture.context.db,
      'test.numbers',
      'select number, account_name as name, bank_code as bank from lender_virtual_account',
    )
    expect(given).toHaveLength(2 * people.length)
    expect(given.every(({ number }) => /^(98800|77700)\d{10}$/.test(number))).toBe(true)
    expect(given).toContainEqual({ number: '988001234567890', name: 'Ratna Wirasena', bank: '009' })
  })

  test('DEP-04 VAL-07 every top-up, disbursement and repayment of the demo is once in the list of the sandbox bank', async () => {
    const lines = await bankLines(fixture.context)
    const topUps = lines.filter((line) => 'number' in line)
    expect(linesByKind(lines)).toEqual(await bookedByKind(fixture))
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
    expect(topUps.every(({ number }) => number.startsWith('98800'))).toBe(true)
    const days = topUps.map(({ paidAt }) => paidAt)
    expect(days).toEqual(days.toSorted())
    expect(Date.parse(days.at(-1) ?? '') - Date.parse(days[0] ?? '')).toBeGreaterThan(300 * 86_400_000)
  })

  test('POR-03 the demo has loans in every status, also in its first lender’s portfolio', async () => {
    expect(filled).toMatchObject({ ours: true, offered: 600, loans: 386, refused: [], daysClosed: 62 })
    await expectSoundBooks()
    const { list } = await listPortfolio(fixture.context, await lenderAt(), pages)
    const states = Object.entries(Object.groupBy(list, ({ statusName }) => statusName))
    expect(Object.fromEntries(states.map(([state, rows]) => [state, rows?.length]))).toEqual({
      ACTIVE: 26,
      FUNDED: 4,
      LATE: 5,
      REPAID: 8,
      RESTRUCTURE: 2,
      WRITTEN_OFF: 2,
    })
    const late = list.find(({ statusName }) => statusName === 'LATE')
    const { detailList } = await listInstallments(
      fixture.context.db,
      await lenderAt(),
      late?.propertyLenderId ?? '',
      pages,
    )
    expect(new Set(detailList.map(({ statusName }) => statusName))).toEqual(
      new Set(['PAID', 'LATE', 'ACTIVE']),
    )
    for (const [type, least] of [
      ['1', 2],
      ['2', 47],
      ['5', 300],
    ] as const) {
      const { pagination } = await listTransactions(fixture.context, await lenderAt(), { ...pages, type })
      expect(pagination.totalData).toBeGreaterThanOrEqual(least)
    }
    const fees = await one<{ fees: number; recovered: number }>(
      fixture.context.db,
      'test.fees',
      `select count(*) filter (where penalty > 0) as fees, count(*) filter (where paid_on > w.written_off_on) as recovered
         from loan_payment p left join write_off w using (loan_id)`,
    )
    expect(fees.fees).toBeGreaterThan(0)
    expect(fees.recovered).toBeGreaterThan(0)
  })

  test('TRX-01 each demo transaction is dated on its day, or within its week when long ago, and is found by a date range', async () => {
    expect(await daysWrong(fixture)).toEqual({ day: 0, week: 0, backwards: 0, disbursed: 0 })
    // Oldest first: a funding must not be signed before its money was there.
    const moves = (await everyMovement(await lenderAt())).toReversed()
    let cash = 0
    for (const { amount } of moves) expect((cash += amount)).toBeGreaterThanOrEqual(0)
    const { days, before } = await one<{ days: number; before: boolean }>(
      fixture.context.db,
      'test.spread',
      `select count(distinct business_day(created_at)) as days,
              min(created_at) > (select max(created_at) from lender where not is_member) as before from transfer`,
    )
    expect(days).toBeGreaterThan(150)
    expect(before).toBe(true)
    const { since, until } = await one<{ since: Date; until: Date }>(
      fixture.context.db,
      'test.quarter',
      `select app_now() - interval '200 days' as since, app_now() - interval '110 days' as until`,
    )
    const range = { startDate: String(seconds(since)), endDate: String(seconds(until)) }
    const { list, pagination } = await listTransactions(fixture.context, await lenderAt(), {
      ...pages,
      ...range,
    })
    const all = await listTransactions(fixture.context, await lenderAt(), pages)
    expect(list.length).toBeGreaterThan(20)
    expect(pagination.totalData).toBeLessThan(all.pagination.totalData / 3)
    const times = list.map(({ createdDate }) => createdDate)
    expect(times).toEqual(times.toSorted().toReversed())
    const shown = new Set(list.map(({ transactionNumber }) => transactionNumber.slice(4, 8)))
    expect(shown).toEqual(new Set(times.map((time) => yearAndMonth(time))))
    expect(times.every((time) => time >= since.toISOString() && time <= until.toISOString())).toBe(true)
  })

  test('WDR-05 idle cash of the demo lender dates from the repayments that it came from', async () => {
    const { idleCash, layers } = await idleCashOf(fixture.context, await lenderAt())
    expect(idleCash).toBe((await cashOf(fixture.context.db, await lenderAt())).available)
    expect(layers.at(-1)?.amount).toBeGreaterThanOrEqual(people[0]?.topUp ?? Infinity)
  })

  test('POR-05 POR-06 the worker renders agreements and factsheets of the demo lender only, the newest first', async () => {
    const { context } = fixture
    const lenderId = await lenderAt()
    const work = demoJobs(context)['demo.papers']
    const newest = async () => (await listPortfolio(context, lenderId, { page: 1, limit: 5 })).list
    const made = async () => (await newest()).every((row) => row.lenderAgreementUrl && row.factsheetUrl)
    expect(await made()).toBe(false)
    const job = { kind: 'demo.papers', payload: { lenderId }, attempts: 1, lease: 'a lease' }
    while (!(await made())) await work?.({ ...job, id: context.random.uuid() })
    for (const {
      isSigned,
      docTokenUrl,
      lenderAgreementUrl,
      lenderAgreementFile,
      factsheetUrl,
      ...row
    } of await newest()) {
      expect([isSigned, docTokenUrl, lenderAgreementFile]).toEqual([true, null, lenderAgreementUrl])
      const agreement = await downloadDocument(context, lenderId, lenderAgreementUrl ?? '', {
        requestId: 'test',
      })
      const text = (await readPdf(agreement.bytes as Buffer)).map((page) => page.text).join(' ')
      expect(text).toContain('Salinan Perjanjian Pendanaan')
      expect(text).toContain('Salinan ini tidak memuat tanda tangan')
      expect(text).toContain(`ARSIP/${row.loanNumber}/`)
      expect(text).not.toContain('Tanda tangan elektronik bersertifikat Pemberi Dana')
      const sheet = await downloadDocument(context, lenderId, factsheetUrl ?? '', { requestId: 'test' })
      expect(sheet.fileName).toContain('FACTSHEET')
      await expect(
        downloadDocument(context, lenderId + 1, lenderAgreementUrl ?? '', { requestId: 'test' }),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    const queued = await many(
      context.db,
      'test.jobs',
      `select from job where kind = 'demo.papers' and dead_at is null`,
    )
    expect(queued).toHaveLength(2)
    await expectSoundBooks()
  })

  test('TKB-01 starting the demo on a later day closes each day before it', async () => {
    const closes = await many<{ date: string; on: string; today: string }>(
      fixture.context.db,
      'test.closes',
      `select date + 1 as date, business_day(created_at) as on, business_day(app_now()) as today from day_close order by 1`,
    )
    expect(closes).toHaveLength(62)
    for (const { date, on, today } of closes) expect(on >= date && on <= today).toBe(true)
    expect(new Set(closes.map(({ on }) => on)).size).toBeGreaterThan(3)
  })

  test('STM-01 the demo lender has statements with movements of at least the last two months on any day of the year', async () => {
    const { context } = fixture
    const { statements } = await findStatements(context.db, {
      lenderId: await lenderAt(),
      year: null,
      page: 1,
      limit: 10,
    })
    const { month } = await one<{ month: string }>(
      context.db,
      'test.month',
      `select date_trunc('month', business_day(app_now()))::date as month`,
    )
    const [last, before] = statements
    expect([last?.month, before?.month]).toEqual([addMonths(month, -1), addMonths(month, -2)])
    expect(last?.figures.opening).toBe(before?.figures.closing)
    expect(Math.min(...statements.map(({ figures }) => figures.movements))).toBeGreaterThan(0)
    expect((await missingStatements(context.db)).missing).toBe(0)
    // The closed days include the ends of two months on any day.
    for (let ago = 0; ago < 366; ago += 1) {
      const first = addDays('2028-12-31', -ago)
      const closed = Array.from({ length: filled.daysClosed }, (_, place) => addDays(first, -1 - place))
      expect(closed.filter((day) => addDays(day, 1).endsWith('-01')).length, first).toBeGreaterThanOrEqual(2)
    }
  })

  test('TKB-01 the demo’s four TKB figures differ from each other and from 100%', async () => {
    const figures = await measureNow(fixture.context.db)
    const shares = ([0, 30, 60, 90] as const).map((days) => {
      const { numerator, denominator } = tkbOf(figures, days)
      return numerator / denominator
    })
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(new Set(shares).size).toBe(4)
    expect(shares[0]).toBeGreaterThan(0.8)
    expect(shares[3]).toBeLessThan(1)
  })

  test('MKT-07 a company in the demo has enough cash to fund the demo’s bulk product as a whole', async () => {
    const { id } = await one<{ id: number }>(
      fixture.context.db,
      'test.company',
      'select id from lender where phone = $1',
      [people[1]?.phone],
    )
    const { bulkList, isBulkFunding } = await listBulkProducts(fixture.context, id, pages)
    expect(isBulkFunding).toBe(true)
    expect(bulkList).toMatchObject([
      { totalLoan: 300, openLoan: 300, loanTypeName: 'Konsumtif', totalFunding: 0 },
    ])
    const { available } = await cashOf(fixture.context.db, id)
    expect(available).toBeGreaterThan(bulkList[0]?.openLoanAmount ?? Infinity)
  })

  test('LIM-02 the funding limits of the first two demo lenders allow them to invest all their cash', async () => {
    for (const { phone } of people.slice(0, 2)) {
      const { id } = await one<{ id: number }>(
        fixture.context.db,
        'test.limited',
        'select id from lender where phone = $1',
        [phone],
      )
      const { cashBalance, fundingRoom } = await getSummary(fixture.context, id)
      expect(fundingRoom).toBeGreaterThan(cashBalance)
    }
  })

  test('VOTE-01 the demo’s company has an open and a withdrawn vote, also after a second start, and the first login has none', async () => {
    const { context } = fixture
    const [spared, lenderId] = [await lenderAt(), await lenderAt(1)]
    for (let start = 0; start < 2; start += 1)
      await callVotesOfDemo(context, { kind: 'operator', name: 'demo' }, { lenderId, spared })
    const votes = await many<{ state: string; votes: boolean; spared: boolean }>(
      context.db,
      'test.votes',
      `select state, exists (select from vote_right r where r.vote_id = v.id and r.lender_id = $1) as votes,
              not exists (select from vote_right r where r.vote_id = v.id and r.lender_id = $2) as spared
         from loan_vote v where v.consent_reference like 'ARSIP/PERSETUJUAN/%' order by opened_at, id`,
      [lenderId, spared],
    )
    expect(votes).toEqual([
      { state: 'WITHDRAWN', votes: true, spared: true },
      { state: 'OPEN', votes: true, spared: true },
    ])
    await expectSoundBooks()
  })

  test('filling the demo data again on the same day changes nothing', async () => {
    const before = await contents(fixture)
    expect(await fillDemo(fixture.context, sample)).toMatchObject({ steps: 0, offered: 0, daysClosed: 0 })
    expect(await contents(fixture)).toEqual(before)
    await expectSoundBooks()
  })

  test('I25 starting the demo on a later day adds the days since, and leaves the closed days unchanged', async () => {
    const days = () => many(fixture.context.db, 'test.days', 'select date, hash from day_close order by date')
    const before = await days()
    fixture.travel('40 days')
    const lived = await fillDemo(fixture.context, sample)
    expect(lived).toMatchObject({ offered: 0, refused: [], daysClosed: 40 })
    expect(lived.steps).toBeGreaterThan(200)
    expect((await days()).slice(0, before.length)).toEqual(before)
    expect(await daysWrong(fixture)).toEqual({ day: 0, week: 0, backwards: 0, disbursed: 0 })
    fixture.travel(undefined)
    await expectSoundBooks()
  })

  test('filling the demo data gives the same result when it is killed repeatedly as without interruption', async () => {
    const broken = await makeFixture({ withoutFaults, overrides })
    try {
      for (const wait of [900, 1_500, 2_100, 2_700]) await killedAfter(broken, wait)
      await fillDemo(broken.context, sample)
      expect(await contents(broken)).toEqual(atFirst)
      expect(await broken.books()).toEqual([])
    } finally {
      await broken.close()
    }
  }, 480_000)

  test('the demo data are refused in a database that has other lenders', async () => {
    const other = await makeFixture()
    try {
      await aLender(other.context, {})
      expect(await fillDemo(other.context, sample)).toMatchObject({ ours: false, offered: 0 })
    } finally {
      await other.close()
    }
  })
})

describe('the statements of the replayed loans', () => {
  let month = ''
  let found: Comparison
  beforeAll(async () => {
    // Other tests have advanced the clock.
    month = await lastMonthOf(fixture.context.db)
    found = await compareMonths(fixture.context, month, 36)
  })

  test('STM-08 every statement of every lender over three years equals what an independent program computes from the transfers', () => {
    const { compared, movements, filled, differences } = found
    expect(differences).toEqual([])
    expect(compared).toBe(36 * phones.length)
    expect(movements).toBeGreaterThan(1_000)
    const seldom = 'DALAM_PERHATIAN_KHUSUS MACET notPaidOut writtenOff lost average percent'.split(' ')
    expect(seldom.filter((figure) => !filled[figure])).toEqual([])
  })

  test('STM-08 the sums of all statements equal the money that flowed in the books between lenders and all other accounts', async () => {
    const { toppedUp = 0, lent = 0, refunded = 0, fees = 0, tax = 0, received = 0 } = found.sums
    const flows = { toppedUp, lent: lent - refunded, fees, tax, received }
    expect(flows).toEqual(await flowsOfBooks(fixture.context.db))
  })

  test('STM-08 the closing balances and portfolios in all statements add up to the lenders’ cash and loans in the books', async () => {
    const { db } = fixture.context
    const { lenders, ...sums } = await closingOf(fixture.context, month)
    expect(sums).toEqual(await balancesOfBooks(db))
    const { issued } = await one<{ issued: number }>(
      db,
      'test.issued',
      'select count(*) as issued from statement where month = (select max(month) from statement)',
    )
    expect(issued).toBe(lenders)
    await expectSoundBooks()
  })
})
