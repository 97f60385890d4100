/** The five quality classes of SEOJK 19/SEOJK.06/2025, best first, each with the maximum number of days late. */
export const qualities = [
  { name: 'LANCAR', until: 0 },
  { name: 'DALAM_PERHATIAN_KHUSUS', until: 30 },
  { name: 'KURANG_LANCAR', until: 60 },
  { name: 'DIRAGUKAN', until: 90 },
  { name: 'MACET', until: Number.POSITIVE_INFINITY },
] as const

export type Quality = (typeof qualities)[number]['name']

/** The days late of each quality, best first; `daysUntil` is null where there is no upper limit. */
export const qualityRanges = qualities.map(({ name, until }, place) => ({
  name,
  daysFrom: place === 0 ? 0 : (qualities[place - 1]?.until ?? 0) + 1,
  daysUntil: Number.isFinite(until) ? until : null,
}))

/** From this total in rupiah on, all loans of a borrower take the worst quality among them (SEOJK 19/2025). */
export const borrowerQualityThreshold = 2_000_000_000

/** The quality class of a loan by calendar days late; the limits are inclusive, so 90 days is not "over 90". */
export function qualityOf(daysLate: number): Quality {
  return qualities.find(({ until }) => daysLate <= until)?.name ?? 'MACET'
}

/** A loan on a day: `outstanding` is the unpaid principal of the whole loan in whole rupiah. */
export interface LoanOnDay {
  borrowerId: number
  outstanding: number
  daysLate: number
}

/** Unpaid principal in whole rupiah, in total and by quality class. */
export type QualityFigures = { total: number } & Record<Quality, number>

/**
 * Unpaid principal by quality. A borrower whose loans total Rp2 billion or more has one quality, the worst of them;
 * below that each loan has its own. The caller leaves out written-off loans, because they are not outstanding.
 */
export function figuresOf(loans: readonly LoanOnDay[]): QualityFigures {
  const borrowers = Map.groupBy(
    loans.filter(({ outstanding }) => outstanding > 0),
    ({ borrowerId }) => borrowerId,
  )
  const figures: QualityFigures = {
    total: 0,
    LANCAR: 0,
    DALAM_PERHATIAN_KHUSUS: 0,
    KURANG_LANCAR: 0,
    DIRAGUKAN: 0,
    MACET: 0,
  }
  for (const theirs of borrowers.values()) {
    const sum = theirs.reduce((before, { outstanding }) => before + outstanding, 0)
    const worst = theirs.reduce((before, loan) => Math.max(before, loan.daysLate), 0)
    for (const { outstanding, daysLate } of theirs) {
      figures.total += outstanding
      figures[qualityOf(sum < borrowerQualityThreshold ? daysLate : worst)] += outstanding
    }
  }
  return figures
}

/** A share of the unpaid principal as a fraction; numerator and denominator in whole rupiah. */
export interface Share {
  numerator: number
  denominator: number
}

/**
 * TKBn = 100% - TWPn, where TWPn is the unpaid principal of loans more than n calendar days late divided by all unpaid
 * principal (SEOJK 19/SEOJK.06/2023). Computed from the quality classes that allow at most n days late.
 */
export function tkbOf(figures: QualityFigures, days: 0 | 30 | 60 | 90): Share {
  const good = qualities.filter(({ until }) => until <= days)
  return {
    numerator: good.reduce((sum, { name }) => sum + figures[name], 0),
    denominator: figures.total,
  }
}

/** The four repayment success rates that the platform publishes. */
export const tkbs = (figures: QualityFigures) => ({
  TKB0: tkbOf(figures, 0),
  TKB30: tkbOf(figures, 30),
  TKB60: tkbOf(figures, 60),
  TKB90: tkbOf(figures, 90),
})

/**
 * Formats a percentage with two decimals and a comma, rounded down so that it is never overstated; 100,00% when no
 * principal is outstanding.
 */
export function formatShare({ numerator, denominator }: Share): string {
  if (denominator === 0) return '100,00%'
  return percentText(hundredthsOf({ numerator, denominator }))
}

/** Hundredths of a percent, rounded down. */
const hundredthsOf = ({ numerator, denominator }: Share): bigint =>
  (BigInt(numerator) * 10_000n) / BigInt(denominator)

const percentText = (hundredths: bigint): string =>
  `${hundredths / 100n},${String(hundredths % 100n).padStart(2, '0')}%`

/**
 * The percentages of the five quality classes, best first, as text; null where nothing is outstanding. Cumulative sums
 * are rounded down instead of each share, so that they agree with the TKB figures and add up to 100,00%.
 */
export function qualityShares(figures: QualityFigures): (string | null)[] {
  if (figures.total === 0) return qualities.map(() => null)
  let sum = 0
  let before = 0n
  return qualities.map(({ name }) => {
    sum += figures[name]
    const through = hundredthsOf({ numerator: sum, denominator: figures.total })
    const share = through - before
    before = through
    return percentText(share)
  })
}
