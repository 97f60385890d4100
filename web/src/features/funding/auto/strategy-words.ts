import { formatRupiah } from '@pematang/contract/format/rupiah'
import { percentText } from './percent-text.ts'
import type { Strategy } from './strategy-queries.ts'

const periods: Record<string, string> = { '1': 'Hari', '2': 'Minggu', '3': 'Bulan' }
const asPercent = (fraction: string) => `${percentText(Math.round(Number(fraction) * 10_000))}%`

const range = (from: string | undefined, to: string | undefined): string | null => {
  if (!from && !to) return null
  if (!to) return `mulai ${from}`
  return from ? `${from} sampai ${to}` : `sampai ${to}`
}

/** The conditions of a strategy as short texts, by condition. */
export function filterFacts({ filters }: Pick<Strategy, 'filters'>): Record<string, string> {
  const { loanTypeId, grade, interestFrom, interestTo, tenorFrom, tenorTo, tenorPeriodId } = filters
  const interest = range(interestFrom && asPercent(interestFrom), interestTo && asPercent(interestTo))
  const tenor = range(tenorFrom, tenorTo)
  // Without a unit the number of each loan counts, whatever its unit is.
  const period = tenorPeriodId ? periods[tenorPeriodId] : '(hari, minggu, atau bulan)'
  const facts = {
    ...(grade && {
      grade: `Rating ${grade
        .split(',')
        .map((one) => (one === '-' ? 'tanpa rating' : one))
        .join(', ')}`,
    }),
    ...(interest && { interest: `Bunga ${interest}` }),
    ...((tenor || tenorPeriodId) && { tenor: `Tenor ${[tenor, period].filter(Boolean).join(' ')}` }),
    ...(loanTypeId && { type: `${loanTypeId.split(',').length} jenis pinjaman` }),
  }
  return Object.keys(facts).length > 0 ? facts : { all: 'Semua pinjaman' }
}

/** The amounts of a strategy as short texts, by kind of amount. */
export function amountFacts({
  perLoan,
  mostPerBorrower,
  cashToKeep,
  reinvest,
}: Strategy): Record<string, string> {
  return {
    perLoan:
      perLoan.kind === 'FIXED'
        ? `${formatRupiah(perLoan.amount)} per pinjaman`
        : `Sampai ${percentText(perLoan.basisPoints)}% portofolio per pinjaman`,
    ...(mostPerBorrower !== null && {
      borrower: `Paling banyak ${formatRupiah(mostPerBorrower)} per Penerima Dana`,
    }),
    ...(cashToKeep > 0 && { cash: `Sisakan ${formatRupiah(cashToKeep)}` }),
    ...(reinvest && { reinvest: 'Yang kembali didanakan lagi' }),
  }
}
