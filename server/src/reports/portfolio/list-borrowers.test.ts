import type { BorrowerItem, BorrowerLoanItem } from '@pematang/contract/reports/borrowers/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelLoan, disburseLoan, recordRepayment } from '../../loans/testing.ts'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { writeOffLoan } from '../../loans/index.ts'
import { type LoggedIn, logIn, startApp, type TestApp } from '../../../testing/http.ts'
import { aLoan, reserveFunding, signFunding } from '../../../testing/people.ts'
import { longAgo } from '../../../testing/servicing.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'

const operator = { kind: 'operator', name: 'test' } as const
let fixture: Fixture
let app: TestApp
let lender: LoggedIn
let stranger: LoggedIn
let today: string
const long = '2026-01-31'

type Made = { borrower: string; amount: number; until: 'reserved' | 'signed' | 'cancelled' | 'paid out' }

let references = 0
async function pay(loanNumber: string, amount: number): Promise<void> {
  references += 1
  const input = { loanNumber, reference: `BRW-${references}`, paidOn: today, amount }
  await perform(fixture.context, recordRepayment, { actor: operator, input })
}

/** Creates a loan that one lender funds in full, flat over 12 months at 12%. */
async function make({ borrower, amount, until }: Made, who = lender) {
  const loan = await aLoan(fixture.context, {
    borrowerNumber: `N-${borrower}`,
    borrowerName: borrower,
    totalLoan: amount,
    interestType: 'FLAT',
    offerFrom: '2020-01-01',
    offerUntil: '2100-01-01',
  })
  const then = until === 'paid out' ? longAgo(fixture.context) : fixture.context
  const { fundingId } = await reserveFunding(then, { lenderId: who.lenderId, ...loan, amount })
  if (until === 'reserved') return loan
  await signFunding(then, fundingId)
  const input = { loanNumber: loan.loanNumber }
  if (until === 'cancelled') await perform(fixture.context, cancelLoan, { actor: operator, input })
  if (until === 'paid out') {
    await perform(fixture.context, disburseLoan, { actor: operator, input: { ...input, disbursedOn: long } })
  }
  return loan
}

beforeAll(async () => {
  fixture = await makeFixture()
  app = await startApp(fixture)
  lender = await logIn(fixture, app, { cash: 100_000_000 })
  stranger = await logIn(fixture, app, { cash: 100_000_000 })
  const day = await one<{ today: string }>(
    fixture.context.db,
    'test.day',
    'select business_day(app_now()) as today',
  )
  today = day.today
  const repaid = await make({ borrower: 'Batik 100%', amount: 1_200_000, until: 'paid out' })
  await pay(repaid.loanNumber, 20_000_000)
  const late = await make({ borrower: 'Batik 100%', amount: 2_400_000, until: 'paid out' })
  await pay(late.loanNumber, 777_777)
  const lost = await make({ borrower: 'Batik 100%', amount: 3_600_000, until: 'paid out' })
  await pay(lost.loanNumber, 1_000_000)
  const writtenOff = { loanNumber: lost.loanNumber, writtenOffOn: today, reason: 'tidak tertagih' }
  await perform(fixture.context, writeOffLoan, { actor: operator, input: writtenOff })
  await make({ borrower: 'Batik 100%', amount: 500_000, until: 'signed' })
  await make({ borrower: 'Batik 100%', amount: 600_000, until: 'cancelled' })
  await make({ borrower: 'Batik 100%', amount: 700_000, until: 'reserved' })
  await make({ borrower: 'anyaman', amount: 800_000, until: 'signed' })
  await make({ borrower: 'Rahasia', amount: 900_000, until: 'reserved' })
  await make({ borrower: 'Ditarik', amount: 900_000, until: 'cancelled' })
  for (const amount of [1, 2, 3, 4, 5, 6, 7, 8].map((each) => each * 100_000)) {
    await make({ borrower: 'Cengkih', amount, until: 'signed' })
  }
  await make({ borrower: 'Batik 100%', amount: 1_100_000, until: 'signed' }, stranger)
  await make({ borrower: 'Milik Orang Lain', amount: 1_100_000, until: 'signed' }, stranger)
})
afterAll(async () => {
  expect(await fixture.books()).toEqual([])
  await app.close()
  await fixture.close()
})

const borrowers = async (query = '', who = lender) => (await who.get(`/user-portfolio${query}`)).json
const list = async (query = '', who = lender): Promise<BorrowerItem[]> => (await borrowers(query, who)).list
const loansOf = async (borrowerId: unknown, more = '', who = lender) =>
  who.get(`/user-portfolio/detail?borrowerId=${encodeURIComponent(String(borrowerId))}${more}`)

/**
 * The expected figures by borrower, from the ledger: transfers from this lender's cash to loans, and back less interest
 * and penalty.
 */
const ledger = async (lenderId: number) => {
  const rows = await many<{ borrower: string; lent: number; back: number }>(
    fixture.context.db,
    'test.ledger_by_borrower',
    `with mine as (select id from account where kind = 'LENDER_CASH' and owner_id = $1),
          moved as (
            select e.owner_id as loan_id, t.amount as lent, 0 as back
              from transfer t join mine on mine.id = t.debit_account join account e on e.id = t.credit_account
             where e.kind = 'LOAN_ESCROW'
            union all
            select e.owner_id, -t.amount, 0
              from transfer t join mine on mine.id = t.credit_account join account e on e.id = t.debit_account
             where e.kind = 'LOAN_ESCROW'
            union all
            select c.owner_id, 0, t.amount
                     - (select coalesce(sum(r.interest + r.penalty - r.tax), 0) from lender_repayment r
                         where r.lender_id = $1 and r.payment_id::text = t.ref)
              from transfer t join mine on mine.id = t.credit_account join account c on c.id = t.debit_account
             where c.kind = 'BORROWER_CLEARING')
     select b.name as borrower, sum(m.lent)::bigint as lent, sum(m.back)::bigint as back
       from moved m join loan l on l.id = m.loan_id join borrower b on b.id = l.borrower_id
      group by b.name having sum(m.lent) > 0 order by lower(b.name)`,
    [lenderId],
  )
  return rows
}

describe('USR-01 borrowers', () => {
  test('the borrower list sums what was lent and repaid per borrower without reserved and refunded money', async () => {
    const rows = await list()
    expect(
      rows.map(({ borrowerName, totalLoanAmount, paidAmount }) => ({
        borrower: borrowerName,
        lent: totalLoanAmount,
        back: paidAmount,
      })),
    ).toEqual(await ledger(lender.lenderId))
    expect(rows.map(({ borrowerName }) => borrowerName)).toEqual(['anyaman', 'Batik 100%', 'Cengkih'])
    const batik = rows[1]
    expect(batik?.totalLoanAmount).toBe(1_200_000 + 2_400_000 + 3_600_000 + 500_000)
    expect(batik?.paidAmount).toBeGreaterThan(1_200_000)
    // Written-off principal counts neither as active nor as paid.
    const lost = await one<{ principal: number }>(
      fixture.context.db,
      'test.lost',
      'select sum(principal)::bigint as principal from write_off',
      [],
    )
    expect(batik?.writtenOffAmount).toBe(lost.principal)
    expect(batik?.activeLoanAmount).toBe(
      (batik?.totalLoanAmount ?? 0) - (batik?.paidAmount ?? 0) - lost.principal,
    )
  })

  test('DSH-01 the active amounts of all borrowers add up to the outstanding balance', async () => {
    const active = (await list()).reduce((sum, { activeLoanAmount }) => sum + activeLoanAmount, 0)
    expect(active).toBe((await lender.get('/lender/summary')).json.outStandingBalance)
  })

  test('the name filter of the borrower list matches every character literally and counts the matches', async () => {
    const found = async (name: string) =>
      (await list(`?name=${encodeURIComponent(name)}`)).map(({ borrowerName }) => borrowerName)
    expect(await found(' ANYA ')).toEqual(['anyaman'])
    expect(await found('%')).toEqual(['Batik 100%'])
    expect(await found('_')).toEqual([])
    expect(await found('Rahasia')).toEqual([])
    expect(await found('')).toHaveLength(3)
    expect(await borrowers('?limit=2&page=2')).toMatchObject({
      list: [{ borrowerName: 'Cengkih' }],
      pagination: { totalData: 3, totalPage: 2, page: 2 },
    })
    expect((await borrowers('?name=Batik')).pagination).toEqual({ totalData: 1, totalPage: 1, page: 1 })
  })

  test('SCN-17 a borrower is as late as the latest of their loans in the portfolio', async () => {
    const portfolio: { borrowerName: string; daysLate: number }[] = (await lender.get('/portfolio?limit=100'))
      .json.list
    const rows = await list()
    for (const { borrowerName, daysLate } of rows) {
      const of = portfolio.filter((loan) => loan.borrowerName === borrowerName)
      expect(daysLate).toBe(Math.max(...of.map((loan) => loan.daysLate)))
    }
    expect(rows.map(({ daysLate }) => daysLate > 0)).toEqual([false, true, false])
  })

  test('SCN-17 borrowers are sorted by a figure, the largest first and equal ones by name, across pages and under the filter', async () => {
    const rows = await list()
    const figures = {
      ACTIVE: 'activeLoanAmount',
      TOTAL: 'totalLoanAmount',
      LATE: 'daysLate',
      WRITTEN_OFF: 'writtenOffAmount',
    } as const
    const orders = new Set<string>()
    for (const [sort, figure] of Object.entries(figures)) {
      const wanted = rows.toSorted((a, b) => b[figure] - a[figure])
      expect(await list(`?sort=${sort}`)).toEqual(wanted)
      const pages = await Promise.all([1, 2].map((page) => list(`?sort=${sort}&limit=2&page=${page}`)))
      expect(pages.flat()).toEqual(wanted)
      expect(await borrowers(`?sort=${sort}&name=cengkih`)).toMatchObject({
        list: [{ borrowerName: 'Cengkih' }],
        pagination: { totalData: 1 },
      })
      expect((await borrowers(`?sort=${sort}&limit=2&page=9`)).pagination.totalPage).toBe(2)
      orders.add(wanted.map(({ borrowerName }) => borrowerName).join())
    }
    expect(orders.size).toBeGreaterThan(1)
    expect((await lender.get('/user-portfolio?sort=NAME')).status).toBe(400)
  })

  test('ROL-02 POR-07 the borrower list has only borrowers of the lender, and none for a lender without fundings', async () => {
    const names = (await list('', stranger)).map(({ borrowerName }) => borrowerName)
    expect(names).toEqual(['Batik 100%', 'Milik Orang Lain'])
    expect((await list('', stranger))[0]?.totalLoanAmount).toBe(1_100_000)
    const nobody = await logIn(fixture, app)
    expect(await borrowers('', nobody)).toEqual({
      list: [],
      pagination: { totalData: 0, totalPage: 0, page: 1 },
    })
  })
})

describe('USR-02 loans of a borrower', () => {
  test('the loans of a borrower show their status and add up to the amount lent', async () => {
    const batik = (await list('?name=Batik'))[0]
    const { status, json } = await loansOf(batik?.borrowerId)
    expect(status).toBe(200)
    const loans: BorrowerLoanItem[] = json.detailList
    expect(
      loans.map(({ loanAmount, loanStatusName, loanStatus }) => [loanAmount, loanStatusName, loanStatus]),
    ).toEqual([
      [500_000, 'FUNDED', 1],
      [3_600_000, 'WRITTEN_OFF', 6],
      [2_400_000, 'LATE', 3],
      [1_200_000, 'REPAID', 5],
    ])
    expect(loans.reduce((sum, { loanAmount }) => sum + loanAmount, 0)).toBe(batik?.totalLoanAmount)
    const portfolio = (await lender.get('/portfolio?name=Batik')).json.list
    for (const loan of loans) {
      expect(portfolio).toContainEqual(
        expect.objectContaining({
          propertyLenderId: loan.propertyLenderId,
          loanNumber: loan.loanNumber,
          loanId: loan.loanId,
          fundingDate: loan.fundingDate,
          statusName: loan.loanStatusName,
        }),
      )
    }
  })

  test('the loans of a borrower are listed in pages of six, newest first', async () => {
    const cengkih = (await list('?name=Cengkih'))[0]
    const first = (await loansOf(cengkih?.borrowerId)).json
    const second = (await loansOf(cengkih?.borrowerId, '&page=2')).json
    expect(first.pagination).toEqual({ totalData: 8, totalPage: 2, page: 1 })
    expect(
      [...first.detailList, ...second.detailList].map(({ loanAmount }: BorrowerLoanItem) => loanAmount),
    ).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((each) => each * 100_000))
  })

  test('ROL-02 a borrower to whom the lender has lent nothing is not shown to them', async () => {
    const theirs = (await list('?name=Milik', stranger))[0]
    for (const id of [theirs?.borrowerId, 1, 0, -1, '9'.repeat(16), '9'.repeat(90), 'x', '1 or 1=1', '']) {
      expect((await loansOf(id)).status, String(id)).toBe(404)
    }
  })
})
