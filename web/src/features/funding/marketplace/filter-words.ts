import { formatRupiah } from '@pematang/contract/format/rupiah'
import type { MarketplaceSort } from '@pematang/contract/funding/marketplace/choosing'
import { type MarketplaceFilter, marketplaceSorts, noFilter, noGrade, type TenorPeriodId } from './filter.ts'
import { typedPercent } from './percent.ts'

const sortLabels: Record<MarketplaceSort, string> = {
  ending: 'Segera berakhir',
  newest: 'Terbaru',
  interest: 'Bunga tertinggi',
  tenor: 'Tenor tersingkat',
  left: 'Sisa terkecil',
  filled: 'Paling banyak terdanai',
}

export const sortOptions = marketplaceSorts.map((value) => ({ value, label: sortLabels[value] }))

export const tenorPeriodNames: Record<TenorPeriodId, string> = { 1: 'Hari', 2: 'Minggu', 3: 'Bulan' }

/** A range as text: '6–12', 'mulai 6', 'sampai 12'; null for a range without ends. */
function rangeText(from: number | null, to: number | null, write: (end: number) => string): string | null {
  if (from !== null && to !== null) return from === to ? write(from) : `${write(from)}–${write(to)}`
  if (from !== null) return `mulai ${write(from)}`
  return to === null ? null : `sampai ${write(to)}`
}

/** One active filter: its description, and the whole filter without it. */
export type ActiveFilter = {
  key: string
  text: string
  without: Partial<MarketplaceFilter>
}

/**
 * The active filters, in the order of their fields.
 * @param loanTypeName gives the name of a loan type, or undefined while unknown
 */
export function activeFilters(
  filter: MarketplaceFilter,
  loanTypeName: (id: number) => string | undefined,
): ActiveFilter[] {
  const { tenor, loanTypeIds, tenorFrom, tenorTo, tenorPeriodId, interestFrom, interestTo } = filter
  const found: ActiveFilter[] = []
  const add = (key: string, text: string, without: Partial<MarketplaceFilter>) =>
    found.push({ key, text, without })

  if (tenor !== null) add('tenor', `Tenor ${tenor}`, { tenor: null })
  const [only = 0, ...otherTypes] = loanTypeIds
  const name = otherTypes.length === 0 ? loanTypeName(only) : undefined
  const types = name === undefined ? `${loanTypeIds.length} jenis pinjaman` : `Jenis ${name}`
  if (loanTypeIds.length > 0) add('loanType', types, { loanTypeIds: [] })
  const grades = filter.grades.map((grade) => (grade === noGrade ? 'tanpa rating' : grade))
  if (grades.length > 0) add('grade', `Rating ${grades.join(', ')}`, { grades: [] })
  const tenors = rangeText(tenorFrom, tenorTo, String)
  const period = tenorPeriodId && tenorPeriodNames[tenorPeriodId].toLowerCase()
  if (tenors || period) {
    const text = ['Tenor', tenors, period].filter(Boolean).join(' ')
    add('tenors', text, { tenorFrom: null, tenorTo: null, tenorPeriodId: null })
  }
  const rates = rangeText(interestFrom, interestTo, (rate) => `${typedPercent(rate)}%`)
  if (rates) add('interest', `Bunga ${rates}`, { interestFrom: null, interestTo: null })
  if (filter.leftFrom !== null) add('left', `Sisa mulai ${formatRupiah(filter.leftFrom)}`, { leftFrom: null })
  if (filter.notMine) add('notMine', 'Belum ada di portofolio saya', { notMine: false })
  return found
}

/** A saved search in one line: its filters, and the sort order unless it is the default. */
export function searchText(
  filter: MarketplaceFilter,
  loanTypeName: (id: number) => string | undefined,
): string {
  const parts = activeFilters(filter, loanTypeName).map(({ text }) => text)
  if (filter.sort !== noFilter.sort) parts.push(sortLabels[filter.sort])
  return parts.join(' · ')
}
