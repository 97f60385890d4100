import {
  type MarketplaceFilters,
  type MarketplaceSort,
} from '@pematang/contract/funding/marketplace/choosing'

/** Filters and sort order in the form that the database compares; null for a filter that is not set. */
export type Choice = {
  sort: MarketplaceSort
  tenor: number | null
  loanTypeIds: readonly string[] | null
  /** Yearly interest rates in ppm, both ends included. */
  interestFrom: number | null
  interestTo: number | null
  tenorFrom: number | null
  tenorTo: number | null
  tenorPeriodId: number | null
  grades: readonly string[] | null
  /** The minimum amount still to be funded, in whole rupiah. */
  leftFrom: number | null
  notMine: boolean
}

const number = (text: string | undefined): number | null => (text ? Number(text) : null)
const millionths = (text: string | undefined): number | null =>
  text ? Math.round(Number(text) * 1_000_000) : null
const list = (text: string | undefined): string[] | null =>
  text ? [...new Set(text.split(','))].sort() : null

/** Converts filters that were validated by the API contract. */
export const readChoice = (filters: MarketplaceFilters): Choice => ({
  sort: filters.sort || 'ending',
  tenor: number(filters.tenor),
  loanTypeIds: list(filters.loanTypeId),
  interestFrom: millionths(filters.interestFrom),
  interestTo: millionths(filters.interestTo),
  tenorFrom: number(filters.tenorFrom),
  tenorTo: number(filters.tenorTo),
  tenorPeriodId: number(filters.tenorPeriodId),
  grades: list(filters.grade),
  leftFrom: number(filters.leftFrom),
  notMine: filters.notMine === 'true',
})

/** The parameters $1 to $11 of every statement with filters. */
export const parametersOf = (choice: Choice, lenderId: number): unknown[] => [
  lenderId,
  choice.tenor,
  choice.loanTypeIds,
  choice.interestFrom,
  choice.interestTo,
  choice.tenorFrom,
  choice.tenorTo,
  choice.tenorPeriodId,
  choice.grades,
  choice.leftFrom,
  choice.notMine,
]
