import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getReturn } from '../../reports/testing.ts'
import { measureOn } from '../credit-quality/measure.ts'
import { cashOf } from '../../books/index.ts'
import { many, one } from '../../platform/db/database.ts'
import { perform } from '../../platform/commands/perform.ts'
import { getSummary } from '../../lenders/testing.ts'
import { aDraftLoan } from '../../../testing/loans.ts'
import { aLender } from '../../../testing/people.ts'
import { makeFixture, type Fixture } from '../../../testing/fixture.ts'
import { listInstallments, recordRepayment } from '../repayment/index.ts'
import { quoteLoan } from '../terms/index.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { addDays } from '@pematang/contract/format/business-date'
import { importTakeOverFile } from './import-file.ts'

let fixture: Fixture
let today: string
beforeAll(async () => {
  fixture = await makeFixture()
  const row = await one<{ today: string }>(
    fixture.context.db,
    'test.today',
    'select business_day(app_now())::text as today',
  )
  today = row.today
})
afterAll(() => fixture.close())
afterEach(async () => expect(await fixture.books()).toEqual([]))

const actor = { kind: 'operator', name: 'test' } as const
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const header =
  'loan_number,lender_phone,amount,signed_on,agreement_reference,agreement_sha256,as_of,disbursed_on,days_late,principal_left,interest_due\n'
let agreements = 0

type Line = {
  loan: string
  phone: string
  amount: number
  left: number
  due: number
  asOf: string
  disbursedOn: string
  daysLate: number
}
function line({ loan, phone, amount, left, due, asOf, disbursedOn, daysLate }: Line): string {
  agreements += 1
  const name = `OPEN/${agreements}`
  return `${loan},${phone},${amount},${disbursedOn},${name},${sha256(name)},${asOf},${disbursedOn},${daysLate},${left},${due}\n`
}

const take = (...lines: string[]) => takeFile(header + lines.join(''))

async function takeFile(file: string, options: { dryRun?: boolean; tolerance?: number } = {}) {
  const refused: { line: number; reason: string }[] = []
  const input = (async function* () {
    yield Buffer.from(file)
  })()
  const report = await importTakeOverFile(fixture.context, actor, input, {
    ...options,
    onRefused: (one) => void refused.push(one),
  })
  return { report, refused: refused.toSorted((x, y) => x.line - y.line) }
}

/** A draft of 1,200,000 over twelve months at 12% flat: 100,000 and 12,000 a month. */
const aDraft = async (disbursedOn: string) => {
  const { loanNumber } = await aDraftLoan(fixture.context, {
    totalLoan: 1_200_000,
    interestType: 'FLAT',
    offerFrom: addDays(disbursedOn, -60),
    offerUntil: addDays(disbursedOn, -1),
  })
  return loanNumber
}

describe('FIX-19 take-over of a disbursed loan with its opening balance', () => {
  test('FIX-19 taking over a disbursed loan needs no cash and creates no history; all figures start from the opening balance', async () => {
    const { context } = fixture
    const [a, b] = [await aLender(context), await aLender(context)]
    const disbursedOn = addDays(today, -200)
    const loan = await aDraft(disbursedOn)
    // The last two due installments are unpaid, except for 5,000 of interest of the older one.
    const due = 19_000
    const { schedule } = await termsOf(disbursedOn)
    const fallen = schedule.filter((day) => day <= today)
    const older = fallen.at(-2) ?? ''
    const daysLate = Math.round((Date.parse(today) - Date.parse(older)) / 86_400_000)
    const left = (12 - fallen.length + 2) * 100_000
    const parts = { loan, asOf: today, disbursedOn, daysLate }
    const result = await take(
      line({ ...parts, phone: a.phone, amount: 800_000, left: Math.floor((left * 2) / 3) + 1, due: 12_667 }),
      line({
        ...parts,
        phone: b.phone,
        amount: 400_000,
        left: left - Math.floor((left * 2) / 3) - 1,
        due: due - 12_667,
      }),
    )
    expect(result).toEqual({
      refused: [],
      report: {
        ...{ lines: 2, taken: 1, known: 0, refused: 0, amount: 1_200_000, differences: [] },
        opened: {
          ...{ loans: 1, outstanding: left, arrears: 200_000 + due, late: 1, lateOutstanding: left },
          ...{ principalAhead: 0, interestAhead: 0 },
        },
      },
    })
    expect(await cashOf(context.db, a.lenderId)).toEqual({ available: 0, held: 0 })
    const { shown, state } = await one<{ shown: number; state: string }>(
      context.db,
      'test.state',
      `select p.status as state, (select count(*) from history_row where lender_id = $2) as shown
         from loan_position p join loan l on l.id = p.loan_id where l.loan_number = $1`,
      [loan, a.lenderId],
    )
    expect([state, shown]).toEqual(['ACTIVE', 0])

    const summary = await getSummary(context, a.lenderId)
    expect(summary).toMatchObject({ cashBalance: 0, outStandingBalance: Math.floor((left * 2) / 3) + 1 })
    const [funding] = await many<{ id: string }>(
      context.db,
      'test.funding',
      'select id from funding where lender_id = $1',
      [a.lenderId],
    )
    const { detailList } = await listInstallments(context.db, a.lenderId, funding?.id ?? '', {
      page: 1,
      limit: 100,
    })
    expect(detailList).toHaveLength(12 - fallen.length + 2)
    expect(detailList.slice(0, 3).map(({ dueDate, statusName }) => [dueDate, statusName])).toEqual([
      [older, 'LATE'],
      [fallen.at(-1), fallen.at(-1) === today ? 'ACTIVE' : 'LATE'],
      [schedule[fallen.length], 'ACTIVE'],
    ])
    expect(detailList.slice(0, 2).reduce((sum, { interestPayment }) => sum + interestPayment, 0)).toBe(12_667)
    expect(detailList.reduce((sum, { principalPayment }) => sum + principalPayment, 0)).toBe(
      summary.outStandingBalance,
    )
    // The loan counts as outstanding from the day of its opening balance, not on days before it.
    expect((await measureOn(context.db, today)).total).toBe(left)
    expect((await measureOn(context.db, addDays(today, -1))).total).toBe(0)
    const quality = await measureOn(context.db, today)
    expect(daysLate <= 30 ? quality.DALAM_PERHATIAN_KHUSUS : quality.KURANG_LANCAR).toBe(left)
    const before = await getReturn(context.db, a.lenderId)
    expect(before.flows).toEqual([{ on: today, paidOut: summary.outStandingBalance, received: 0 }])

    const { price } = await inTransaction(context.db, { repeatable: true }, (tx) =>
      quoteLoan(tx, loan, today),
    )
    expect(price).toBe(left + due + (fallen.at(-1) === today ? 0 : 12_000))
    const pay = (reference: string, paidOn: string, amount: number) =>
      perform(context, recordRepayment, { actor, input: { loanNumber: loan, reference, paidOn, amount } })
    await expect(pay('EARLY', addDays(today, -1), 1_000)).rejects.toMatchObject({
      code: 'DATE_BEFORE_DISBURSEMENT',
    })
    const first = await pay('OPEN-1', today, 100_000 + due)
    expect(first).toMatchObject({ penalty: 0, excess: 0 })
    const rest = await pay('OPEN-2', today, 5_000_000)
    expect(rest).toMatchObject({ penalty: 0, principal: left - 100_000 })
    expect((await getSummary(context, a.lenderId)).outStandingBalance).toBe(0)
    const after = await getReturn(context.db, a.lenderId)
    expect(after.received).toBeGreaterThan(after.paidOut)
  })

  test('FIX-19 a taken-over loan has the days late of the file even when its terms differ, and penalties from the file’s date on', async () => {
    const { context } = fixture
    const { phone } = await aLender(context)
    const disbursedOn = addDays(today, -250)
    const asOf = addDays(today, -10)
    const loan = await aDraft(disbursedOn)
    const result = await take(
      line({ loan, phone, amount: 1_200_000, left: 700_000, due: 20_001, asOf, disbursedOn, daysLate: 33 }),
    )
    expect(result.refused).toEqual([])
    const row = await one<{ oldest: string; interest: number; principal: number }>(
      context.db,
      'test.oldest',
      `select min(i.due_date)::text as oldest, sum(i.principal)::bigint as principal,
              sum(i.interest) filter (where i.due_date <= $2)::bigint as interest
         from installment i join loan l on l.id = i.loan_id where l.loan_number = $1`,
      [loan, asOf],
    )
    expect(row).toEqual({ oldest: addDays(asOf, -33), interest: 20_001, principal: 700_000 })
    const paid = await perform(context, recordRepayment, {
      actor,
      input: { loanNumber: loan, reference: 'OPEN-P', paidOn: asOf, amount: 1_000 },
    })
    expect(paid.penalty).toBe(0)
  })

  test('the file of opening balances is recognised when repeated, and its invalid lines are reported by line and column', async () => {
    const { context } = fixture
    const { phone } = await aLender(context)
    const disbursedOn = addDays(today, -100)
    const facts = { phone, amount: 1_200_000, asOf: today, disbursedOn, daysLate: 0 }
    const good = await aDraft(disbursedOn)
    const lines = [line({ ...facts, loan: good, left: 900_000, due: 0 })]
    expect((await take(...lines)).report).toMatchObject({ taken: 1 })
    expect((await take(...lines)).report).toMatchObject({ taken: 0, known: 1, amount: 0 })

    const drafts = await Promise.all(Array.from({ length: 6 }, () => aDraft(disbursedOn)))
    const [much = '', interest = '', late = '', nobody = '', mixed = '', cash = ''] = drafts
    const noOpening = (loan: string, name: string) =>
      `${loan},${phone},1200000,${disbursedOn},${name},${sha256(name)},,,,,\n`
    const { refused, report } = await take(
      line({ ...facts, loan: much, left: 1_200_001, due: 0 }),
      line({ ...facts, loan: interest, left: 900_000, due: 37_121 }),
      line({ ...facts, loan: late, left: 900_000, due: 0, daysLate: 3 }),
      line({ ...facts, loan: nobody, phone: '80000000009', left: 900_000, due: 0 }),
      line({ ...facts, loan: mixed, amount: 600_000, left: 450_000, due: 0 }),
      line({ ...facts, loan: mixed, amount: 600_000, left: 450_000, due: 0, daysLate: 1 }),
      noOpening(cash, 'CASH/1'),
    )
    expect(report).toMatchObject({ taken: 0, refused: 7 })
    expect(refused).toEqual([
      { line: 2, reason: 'principal_left 1200001 rupiah, melebihi bagiannya, 1200000 rupiah' },
      {
        line: 3,
        reason: 'interest_due: menurut ketentuan paling banyak 36000 rupiah sudah jatuh tempo pada hari itu',
      },
      {
        line: 4,
        reason:
          'days_late: menurut ketentuan tidak ada yang jatuh tempo dan belum dibayar, atau harinya sebelum disbursed_on',
      },
      { line: 5, reason: 'lender_phone: tidak ada Pemberi Dana dengan nomor 80000000009' },
      { line: 6, reason: 'seluruh pinjaman dilewati karena baris 7' },
      { line: 7, reason: 'days_late berbeda dari baris 6 pinjaman yang sama' },
      { line: 8, reason: `amount: Pemberi Dana ${phone} memiliki dana 0 rupiah, kurang untuk bagiannya` },
    ])
  })
})

describe('VAL-05 rounding differences and what was paid ahead in a take-over file', () => {
  const columns = `${header.trim()},principal_ahead,interest_ahead\n`

  test('VAL-05 a take-over file lists its rounding differences in the dry run, sums what stands, and asks nothing again that was paid ahead', async () => {
    const { context } = fixture
    const { phone } = await aLender(context)
    // Three of twelve installments have fallen due and are paid.
    const disbursedOn = addDays(today, -100)
    const facts = { phone, amount: 1_200_000, asOf: today, disbursedOn, daysLate: 0 }
    const [ahead = '', rounded = '', late = ''] = await Promise.all([1, 2, 3].map(() => aDraft(disbursedOn)))
    const asLine = (text: string, of: string) => `${text.trim()},${of}\n`
    const file =
      columns +
      asLine(line({ ...facts, loan: ahead, left: 600_000, due: 0 }), '300000,36000') +
      asLine(line({ ...facts, loan: rounded, left: 900_003, due: 0 }), ',') +
      asLine(line({ ...facts, loan: late, left: 1_000_000, due: 12_000, daysLate: 20 }), ',')
    const { schedule } = await termsOf(disbursedOn)
    const byTerms = Math.round((Date.parse(today) - Date.parse(schedule[2] ?? '')) / 86_400_000)
    const report = {
      ...{ lines: 3, taken: 3, known: 0, refused: 0, amount: 3_600_000 },
      opened: {
        ...{ loans: 3, outstanding: 2_500_003, arrears: 112_000, late: 1, lateOutstanding: 1_000_000 },
        ...{ principalAhead: 300_000, interestAhead: 36_000 },
      },
      differences: [
        {
          line: 3,
          loanNumber: rounded,
          difference: 'principal_left: 3 rupiah adalah selisih pembulatan, ditagih bersama Angsuran terakhir',
        },
        {
          line: 4,
          loanNumber: late,
          difference: `days_late: menurut ketentuan ${byTerms}; pinjaman terlambat seperti dalam berkas`,
        },
      ],
    }
    expect(await takeFile(file, { dryRun: true })).toEqual({ refused: [], report })
    expect(await takeFile(file)).toEqual({ refused: [], report })
    const again = { ...report, taken: 0, known: 3, amount: 0, differences: [] }
    expect(await takeFile(file)).toEqual({ refused: [], report: again })

    const priceOf = async (loan: string) =>
      (await inTransaction(context.db, { repeatable: true }, (tx) => quoteLoan(tx, loan, today))).price
    // Settled today, the interest of the month that runs is not asked, because it is paid.
    expect(await priceOf(ahead)).toBe(600_000)
    const owed = await one<{ interest: number; late: number }>(
      context.db,
      'test.owed',
      `select (select sum(s.interest_due) from loan_servicing s join loan l on l.id = s.loan_id
                where l.loan_number = $1)::bigint as interest,
              (select count(*) from installment i join loan l on l.id = i.loan_id
                where l.loan_number = $2 and i.due_date <= business_day(app_now())) as late`,
      [ahead, rounded],
    )
    expect(owed).toEqual({ interest: 6 * 12_000, late: 0 })
  })

  test('VAL-05 what cannot have been paid ahead is refused with its line and column', async () => {
    const { context } = fixture
    const { phone } = await aLender(context)
    const disbursedOn = addDays(today, -100)
    const facts = { phone, amount: 1_200_000, asOf: today, disbursedOn, daysLate: 0 }
    const drafts = await Promise.all([1, 2, 3, 4, 5].map(() => aDraft(disbursedOn)))
    const [principal = '', interest = '', much = '', none = '', days = ''] = drafts
    const asLine = (text: string, of: string) => `${text.trim()},${of}\n`
    const { refused, report } = await takeFile(
      columns +
        asLine(line({ ...facts, loan: much, left: 600_000, due: 0 }), '600001,') +
        `${none},${phone},1200000,${disbursedOn},NONE/1,${sha256('NONE/1')},,,,,,1,\n` +
        asLine(line({ ...facts, loan: principal, left: 600_000, due: 0 }), '200000,0') +
        asLine(line({ ...facts, loan: interest, left: 600_000, due: 0 }), ',108001') +
        asLine(line({ ...facts, loan: days, left: 1_000_000, due: 0, daysLate: 5 }), ',12000'),
    )
    expect(report).toMatchObject({ taken: 0, refused: 5, opened: { loans: 0, outstanding: 0 } })
    const most = (amount: number) =>
      `interest_ahead: menurut ketentuan paling banyak ${amount} rupiah bagian ini dapat dibayar di muka, dan tidak ada selama yang jatuh tempo belum dibayar`
    expect(refused).toEqual([
      {
        line: 2,
        reason: 'principal_ahead 600001 rupiah, melebihi yang sudah dibayar dari bagiannya, 600000 rupiah',
      },
      {
        line: 3,
        reason: 'principal_ahead terisi tanpa saldo awal: as_of dan empat kolom sesudahnya kosong',
      },
      {
        line: 4,
        reason: 'principal_ahead: menurut ketentuan dan principal_left, 300000 rupiah dibayar di muka',
      },
      { line: 5, reason: most(108_000) },
      { line: 6, reason: most(0) },
    ])
  })
})

async function termsOf(disbursedOn: string): Promise<{ schedule: string[] }> {
  const { buildSchedule } = await import('../../books/index.ts')
  const terms = { principal: 1_200_000, annualRate: '0.12', interestType: 'FLAT', tenor: 12 } as const
  return {
    schedule: buildSchedule({ ...terms, tenorPeriod: 'MONTH', startDate: disbursedOn }).map(
      ({ dueDate }) => dueDate,
    ),
  }
}
