/** The five qualities of SEOJK 19/SEOJK.06/2025 with the most days late that each still allows, best first. */
export const qualities = [
  { name: 'LANCAR', until: 0 },
  { name: 'DALAM_PERHATIAN_KHUSUS', until: 30 },
  { name: 'KURANG_LANCAR', until: 60 },
  { name: 'DIRAGUKAN', until: 90 },
  { name: 'MACET', until: Number.POSITIVE_INFINITY },
] as const

export type Quality = (typeof qualities)[number]['name']

/** From this total on, in rupiah, a borrower's loans all have the worst quality of any of them (SEOJK 19/2025). */
export const oneQualityFrom = 2_000_000_000

/** The quality of a loan that is so many calendar days late; exactly 90 is not over 90. */
export function qualityOf(daysLate: number): Quality {
  return qualities.find(({ until }) => daysLate <= until)?.name ?? 'MACET'
}

/** A loan on a day: `outstanding` is the unpaid principal of the whole loan in rupiah. */
export interface LoanOnDay {
  borrowerId: number
  outstanding: number
  daysLate: number
}

/** Unpaid principal in rupiah, in all and by quality. */
export type QualityFigures = { total: number } & Record<Quality, number>

/**
 * Unpaid principal by quality. A borrower whose loans come to Rp2 billion or more has one quality, the worst of them;
 * below that each loan has its own. What is written off is not outstanding and is left out by the caller.
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
      figures[qualityOf(sum < oneQualityFrom ? daysLate : worst)] += outstanding
    }
  }
  return figures
}

/** A share of all unpaid principal: both parts in rupiah. */
export interface Share {
  numerator: number
  denominator: number
}

/**
 * TKBn = 100% - TWPn, where TWPn is the unpaid principal of loans more than n calendar days late over all unpaid
 * principal (SEOJK 19/SEOJK.06/2023). In the five qualities of the later circular: those that allow up to n days.
 */
export function tkbOf(figures: QualityFigures, days: 0 | 30 | 60 | 90): Share {
  const good = qualities.filter(({ until }) => until <= days)
  return {
    numerator: good.reduce((sum, { name }) => sum + figures[name], 0),
    denominator: figures.total,
  }
}

/** The four figures that are shown. */
export const tkbs = (figures: QualityFigures) => ({
  TKB0: tkbOf(figures, 0),
  TKB30: tkbOf(figures, 30),
  TKB60: tkbOf(figures, 60),
  TKB90: tkbOf(figures, 90),
})

/** Two decimals with a comma, rounded towards the worse figure; 100,00% where nothing is outstanding. */
export function formatShare({ numerator, denominator }: Share): string {
  if (denominator === 0) return '100,00%'
  const hundredths = (BigInt(numerator) * 10_000n) / BigInt(denominator)
  return `${hundredths / 100n},${String(hundredths % 100n).padStart(2, '0')}%`
}
