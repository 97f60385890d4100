import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { parse } from 'csv-parse'
import fc from 'fast-check'
import { Loan } from 'loanjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildSchedule } from './schedule.ts'

/**
 * Compares schedules with independent results: an npm library, and the real installments of a lending platform from
 * 2007 to 2011. The committed file has every 85th of its 42,535 loans. REAL_LOANS names the whole file (CSV, gzip),
 * which is not part of this repository: `REAL_LOANS=… npx vitest run --project server schedule/independent`.
 */
type Real = {
  funded_amnt: string
  int_rate: string
  term: string
  installment: string
  issue_d: string
  loan_status: string
  last_pymnt_d: string
  total_rec_int: string
  total_rec_late_fee: string
}
const whole = process.env.REAL_LOANS
const file = whole ?? join(import.meta.dirname, 'fixture/real-loans.csv')
if (!whole)
  process.stdout.write('schedules are compared with 501 real loans; REAL_LOANS names the file of all\n')

let loans: Real[] = []
beforeAll(async () => {
  const raw = createReadStream(file)
  const text = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw
  loans = await text.pipe(parse({ columns: true })).toArray()
})

const rupiahPerDollar = 15_000
/** A cent in rupiah: the installments of the file are rounded to cents, and were computed from rounded parts. */
const cent = rupiahPerDollar / 100
const rupiah = (dollars: string) => Math.round(Number(dollars) * rupiahPerDollar)
const scheduleOf = (loan: Real) =>
  buildSchedule({
    principal: rupiah(loan.funded_amnt),
    annualRate: Number(loan.int_rate).toFixed(6),
    interestType: 'ANNUITY',
    tenor: Number(loan.term),
    tenorPeriod: 'MONTH',
    startDate: loan.issue_d,
  })
const monthsBetween = (from: string, to: string) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))

describe('the schedules of real loans', () => {
  test('the installments of real loans equal our annuity schedule, up to rounding to cents', () => {
    const agreeing = loans.filter((loan) => {
      const [first] = scheduleOf(loan)
      const ours = (first?.principal ?? 0) + (first?.interest ?? 0)
      return Math.abs(ours - rupiah(loan.installment)) <= 5 * cent
    })
    expect(loans).toHaveLength(whole ? 42_535 : 501)
    expect(agreeing.length).toBeGreaterThanOrEqual(whole ? 42_450 : 499)
  })

  test('real loans paid to term earned the interest of our schedule, within 1% without prepayments', () => {
    const toTerm = loans.filter(
      (loan) =>
        loan.loan_status === 'Fully Paid' &&
        loan.last_pymnt_d !== '' &&
        monthsBetween(loan.issue_d, loan.last_pymnt_d) === Number(loan.term) &&
        Number(loan.total_rec_late_fee) === 0,
    )
    const off = toTerm
      .map((loan) => {
        const interest = scheduleOf(loan).reduce((sum, row) => sum + row.interest, 0)
        return Math.abs(interest - rupiah(loan.total_rec_int)) / interest
      })
      .toSorted((a, b) => a - b)
    // The other loans were partly paid early, which the file does not record.
    const within = off.filter((share) => share <= 0.01).length / off.length
    expect(toTerm.length).toBeGreaterThan(50)
    expect(off[Math.floor(off.length / 2)]).toBeLessThan(0.000_1)
    expect(within).toBeGreaterThan(0.95)
    if (whole) {
      process.stdout.write(
        `${toTerm.length} loans paid to term: ${(within * 100).toFixed(2)}% within 1% of the interest\n`,
      )
    }
  })
})

describe('an independent npm library', () => {
  const terms = fc.record({
    principal: fc.integer({ min: 100_000, max: 2_000_000_000 }),
    percent: fc.integer({ min: 1, max: 40 }),
    tenor: fc.integer({ min: 2, max: 60 }),
  })

  test('an independent npm library computes the same annuity: installments within 2 rupiah, interest within the rounding of each month', () => {
    fc.assert(
      fc.property(terms, ({ principal, percent, tenor }) => {
        const ours = buildSchedule({
          principal,
          annualRate: String(percent / 100),
          interestType: 'ANNUITY',
          tenor,
          tenorPeriod: 'MONTH',
          startDate: '2026-01-01',
        })
        const theirs = Loan(principal, tenor, percent, 'annuity')
        ours.forEach((row, index) => {
          const other = theirs.installments[index]
          if (index === tenor - 1) return
          expect(Math.abs(row.principal + row.interest - (other?.installment ?? 0))).toBeLessThanOrEqual(2)
          // Rounding by half a rupiah a month accumulates in the balance and bears interest there.
          expect(Math.abs(row.interest - (other?.interest ?? 0))).toBeLessThanOrEqual(1 + index)
        })
        const interest = ours.reduce((sum, row) => sum + row.interest, 0)
        // Each month is rounded by at most one rupiah, and the resulting difference in the balance bears interest to
        // the end.
        const rate = percent / 1_200
        const drift = ((1 + rate) ** tenor - 1) / rate
        expect(Math.abs(interest - theirs.interestSum)).toBeLessThanOrEqual(tenor + drift)
      }),
      { examples: [[{ principal: 1_913_524_864, percent: 39, tenor: 58 }]] },
    )
  })
})
