import { ceilingOrderSentence, mandateCeilings } from '@pematang/contract/funding/mandate/rules'
import { formatRupiah } from '@pematang/contract/format/rupiah'

export type Ceilings = { largestPerLoan: number | null; totalBudget: number | null }

const { least, most } = mandateCeilings

function problemOf(amount: number | null): string | null {
  if (amount === null) return 'Isi batas ini.'
  if (amount < least) return `Paling sedikit ${formatRupiah(least)}.`
  return amount > most ? `Paling banyak ${formatRupiah(most)}.` : null
}

/** The error sentences under the two fields; null for a valid field. */
export function ceilingProblems({
  largestPerLoan,
  totalBudget,
}: Ceilings): Record<keyof Ceilings, string | null> {
  const perLoan = problemOf(largestPerLoan)
  const inAll = problemOf(totalBudget)
  const isCrossed = !perLoan && !inAll && Number(largestPerLoan) > Number(totalBudget)
  return { largestPerLoan: isCrossed ? ceilingOrderSentence : perLoan, totalBudget: inAll }
}
