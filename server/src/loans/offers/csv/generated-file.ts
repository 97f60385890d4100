import { NO_ACCOUNT, NO_CONSENT, NO_FACTS } from './loan-row.ts'
import { formatLoanHeader, formatLoanLine } from './write.ts'

/**
 * Generates a loan file of any length for tests and measurements while it is read. Every 1,000th line has a wrong
 * amount and every 100th a quoted line break, so `lines` counts records, not line ends.
 */
export async function* generatedFile(lines: number): AsyncGenerator<Uint8Array> {
  let text = formatLoanHeader()
  for (let number = 1; number <= lines; number += 1) {
    const line = formatLoanLine({
      loanNumber: `GEN-${String(number).padStart(9, '0')}`,
      borrowerNumber: `G-${number % 70_000}`,
      borrowerName: `Warung "Berkah", cabang ${number % 70_000}`,
      loanType: 'Modal Usaha',
      totalLoan: 7_500_000 + (number % 5_000) * 100_000,
      minimumFunding: 100_000,
      interest: '0.1122',
      interestType: 'ANNUITY',
      tenor: 36,
      tenorPeriod: 'MONTH',
      grade: 'B3',
      gradeDescription: 'Risiko rendah',
      purpose: 'Menambah stok barang dagangan',
      marketingTitle: `Tambahan stok untuk Warung Berkah ${number}`,
      marketingDetail: `Dana dipakai untuk menambah stok.${number % 100 === 0 ? '\n' : ' '}Angsuran tiap bulan.`,
      offerFrom: '2026-06-01',
      offerUntil: '2026-07-01',
      ...NO_CONSENT,
      ...NO_FACTS,
      ...NO_ACCOUNT,
    })
    text += number % 1_000 === 0 ? line.replace(',100000,', ',100.000,') : line
    if (text.length >= 65_536) {
      yield Buffer.from(text)
      text = ''
    }
  }
  if (text !== '') yield Buffer.from(text)
}
