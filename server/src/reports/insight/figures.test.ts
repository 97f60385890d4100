import { join } from 'node:path'
import {
  type InstallmentItem,
  type PortfolioItem,
  portfolioFilterStatuses,
  portfolioSorts,
} from '@pematang/contract/reports/portfolio/endpoints'
import type { TransactionItem } from '@pematang/contract/reports/transactions/endpoints'
import type { BorrowerItem } from '@pematang/contract/reports/borrowers/endpoints'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import independent from 'xirr'
import { fillDemo } from '../../../demo/fill.ts'
import { password, people } from '../../../demo/people.ts'
import { many } from '../../platform/db/database.ts'
import { sum } from '../../platform/sum.ts'
import { wanted } from '../portfolio/criteria.ts'
import { findPage } from '../portfolio/find-page.ts'
import { formatShare, tkbOf } from '../../loans/index.ts'
import { aBank } from '../../cash/testing.ts'
import { type Answer, startApp, type TestApp } from '../../../testing/http.ts'
import { reserveFunding, signFunding } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import {
  interestLeft,
  type OwnBooks,
  type OwnFunding,
  ownBooks,
  qualityOfBooks,
  statusOf,
  unpaidOf,
} from './testing/own-books.ts'
import { agreedDue, agreedEnd, isOf, keyOf } from './testing/portfolio-order.ts'

// A random sample of loans, changed only by the product's own functions. The answers of the API are compared with sums
// computed here from the rows of the ledger, the schedules and the receipts.

const sample = join(import.meta.dirname, '../../../../sample')
const withoutFaults = 'thousands of statements; its verbs meet faults in their own tests'
let fixture: Fixture
let app: TestApp

type Who = { lenderId: number; get(path: string): Promise<Answer>; books: OwnBooks }
const lenders: Who[] = []

beforeAll(async () => {
  fixture = await makeFixture({ withoutFaults, overrides: { banks: [aBank(1).bank, aBank(2).bank] } })
  await fillDemo(fixture.context, sample)
  app = await startApp(fixture)
  const [signed, waiting] = await many<{ loanId: number; loanNumber: string; amount: number }>(
    fixture.context.db,
    'test.open_loans',
    `select p.loan_id as "loanId", l.loan_number as "loanNumber", p.minimum as amount
       from loan_position p join loan l on l.id = p.loan_id
      where p.status = 'OFFERED' and p.bulk_product_id is null and p.funded + p.reserved + 2 * p.minimum <= p.total
        and business_day(app_now()) between p.offer_from and p.offer_until order by 1 limit 2`,
  )
  if (!signed || !waiting) throw new Error('the sample offers nothing')
  for (const { phone } of people.filter(({ logsIn }) => logsIn)) {
    const { json } = await app.post('/auth/login', { phoneNumber: phone, password, type: 'lender' })
    const lenderId = json.userId as number
    const { fundingId } = await reserveFunding(fixture.context, { lenderId, ...signed })
    await signFunding(fixture.context, fundingId)
    await reserveFunding(fixture.context, { lenderId, ...waiting })
    const books = await ownBooks(fixture.context.db, lenderId)
    lenders.push({ lenderId, get: (path) => app.get(path, { token: json.token }), books })
  }
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await app.close()
  await fixture.close()
})

/** Reads all pages of a list. */
async function all<T>(who: Who, path: string, key = 'list'): Promise<T[]> {
  const rows: T[] = []
  for (let page = 1; ; page += 1) {
    const { status, json } = await who.get(`${path}${path.includes('?') ? '&' : '?'}page=${page}`)
    expect(status).toBe(200)
    rows.push(...json[key])
    if (page >= json.pagination.totalPage) {
      expect(rows).toHaveLength(json.pagination.totalData)
      return rows
    }
  }
}

const counted = ({ books }: Who): OwnFunding[] => books.fundings.filter(({ state }) => state === 'SETTLED')

/** The unpaid principal and interest of the installments in force of active loans, in whole rupiah. */
const owedOf = (who: Who) =>
  counted(who)
    .filter(({ writtenOffOn }) => writtenOffOn === null)
    .flatMap(({ id, installments }) =>
      installments
        .filter(({ replaced }) => !replaced)
        .map(({ dueDate, principal, interest, got }) => ({
          id,
          dueDate,
          left: principal + interest - sum(got.map((one) => one.principal + one.interest)),
        })),
    )
    .filter(({ left }) => left > 0)

describe.each([0, 1])('figures of lender %i of the sample', (place) => {
  const who = () => lenders[place] as Who

  test('DSH-01 the summary of cash, reserved, outstanding, expected interest and income equals the ledger', async () => {
    const { books, lenderId } = who()
    const alive = counted(who()).filter(({ writtenOffOn }) => writtenOffOn === null)
    const [outstanding, interest] = [sum(alive.map(unpaidOf)), sum(alive.map(interestLeft))]
    expect((await who().get('/lender/summary')).json).toMatchObject({
      lenderId,
      cashBalance: sum(books.moves.map(({ amount }) => amount)) - books.held,
      reservedBalance: books.held,
      outStandingBalance: outstanding,
      estInterestGet: interest,
      estTotalGet: outstanding + interest,
    })
    expect(books.held).toBeGreaterThan(0)
  })

  test('POR-03 each portfolio loan shows its status and installments, and every payment received is in the ledger', async () => {
    const { books } = who()
    const list = await all<PortfolioItem>(who(), '/portfolio')
    expect(list.map(({ propertyLenderId }) => propertyLenderId)).toEqual(
      books.fundings.map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1)),
    )
    let paid = 0
    for (const item of list) {
      const own = books.fundings.find(({ id }) => id === item.propertyLenderId) as OwnFunding
      const inForce = own.installments.filter(({ replaced }) => !replaced)
      expect(item).toMatchObject({
        loanNumber: own.loanNumber,
        borrowerName: own.borrowerName,
        loanType: own.loanType,
        statusName: statusOf(own),
        isSigned: own.state !== 'WAITING',
        disbursementDate: own.disbursedOn,
        ...(own.state === 'WAITING' ? {} : { totalLoan: own.lent }),
        ...(inForce.length > 0 ? { dueDate: agreedEnd(own) } : {}),
      })
      const path = `/portfolio/detail?limit=100&propertyLenderId=${item.propertyLenderId}`
      const rows = await all<InstallmentItem>(who(), path, 'detailList')
      const listed = own.installments.filter(({ replaced, got }) => !replaced || got.length > 0)
      expect(rows.map(({ dueDate, totalPaid }) => [dueDate, totalPaid])).toEqual(
        listed.map((one) => [
          agreedDue(own, one),
          sum(one.got.map((part) => part.principal + part.interest + part.penalty - part.tax)),
        ]),
      )
      expect(sum(rows.map(({ principalPayment }) => principalPayment))).toBe(
        own.disbursedOn === null ? 0 : own.lent,
      )
      paid += sum(rows.map(({ totalPaid }) => totalPaid))
    }
    expect(paid).toBe(sum(books.moves.flatMap(({ kind, amount }) => (kind === 'REPAYMENT' ? amount : []))))
  })

  test('POR-01 the portfolio filtered by name, number and status finds the same rows as a scan of all rows', async () => {
    const { books, lenderId } = who()
    const texts = (from: (own: OwnFunding) => string) => [
      null,
      ...['a', 'TOKO', '20', '1'],
      from(books.fundings[0] as OwnFunding),
      from(books.fundings.at(-1) as OwnFunding).slice(2, -1),
      'nobody has this',
    ]
    const has = (text: string, part: string | null) =>
      part === null || text.toLowerCase().includes(part.toLowerCase())
    for (const name of texts((own) => own.borrowerName))
      for (const loanNumber of texts((own) => own.loanNumber))
        for (const status of [null, ...portfolioFilterStatuses]) {
          // Statuses beyond those of the specification are tested with only a few search texts.
          const isOther = status !== null && !['ACTIVE', 'FUNDED', 'LATE'].includes(status)
          if (isOther && [name, loanNumber].some((text) => text !== null && text !== 'a' && text !== '1'))
            continue
          const expected = books.fundings
            .filter((own) => has(own.borrowerName, name) && has(own.loanNumber, loanNumber))
            .filter((own) => status === null || isOf(own, status))
            .map(({ id }) => id)
            .toSorted((a, b) => (a < b ? 1 : -1))
          const criteria = {
            lenderId,
            name: wanted(name ?? undefined),
            loanNumber: wanted(loanNumber ?? undefined),
            status,
            sort: null,
          }
          for (const page of [1, 2, 5]) {
            const place = { page, limit: 7 }
            const found = { total: expected.length, ids: expected.slice((page - 1) * 7, page * 7) }
            const { db } = fixture.context
            expect(await findPage(db, { ...criteria, ...place })).toEqual(found)
          }
        }
  })

  test.each(portfolioSorts)(
    'the portfolio is sorted by %s, both page by page and in the export',
    async (sort) => {
      const list = await all<PortfolioItem>(who(), `/portfolio?limit=7&sort=${sort}`)
      expect(list).toHaveLength(who().books.fundings.length)
      const keys = list.map((item) => keyOf(item, sort))
      expect(keys).toEqual(keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)))
      expect(new Set(list.map(({ propertyLenderId }) => propertyLenderId)).size).toBe(list.length)
      const { bytes } = await who().get(`/portfolio/export?sort=${sort}`)
      const lines: Record<string, string>[] = parse(bytes, { bom: true, columns: true, delimiter: ';' })
      expect(
        lines.map((line) => [line['Nomor Transaksi'], line['Sisa Pokok'], line['Hari Terlambat']]),
      ).toEqual(
        list.map((item) => [item.transactionNumber, String(item.principalLeft ?? ''), String(item.daysLate)]),
      )
    },
  )

  test.each(portfolioFilterStatuses)(
    'POR-01 the portfolio filter for status %s finds the loans with that status',
    async (status) => {
      const list = await all<PortfolioItem>(who(), `/portfolio?loanStatus=${status}`)
      expect(list.map(({ propertyLenderId }) => propertyLenderId).sort()).toEqual(
        who()
          .books.fundings.filter((own) => isOf(own, status))
          .map(({ id }) => id)
          .sort(),
      )
    },
  )

  test('USR-01 the borrower list shows lent, repaid and active amounts of each borrower', async () => {
    const list = await all<BorrowerItem>(who(), '/user-portfolio')
    const own = Map.groupBy(counted(who()), ({ borrowerId }) => borrowerId)
    expect(new Map(list.map(({ borrowerId, ...rest }) => [borrowerId, rest]))).toEqual(
      new Map(
        [...own].map(([borrowerId, fundings]) => [
          borrowerId,
          {
            borrowerName: fundings[0]?.borrowerName,
            totalLoanAmount: sum(fundings.map(({ lent }) => lent)),
            paidAmount: sum(fundings.map((one) => one.lent - unpaidOf(one))),
            activeLoanAmount: sum(fundings.filter(({ writtenOffOn }) => writtenOffOn === null).map(unpaidOf)),
            writtenOffAmount: sum(fundings.filter(({ writtenOffOn }) => writtenOffOn !== null).map(unpaidOf)),
            daysLate: Math.max(...fundings.map((one) => (one.writtenOffOn === null ? one.daysLate : 0))),
          },
        ]),
      ),
    )
  })

  test('TRX-01 the transaction history equals the movements of the cash account one by one', async () => {
    const { books } = who()
    const list = await all<TransactionItem>(who(), '/transactions')
    const done = list.filter(({ status }) => status === 'Success')
    const numbers = (rows: readonly { amount: number }[]) =>
      rows.map(({ amount }) => amount).sort((a, b) => a - b)
    expect(numbers(done)).toEqual(numbers(books.moves))
    for (const [type, kinds] of [
      ['1', ['TOP_UP']],
      ['2', ['FUNDING']],
      ['5', ['REPAYMENT', 'REFUND']],
    ] as const) {
      const typed = await all<TransactionItem>(who(), `/transactions?type=${type}&status=1`)
      const moved = books.moves.filter(({ kind }) => (kinds as readonly string[]).includes(kind))
      expect(numbers(typed), type).toEqual(numbers(moved))
    }
    expect(-sum(numbers(list.filter(({ status }) => status === 'In Progress')))).toBe(books.held)
  })

  test('the portfolio insight shows money on the way, the lender’s own TKB and the composition of the portfolio', async () => {
    const { books } = who()
    const { json } = await who().get('/portfolio/insight')
    const figures = qualityOfBooks(books)
    expect(json.waiting).toEqual([{ reason: 'SIGNATURE', amount: books.held }])
    expect(json.outstanding).toBe(figures.total)
    expect(
      json.quality.map((row: { name: string; outstanding: number }) => [row.name, row.outstanding]),
    ).toEqual(Object.entries(figures).filter(([name]) => name !== 'total'))
    for (const days of [0, 30, 60, 90] as const)
      expect(json[`TKB${days}`]).toBe(formatShare(tkbOf(figures, days)))
    const running = books.fundings.filter((one) => ['ACTIVE', 'LATE', 'RESTRUCTURE'].includes(statusOf(one)))
    const by = (keyOf: (one: OwnFunding) => string | null) =>
      Object.fromEntries(
        [...Map.groupBy(running, keyOf)].map(([key, rows]) => [String(key), sum(rows.map(unpaidOf))]),
      )
    type Rows = { grade?: string; loanType?: string; outstanding: number }[]
    const sharesOf = (rows: Rows) =>
      Object.fromEntries(rows.map((row) => [row.grade ?? row.loanType ?? 'null', row.outstanding]))
    expect(sharesOf(json.composition.grades)).toEqual(by(({ grade }) => grade))
    expect(sharesOf(json.composition.loanTypes)).toEqual(by(({ loanType }) => loanType))
  })

  test('the lender’s return follows from the ledger’s cash flows and equals an independent calculation', async () => {
    const { books } = who()
    const { json } = await who().get('/portfolio/return')
    const back = books.moves.filter(({ kind }) => kind === 'REPAYMENT' || kind === 'REFUND')
    const receivedOn = Map.groupBy(back, ({ paidOn, on }) => paidOn ?? on)
    type Flow = { on: string; paidOut: number; received: number }
    const flows: Flow[] = json.flows
    expect(new Map(flows.flatMap(({ on, received }) => (received > 0 ? [[on, received]] : [])))).toEqual(
      new Map([...receivedOn].map(([on, moves]) => [on, sum(moves.map(({ amount }) => amount))])),
    )
    expect(json.paidOut).toBe(
      -sum(books.moves.flatMap(({ kind, amount }) => (kind === 'FUNDING' ? amount : []))),
    )
    expect(json.received).toBe(sum(back.map(({ amount }) => amount)))
    const owed = counted(who()).filter((one) => unpaidOf(one) > 0)
    const lost = owed.filter(({ writtenOffOn }) => writtenOffOn !== null)
    const doubtful = owed.filter((one) => one.writtenOffOn === null && one.daysLate > 90)
    expect(json).toMatchObject({
      writtenOff: sum(lost.map(unpaidOf)),
      doubtful: sum(doubtful.map(unpaidOf)),
      remaining: sum(owed.map(unpaidOf)) - sum([...lost, ...doubtful].map(unpaidOf)),
      taxWithheld: sum(
        books.fundings.flatMap(({ installments }) =>
          installments.flatMap(({ got }) => got.map(({ tax }) => tax)),
        ),
      ),
    })
    const when = (on: string) => new Date(`${on}T00:00:00Z`)
    const theirs = independent([
      ...flows.map(({ on, paidOut, received }) => ({ amount: received - paidOut, when: when(on) })),
      { amount: json.remaining, when: when(books.today) },
    ])
    expect(json.rate).toBeCloseTo(theirs, 6)
  })

  test('the monthly figures of a portfolio contain all expected and all received money', async () => {
    const { books } = who()
    const { json } = await who().get('/portfolio/months')
    expect(json.months).toHaveLength(24)
    expect(json.months[11].month).toBe(books.today.slice(0, 7))
    const first = json.months[0].month as string
    const last = json.months[23].month as string
    type MonthFigures = {
      month?: string
      expected: number
      received: number
      penalty: number
      tax: number
      late: number
    }
    const own = books.fundings.flatMap(({ installments, writtenOffOn }) =>
      installments.map((one) => ({ ...one, writtenOffOn })),
    )
    const owed = owedOf(who())
    const check = (figures: MonthFigures, inside: (month: string) => boolean) => {
      const got = own.flatMap((one) => one.got).filter(({ paidOn }) => inside(paidOn.slice(0, 7)))
      const due = own
        .filter(({ dueDate, writtenOffOn }) => writtenOffOn === null || dueDate <= writtenOffOn)
        .filter(({ dueDate }) => inside(dueDate.slice(0, 7)))
      expect(figures, figures.month).toMatchObject({
        expected: sum(
          due.map(({ replaced, principal, interest, got: paid }) =>
            replaced ? sum(paid.map((one) => one.principal + one.interest)) : principal + interest,
          ),
        ),
        received: sum(got.map((one) => one.principal + one.interest)),
        penalty: sum(got.map(({ penalty }) => penalty)),
        tax: sum(got.map(({ tax }) => tax)),
        late: sum(
          owed
            .filter(({ dueDate }) => dueDate < books.today && inside(dueDate.slice(0, 7)))
            .map(({ left }) => left),
        ),
      })
    }
    check(json.before, (month) => month < first)
    check(json.after, (month) => month > last)
    for (const figures of json.months as MonthFigures[]) check(figures, (month) => month === figures.month)
  })

  test('the portfolio overview of thirty days and the arrears equal the unpaid installments in force', async () => {
    const { today } = who().books
    const { json } = await who().get('/portfolio/overview')
    const until = new Date(Date.parse(today) + 29 * 86_400_000).toISOString().slice(0, 10)
    expect([json.asOf, json.until]).toEqual([today, until])
    expect(json.rate).toBe((await who().get('/portfolio/return')).json.rate)
    const owed = owedOf(who())
    const coming = owed.filter(({ dueDate }) => dueDate >= today && dueDate <= until)
    const byDay = [...Map.groupBy(coming, ({ dueDate }) => dueDate)].sort(([a], [b]) => (a < b ? -1 : 1))
    expect(json.days).toEqual(
      byDay.map(([on, rows]) => ({
        on,
        amount: sum(rows.map(({ left }) => left)),
        loans: new Set(rows.map(({ id }) => id)).size,
      })),
    )
    expect(json.total).toBe(sum(coming.map(({ left }) => left)))
    const late = owed.filter(({ dueDate }) => dueDate < today)
    const oldest = late.map(({ dueDate }) => dueDate).sort()[0]
    expect(json.late).toEqual({
      amount: sum(late.map(({ left }) => left)),
      loans: new Set(late.map(({ id }) => id)).size,
      days: oldest === undefined ? 0 : (Date.parse(today) - Date.parse(oldest)) / 86_400_000,
    })
    expect([json.total > 0, place === 1 || json.late.amount > 0]).toEqual([true, true])
  })
})
