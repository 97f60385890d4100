import type {
  LoanCount,
  MarketplaceCounts,
  MarketplaceFilters,
} from '@pematang/contract/funding/marketplace/choosing'
import type { Context } from '../../../context.ts'
import { many, one } from '../../../platform/db/database.ts'
import { tenorPeriodIds, tenorPeriodNames, type TenorPeriod } from '../../../books/index.ts'
import { type Choice, parametersOf, readChoice } from './choice.ts'
import { countsStatements, totalStatements } from './count-statements.ts'
import { daysOfPeriod } from './keys.ts'
import { ladder, placeOnLadder } from './ladder.ts'

/** The number of matching open loans, and of all open loans. */
export type ChoiceCount = LoanCount & { open: number }

/**
 * Counts the matching open loans. The number is exact if the limits of its ranges are whole percents or amounts for
 * which counts are stored (`ladder`), or if its range has at most 10,000 loans; otherwise it is estimated.
 */
export async function countChoice(
  { db }: Pick<Context, 'db'>,
  lenderId: number,
  choice: Choice,
): Promise<ChoiceCount> {
  const count = (way: Way) => {
    const { name, text } = totalStatements[way]
    return one<{ loans: number; isWhole: boolean; open: number }>(
      db,
      name,
      text,
      valuesOf(way, choice, lenderId),
    )
  }
  const range = rangeOf(choice)
  if (range) {
    const { loans, isWhole, open } = await count(range)
    if (isWhole) return { count: loans, isEstimated: false, open }
  }
  const { loans, open } = await count('kinds')
  return { count: loans, isEstimated: range !== null, open }
}

/** The number of open loans for each option of a filter, under the other filters. */
export async function countChoices(
  { db }: Context,
  lenderId: number,
  filters: MarketplaceFilters,
): Promise<MarketplaceCounts> {
  const choice = readChoice(filters)
  const count = (way: Way) => {
    const { name, text } = countsStatements[way]
    return many<Row>(db, name, text, valuesOf(way, choice, lenderId))
  }
  const range = rangeOf(choice)
  const [kinds, inRange, types] = await Promise.all([
    count('kinds'),
    range ? count(range) : [],
    many<LoanType>(db, 'funding.marketplace.type_names', 'select id, name from loan_type order by name'),
  ])
  const isWhole = inRange.some((row) => row.dimension === 'whole' && row.loans === 1)
  const estimated = new Set(
    dimensions.filter((dimension) => isEstimated(dimension, { choice, range, isWhole })),
  )
  const rows = dimensions.flatMap((dimension) =>
    (isWhole && dimension !== range ? inRange : kinds).filter((row) => row.dimension === dimension),
  )
  return toCounts(withoutNone(rows, kinds), { types, estimated, notMine: choice.notMine })
}

type Way = keyof typeof countsStatements
type Range = Exclude<Way, 'kinds'>
const dimensions = ['type', 'grade', 'tenor', 'interest', 'left', 'total'] as const
type Dimension = (typeof dimensions)[number]
type Row = { dimension: Dimension | 'whole'; value: string; period: number; loans: number }
type LoanType = { id: number; name: string }

const valuesOf = (way: Way, choice: Choice, lenderId: number): unknown[] => {
  const { place, share } = placeOnLadder(choice.leftFrom)
  return [...parametersOf(choice, lenderId), ...(way === 'kinds' ? [place, share] : [])]
}

const isWholePercent = (millionths: number | null) => (millionths ?? 0) % 10_000 === 0
const isOnLadder = (leftFrom: number | null) => leftFrom === null || ladder.includes(leftFrom)

/** The range whose limits lie between the stored counts, so that its loans have to be read one by one. */
const rangeOf = ({ leftFrom, interestFrom, interestTo }: Choice): Range | null => {
  if (!isOnLadder(leftFrom)) return 'left'
  return isWholePercent(interestFrom) && isWholePercent(interestTo) ? null : 'interest'
}

/**
 * Whether the counts of a filter's options are estimated. The options of a range ignore that range, so their counts are
 * always stored ones.
 */
function isEstimated(
  dimension: Dimension,
  { choice, range, isWhole }: { choice: Choice; range: Range | null; isWhole: boolean },
): boolean {
  if (range === null) return false
  if (dimension === range) return range === 'left' && rangeOf({ ...choice, leftFrom: null }) !== null
  return !isWhole
}

/** Adds the marketplace's filter options that no matching loan has, with a count of zero. */
function withoutNone(rows: Row[], kinds: Row[]): Row[] {
  const keyOf = ({ dimension, value, period }: Row) => `${dimension} ${value} ${period}`
  const known = new Set(rows.map(keyOf))
  const missing = kinds.filter((row) => row.dimension !== 'whole' && !known.has(keyOf(row)))
  return [...rows, ...missing.map((row) => ({ ...row, loans: 0 }))]
}

function toCounts(
  rows: Row[],
  { types, estimated, notMine }: { types: LoanType[]; estimated: Set<Dimension>; notMine: boolean },
): MarketplaceCounts {
  const of = (dimension: Dimension) =>
    rows
      .filter((row) => row.dimension === dimension)
      .map(({ value, period, loans }) => ({
        value,
        period,
        count: { count: loans, isEstimated: estimated.has(dimension) },
      }))
  const inOrder = (dimension: Dimension) =>
    of(dimension).toSorted((a, b) => Number(a.value) - Number(b.value))
  const total = (isMine: boolean) =>
    of('total').find(({ value }) => value === String(isMine))?.count.count ?? 0
  const others = total(false) - total(true)
  const whole = (count: number) => ({ count, isEstimated: estimated.has('total') })
  const ofType = new Map(of('type').map(({ value, count }) => [Number(value), count]))
  return {
    total: whole(notMine ? others : total(false)),
    types: types.flatMap(({ id, name }) => {
      const count = ofType.get(id)
      return count ? [{ loanTypeId: id, loanTypeName: name, ...count }] : []
    }),
    grades: of('grade')
      .toSorted((a, b) => (a.value < b.value ? -1 : 1))
      .map(({ value, count }) => ({ grade: value === '-' ? null : value, ...count })),
    tenors: of('tenor')
      .toSorted((a, b) => daysOf(a) - daysOf(b))
      .map(({ value, period, count }) => ({
        tenor: Number(value),
        tenorPeriodId: period,
        tenorPeriodName: tenorPeriodNames[wordOf(period)],
        ...count,
      })),
    interests: inOrder('interest').map(({ value, count }) => ({
      from: Number(value) / 100,
      to: (Number(value) + 1) / 100,
      ...count,
    })),
    left: inOrder('left').map(({ value, count }) => ({ from: Number(value), ...count })),
    notMine: whole(others),
  }
}

const periods = Object.keys(tenorPeriodIds) as TenorPeriod[]
const wordOf = (period: number): TenorPeriod =>
  periods.find((word) => tenorPeriodIds[word] === period) ?? 'MONTH'
const daysOf = ({ value, period }: { value: string; period: number }): number =>
  Number(value) * daysOfPeriod(period)
