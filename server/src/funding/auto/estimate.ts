import type { StrategyEstimate } from '@pematang/contract/funding/auto/endpoints'
import type { StrategyCondition, StrategyTerms } from '@pematang/contract/funding/auto/strategy'
import type { Context } from '../../context.ts'
import { cashOf } from '../../books/index.ts'
import { parametersOf, readChoice } from '../marketplace/index.ts'
import { many, one } from '../../platform/db/database.ts'
import { estimateStatement, mostLooked } from './estimate-statement.ts'
import { amountPerLoan } from './amounts.ts'
import { sum } from '../../platform/sum.ts'

/** The bit of each condition that a loan can fail to meet. */
const filterBits = {
  LOAN_TYPE: 1,
  GRADE: 2,
  INTEREST: 4,
  TENOR: 8,
  PER_LOAN: 16,
  PER_BORROWER: 32,
  BUDGET: 64,
} as const satisfies Partial<Record<StrategyCondition, number>>

type Row = {
  missed: number
  isOpen: boolean
  isOffered: boolean
  loans: number
  leastMinimum: number
  since: Date | null
  total: number
  wantedOfTotal: number
  remaining: number
  wantedOfRemaining: number
  automatic: number
}

/**
 * Estimates what a strategy would fund among the open loans, and would have funded among the offers of the last 90
 * days. When nothing matches, it names the condition that causes it.
 */
export async function estimateStrategy(
  { db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>,
  lenderId: number,
  terms: StrategyTerms,
): Promise<StrategyEstimate> {
  const [cash, figures] = await Promise.all([
    cashOf(db, lenderId),
    one<{ outstanding: number; open: number }>(
      db,
      'funding.auto.estimate_figures',
      `select lender_outstanding($1) as outstanding, coalesce((select sum(loans) from listing_kind), 0)::bigint as open`,
      [lenderId],
    ),
  ])
  const most = amountPerLoan(terms.perLoan, cash.available + figures.outstanding)
  const rows = await many<Row>(db, 'funding.auto.estimate', estimateStatement, [
    mostLooked,
    ...parametersOf(readChoice(terms.filters), lenderId).slice(1, 9),
    most,
    terms.mostPerBorrower,
    terms.budget,
    config.AUTO_FUNDING_HAND_HOURS,
    config.AUTO_FUNDING_HAND_PERCENT,
  ])
  const fitting = rows.filter(({ missed }) => missed === 0)
  const [open, offered] = [
    fitting.filter(({ isOpen }) => isOpen),
    fitting.filter(({ isOffered }) => isOffered),
  ]
  // When more loans are open than are examined, the examined ones are extrapolated.
  const factor = Math.max(1, figures.open / mostLooked)
  const scaled = (amount: number) => Math.round(amount * factor)
  const free = Math.max(0, cash.available - terms.cashToKeep)
  const conditions = setConditions(terms).map((condition) => conditionOf(rows, condition))
  const looked = sumOf(
    rows.filter(({ isOffered }) => isOffered),
    'loans',
  )
  return {
    today: {
      loans: scaled(sumOf(open, 'loans')),
      amount: scaled(sumOf(open, 'remaining')),
      wanted: scaled(sumOf(open, 'wantedOfRemaining')),
      automatic: scaled(sumOf(open, 'automatic')),
      isEstimated: factor > 1,
    },
    history: {
      loans: sumOf(offered, 'loans'),
      amount: sumOf(offered, 'total'),
      wanted: sumOf(offered, 'wantedOfTotal'),
      days: looked < mostLooked ? wholeDays : daysSince(clock.now(), rows),
    },
    placeable: Math.min(free, terms.budget),
    conditions,
    blocking: blockingOf(fitting, conditions, free),
  }
}

const wholeDays = 90

function daysSince(now: Date, rows: readonly Row[]): number {
  const oldest = Math.min(...rows.flatMap(({ since }) => (since ? [since.getTime()] : [])))
  return Math.min(wholeDays, Math.max(1, Math.ceil((now.getTime() - oldest) / 86_400_000)))
}

const sumOf = (
  rows: readonly Row[],
  field: 'loans' | 'total' | 'wantedOfTotal' | 'remaining' | 'wantedOfRemaining' | 'automatic',
): number => sum(rows.map((row) => row[field]))

type FilterCondition = keyof typeof filterBits

function setConditions({ filters, mostPerBorrower }: StrategyTerms): FilterCondition[] {
  const isSet: Record<FilterCondition, boolean> = {
    LOAN_TYPE: Boolean(filters.loanTypeId),
    GRADE: Boolean(filters.grade),
    INTEREST: Boolean(filters.interestFrom) || Boolean(filters.interestTo),
    TENOR: [filters.tenorFrom, filters.tenorTo, filters.tenorPeriodId].some(Boolean),
    PER_LOAN: true,
    PER_BORROWER: mostPerBorrower !== null,
    BUDGET: true,
  }
  return (Object.keys(filterBits) as FilterCondition[]).filter((condition) => isSet[condition])
}

function conditionOf(rows: readonly Row[], condition: FilterCondition) {
  const bit = filterBits[condition]
  const count = (fits: (missed: number) => boolean) =>
    sumOf(
      rows.filter(({ missed }) => fits(missed)),
      'loans',
    )
  return {
    condition,
    alone: count((missed) => (missed & bit) === 0),
    without: count((missed) => (missed & ~bit) === 0),
  }
}

type Blocking = StrategyEstimate['blocking']

/**
 * The condition that prevents all matches: one that no loan meets, otherwise the one whose removal gives the most
 * matches. Cash is considered last, because it changes often.
 */
function blockingOf(
  fitting: readonly Row[],
  conditions: readonly { condition: FilterCondition; alone: number; without: number }[],
  free: number,
): Blocking {
  if (fitting.length > 0) {
    const least = Math.min(...fitting.map(({ leastMinimum }) => leastMinimum))
    return free < least ? blocked('CASH') : null
  }
  const found =
    conditions.find(({ alone }) => alone === 0) ??
    conditions.filter(({ without }) => without > 0).toSorted((a, b) => b.without - a.without)[0]
  return found ? blocked(found.condition) : null
}

const blocked = (condition: StrategyCondition): Blocking => ({ condition, message: sentences[condition] })

const sentences: Record<StrategyCondition, string> = {
  LOAN_TYPE: 'Tidak ada pinjaman yang sesuai karena jenis pinjaman yang Anda pilih.',
  GRADE: 'Tidak ada pinjaman yang sesuai karena rating yang Anda pilih.',
  INTEREST: 'Tidak ada pinjaman yang sesuai karena rentang bunga yang Anda pilih.',
  TENOR: 'Tidak ada pinjaman yang sesuai karena rentang tenor yang Anda pilih.',
  PER_LOAN: 'Tidak ada pinjaman yang sesuai karena jumlah per pinjaman Anda di bawah minimum pendanaan.',
  PER_BORROWER:
    'Tidak ada pinjaman yang sesuai karena batas per Penerima Dana Anda di bawah minimum pendanaan.',
  CASH: 'Cash balance Anda, setelah dana siaga yang disisakan, di bawah minimum pendanaan.',
  BUDGET: 'Tidak ada pinjaman yang sesuai karena anggaran strategi Anda di bawah minimum pendanaan.',
}
