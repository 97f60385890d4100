import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { formatLoanHeader, formatLoanLine } from '../../server/src/loans/testing.ts'
import { readLoanFile } from '../../server/src/loans/index.ts'
import { convert, toRate, toRupiah } from './convert.ts'
import { FIXTURE } from './fixture.ts'
import { readSource } from './source.ts'

const OPTIONS = { size: 3_000, seed: 7, referenceDate: '2026-06-15' }
const read = (text: string) => readSource(Readable.from([Buffer.from(text)]))

test('SRV-01 converting the sample changes dollars to rupiah at 15,000, rounded to 100,000', () => {
  expect([500, 503, 504, 2_325, 35_000].map(toRupiah)).toEqual([
    7_500_000, 7_500_000, 7_600_000, 34_900_000, 525_000_000,
  ])
})

test('SRV-01 converting the sample restores the decimal interest rate from its binary float', () => {
  expect(['0.11220000000000001', '0.07429999999999999', '0.1', '0.2459'].map(toRate)).toEqual([
    '0.1122',
    '0.0743',
    '0.1',
    '0.2459',
  ])
  expect(() => toRate('')).toThrow('not an annual rate')
  expect(() => toRate('12')).toThrow('not an annual rate')
})

test('SRV-01 the sample keeps amount, rate, grade and row number of the loans inside the credit policy', async () => {
  const rows = convert(await read(FIXTURE), OPTIONS)
  expect(rows.map((row) => row.loanNumber)).toEqual(
    Array.from({ length: 18 }, (_, index) => `PMT-2026-${String(index + 1).padStart(6, '0')}`),
  )
  expect(rows[0]).toMatchObject({ totalLoan: 7_500_000, interest: '0.1122', grade: 'A1' })
  // The debt of the borrower in dollars: 500 + 17 x 1,825 = 31,525 dollars, or Rp472,875,000.
  expect(rows[17]).toMatchObject({ totalLoan: 472_900_000, interest: '0.1', grade: 'D3' })
  expect(rows[3]).toMatchObject({ loanType: 'Renovasi Rumah', interest: '0.2459' })
  const realTerms = rows.filter((row) => row.tenorPeriod === 'MONTH' && row.tenor >= 36)
  expect(realTerms.length).toBeGreaterThan(0)
  for (const row of realTerms) {
    expect(row.tenor).toBe((Number(row.loanNumber.slice(-6)) - 1) % 3 === 0 ? 60 : 36)
    expect(row.interestType).toBe('ANNUITY')
  }
})

test('SRV-01 the same seed makes the same sample, and another seed a different one', async () => {
  const source = await read(FIXTURE)
  expect(convert(source, OPTIONS)).toEqual(convert(source, OPTIONS))
  expect(convert(source, OPTIONS)).not.toEqual(convert(source, { ...OPTIONS, seed: 8 }))
  expect(convert(source, { ...OPTIONS, size: 5 })).toHaveLength(5)
})

test('SRV-01 the converted loan file is imported without a rejected line', async () => {
  const source = await read(FIXTURE)
  for (let seed = 1; seed <= 30; seed += 1) {
    const rows = convert(source, { ...OPTIONS, seed })
    const text = formatLoanHeader() + rows.map((row) => formatLoanLine(row)).join('')
    const back = []
    for await (const batch of readLoanFile(Readable.from([Buffer.from(text)]))) back.push(...batch)
    expect(back.map((line) => ('loan' in line ? line.loan : line))).toEqual(rows)
  }
})

test('SRV-01 converting a file other than the LendingClub one is refused', async () => {
  await expect(read('a,b\n1,2\n')).rejects.toThrow('no column loan_no, funded_amnt')
  await expect(read(`${FIXTURE}1,2\n`)).rejects.toThrow('line 22: wrong number of cells')
  await expect(
    read(FIXTURE.replace('wedding', 'space_travel')).then((source) => convert(source, OPTIONS)),
  ).rejects.toThrow('unknown purpose "space_travel"')
})
