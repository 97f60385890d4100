import { plainDigits } from '@pematang/contract/bare-number'
import type { MarketplaceFilters, MarketplaceSort } from '@pematang/contract/funding/marketplace/choosing'
import { highestRate } from '@pematang/contract/loans/terms'

/** Sort orders by the names that the API uses; the first is the default. */
export const marketplaceSorts = [
  'ending',
  'newest',
  'interest',
  'tenor',
  'left',
  'filled',
] as const satisfies readonly MarketplaceSort[]

/** The ids of the units of a tenor: days, weeks, months. */
export const tenorPeriodIds = [1, 2, 3] as const
export type TenorPeriodId = (typeof tenorPeriodIds)[number]

/** The rating filter's value for loans without a rating. */
export const noGrade = '-'

/**
 * The lender's filter. Stored in the URL with the parameter names of the API, so that it survives a reload and can be
 * shared. Null and empty values match every loan.
 */
export type MarketplaceFilter = {
  /** The tenor in periods, or null for any. With it there is no range. */
  tenor: number | null
  /** Ids of loan types; none means all. */
  loanTypeIds: readonly number[]
  sort: MarketplaceSort
  /**
   * The shortest tenor, counted in the unit of `tenorPeriodId`, or in any unit; below, the longest. Both are included.
   */
  tenorFrom: number | null
  tenorTo: number | null
  tenorPeriodId: TenorPeriodId | null
  /** The lowest yearly interest rate as a fraction; below, the highest. Both are included. */
  interestFrom: number | null
  interestTo: number | null
  /** Ratings, with `noGrade` for loans without one; none means all. */
  grades: readonly string[]
  /** The smallest open amount in whole rupiah. */
  leftFrom: number | null
  /** True to show only loans that this lender has not funded. */
  notMine: boolean
}

export const noFilter: MarketplaceFilter = {
  tenor: null,
  loanTypeIds: [],
  sort: 'ending',
  tenorFrom: null,
  tenorTo: null,
  tenorPeriodId: null,
  interestFrom: null,
  interestTo: null,
  grades: [],
  leftFrom: null,
  notMine: false,
}

/** Keeps at most four digits without leading zeros, as the tenor field allows. */
export const tenorDigits = (typed: string): string =>
  plainDigits(typed).replace(/\D/g, '').replace(/^0+/, '').slice(0, 4)

const whole = (text: string, longest: number): number | null =>
  /^[1-9]\d*$/.test(text) && text.length <= longest ? Number(text) : null

/** A fraction of one in the format of the API: '0.125'. */
const fraction = (text: string): number | null =>
  /^[01](\.\d{1,6})?$/.test(text) && Number(text) <= Number(highestRate) ? Number(text) : null

const words = (text: string): string[] => [...new Set(text.split(',').filter((word) => word !== ''))]

/** The filter by a range of tenors; one tenor in any unit is the specification's filter. */
export const tenors = (
  tenorFrom: number | null,
  tenorTo: number | null,
  tenorPeriodId: TenorPeriodId | null,
): Pick<MarketplaceFilter, 'tenor' | 'tenorFrom' | 'tenorTo' | 'tenorPeriodId'> =>
  tenorFrom === tenorTo && tenorPeriodId === null
    ? { tenor: tenorFrom, tenorFrom: null, tenorTo: null, tenorPeriodId }
    : { tenor: null, tenorFrom, tenorTo, tenorPeriodId }

/**
 * Reads the filter from the URL. Unknown and invalid values are ignored; contradicting ones are kept, except that an
 * exact tenor goes before a range.
 */
export function readFilter(search: URLSearchParams): MarketplaceFilter {
  const tenor = whole(search.get('tenor') ?? '', 4)
  const text = (key: string) => search.get(key) ?? ''
  const ids = words(text('loanTypeId')).filter((id) => /^[1-9]\d{0,15}$/.test(id))
  return {
    loanTypeIds: ids.map(Number).filter(Number.isSafeInteger).slice(0, 50),
    sort: marketplaceSorts.find((sort) => sort === text('sort')) ?? noFilter.sort,
    ...tenors(
      tenor ?? whole(text('tenorFrom'), 4),
      tenor ?? whole(text('tenorTo'), 4),
      tenorPeriodIds.find((id) => String(id) === text('tenorPeriodId')) ?? null,
    ),
    interestFrom: fraction(text('interestFrom')),
    interestTo: fraction(text('interestTo')),
    grades: words(text('grade'))
      .filter((grade) => grade.length <= 40)
      .slice(0, 50),
    leftFrom: whole(text('leftFrom'), 15),
    notMine: text('notMine') === 'true',
  }
}

/**
 * The filter as query parameters of the API and the URL. Tenor and loan types are always present, empty when not set;
 * further filters only when set, because their presence switches the list to paging by cursor.
 */
export const filterQuery = (filter: MarketplaceFilter) => ({
  tenor: filter.tenor ?? ('' as const),
  loanTypeId: filter.loanTypeIds.join(','),
  ...beside(filter),
})

/** The filters beyond tenor and loan types, in their URL form. */
function beside(filter: MarketplaceFilter): MarketplaceFilters {
  const { sort, tenorFrom, tenorTo, tenorPeriodId, interestFrom, interestTo, grades, leftFrom, notMine } =
    filter
  return {
    ...(sort !== noFilter.sort && { sort }),
    ...(tenorFrom !== null && { tenorFrom: String(tenorFrom) }),
    ...(tenorTo !== null && { tenorTo: String(tenorTo) }),
    ...(tenorPeriodId !== null && { tenorPeriodId: `${tenorPeriodId}` as const }),
    ...(interestFrom !== null && { interestFrom: String(interestFrom) }),
    ...(interestTo !== null && { interestTo: String(interestTo) }),
    ...(grades.length > 0 && { grade: grades.join(',') }),
    ...(leftFrom !== null && { leftFrom: String(leftFrom) }),
    ...(notMine && { notMine: 'true' as const }),
  }
}

/** Whether this is the list of the specification: paged by number, with the offer that ends first on top. */
export const isPlain = (filter: MarketplaceFilter): boolean => Object.keys(beside(filter)).length === 0

/** The number of active filters that have a field of their own beside the list: tenor and loan types. */
const countOwn = ({ tenor, tenorFrom, tenorTo, tenorPeriodId, loanTypeIds }: MarketplaceFilter): number =>
  ([tenor, tenorFrom, tenorTo, tenorPeriodId].some((one) => one !== null) ? 1 : 0) +
  (loanTypeIds.length > 0 ? 1 : 0)

/** The number of active filters beyond tenor and loan types; a range counts once. */
export const countBeside = ({
  interestFrom,
  interestTo,
  grades,
  leftFrom,
  notMine,
}: MarketplaceFilter): number =>
  [interestFrom !== null || interestTo !== null, grades.length > 0, leftFrom !== null, notMine].filter(
    Boolean,
  ).length

/** The number of active filters; the sort order does not count. */
export const countFilters = (filter: MarketplaceFilter): number => countOwn(filter) + countBeside(filter)

export const isFiltered = (filter: MarketplaceFilter): boolean => countFilters(filter) > 0

/** Whether there is something to save: a filter, or a sort order other than the default. */
export const isSearch = (filter: MarketplaceFilter): boolean => isFiltered(filter) || !isPlain(filter)
