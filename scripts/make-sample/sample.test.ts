import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { daysBetween } from '@pematang/contract/format/business-date'
import { expect, test } from 'vitest'
import type { LoanFileLine } from '../../server/src/loans/testing.ts'
import { readLoanFile, shiftLoanDates } from '../../server/src/loans/index.ts'

const folder = new URL('../../sample/', import.meta.url)
const summary = JSON.parse(await readFile(new URL('sample.json', folder), 'utf8')) as {
  referenceDate: string
  loans: number
}
const lines: LoanFileLine[] = []
for await (const batch of readLoanFile(createReadStream(new URL('loans.csv', folder)))) lines.push(...batch)
const loans = lines.flatMap((line) => ('loan' in line ? [line.loan] : []))

test('SRV-01 the sample loan file is imported without a rejected line and has unique loan numbers', () => {
  expect(lines.filter((line) => 'refused' in line)).toEqual([])
  expect(loans).toHaveLength(summary.loans)
  expect(loans.length).toBeGreaterThanOrEqual(2_900)
  expect(new Set(loans.map((loan) => loan.loanNumber)).size).toBe(loans.length)
})

test('SRV-01 the sample with its dates shifted to another day has 1,200 open loans with 1 to 60 days left', () => {
  const today = '2028-02-29'
  const days = daysBetween(summary.referenceDate, today)
  const open = loans
    .map((loan) => shiftLoanDates(loan, days))
    .filter((loan) => loan.offerFrom <= today && today <= loan.offerUntil)
  expect(open).toHaveLength(1_200)
  const left = open.map((loan) => daysBetween(today, loan.offerUntil))
  expect([Math.min(...left), Math.max(...left)]).toEqual([1, 60])
  expect(loans.filter((loan) => loan.offerFrom > summary.referenceDate)).toHaveLength(600)
})

test('SRV-01 each borrower of the sample has one name and stays below the borrower limit', () => {
  const owed = new Map<string, { name: string; total: number; loans: number }>()
  for (const { borrowerNumber, borrowerName, totalLoan } of loans) {
    const so = owed.get(borrowerNumber) ?? { name: borrowerName, total: 0, loans: 0 }
    expect(so.name).toBe(borrowerName)
    owed.set(borrowerNumber, { name: so.name, total: so.total + totalLoan, loans: so.loans + 1 })
  }
  const borrowers = [...owed.values()]
  expect(Math.max(...borrowers.map((borrower) => borrower.total))).toBeLessThanOrEqual(2_000_000_000)
  expect(borrowers.filter((borrower) => borrower.loans > 1).length).toBeGreaterThan(200)
  expect(new Set(borrowers.map((borrower) => borrower.name)).size).toBe(borrowers.length)
})

test('SRV-01 the marketplace of the sample has loans of varied amounts, tenors and types', () => {
  expect(new Set(loans.map((loan) => loan.loanType)).size).toBe(8)
  expect(new Set(loans.map((loan) => loan.tenorPeriod))).toEqual(new Set(['DAY', 'WEEK', 'MONTH']))
  expect(new Set(loans.map((loan) => loan.interestType))).toEqual(new Set(['ANNUITY', 'FLAT', 'BULLET']))
  expect(loans.every((loan) => loan.minimumFunding >= 100_000 && loan.minimumFunding <= 1_000_000)).toBe(true)
})

test('SRV-01 the README of the sample states the correct counts of real tenors and returning borrowers', async () => {
  const note = await readFile(new URL('README.md', folder), 'utf8')
  const real = loans.filter((loan) => loan.tenorPeriod === 'MONTH' && [36, 60].includes(loan.tenor))
  expect(real.every((loan) => loan.interestType === 'ANNUITY')).toBe(true)
  expect(note).toContain(`**real for ${real.length.toLocaleString('en')} loans**`)
  expect(note).toContain(`**invented for ${(loans.length - real.length).toLocaleString('en')}**`)
  const borrowers = new Set(loans.map((loan) => loan.borrowerNumber)).size
  expect(Math.round(loans.length / (loans.length - borrowers))).toBe(11)
})
