import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { maxSelection } from '@pematang/contract/funding/selection/rules'

/** A selected loan with the data of its row, and the amount in whole rupiah; null while the field is empty. */
export type Chosen = Pick<
  MarketplaceLoan,
  'loanNumber' | 'borrowerName' | 'interestPercentage' | 'minimumFunding' | 'outstandingFunding'
> & { amount: number | null }

/** The sentence for a lender who selects one loan too many. */
export const tooMany = `Paling banyak ${maxSelection} pinjaman dapat didanai sekaligus.`

/**
 * The smallest amount that the rules allow: the minimum, or the whole remainder if the minimum would leave too little.
 */
export const leastAmount = ({
  minimumFunding,
  outstandingFunding,
}: Pick<Chosen, 'minimumFunding' | 'outstandingFunding'>): number =>
  outstandingFunding - minimumFunding >= minimumFunding ? minimumFunding : outstandingFunding

/** A loan of the marketplace as a selected one. */
export function chosenOf(
  { loanNumber, borrowerName, interestPercentage, minimumFunding, outstandingFunding }: MarketplaceLoan,
  amount: number | null,
): Chosen {
  return { loanNumber, borrowerName, interestPercentage, minimumFunding, outstandingFunding, amount }
}

/** Adds a loan with the smallest amount, or removes it. Returns null if the selection would exceed its maximum. */
export function toggled(chosen: readonly Chosen[], loan: MarketplaceLoan): readonly Chosen[] | null {
  const { loanNumber } = loan
  if (chosen.some((one) => one.loanNumber === loanNumber)) return without(chosen, [loanNumber])
  if (chosen.length >= maxSelection) return null
  return [...chosen, chosenOf(loan, leastAmount(loan))]
}

export const without = (chosen: readonly Chosen[], loanNumbers: readonly string[]): readonly Chosen[] =>
  chosen.filter(({ loanNumber }) => !loanNumbers.includes(loanNumber))

export const sumOf = (chosen: readonly Chosen[]): number =>
  chosen.reduce((sum, { amount }) => sum + (amount ?? 0), 0)

/** The stored selection of this lender; empty if it belongs to another lender or the text is invalid. */
export function parseChosen(stored: string | null, lenderId: number): readonly Chosen[] {
  try {
    const { lender, chosen } = JSON.parse(stored ?? '{}') as { lender?: unknown; chosen?: unknown }
    if (lender !== lenderId || !Array.isArray(chosen) || !chosen.every(isChosen)) return []
    return chosen.slice(0, maxSelection)
  } catch {
    return []
  }
}

function isChosen(value: unknown): value is Chosen {
  if (typeof value !== 'object' || value === null) return false
  const { loanNumber, borrowerName, interestPercentage, minimumFunding, outstandingFunding, amount } =
    value as Partial<Chosen>
  return (
    typeof loanNumber === 'string' &&
    typeof borrowerName === 'string' &&
    typeof interestPercentage === 'number' &&
    [minimumFunding, outstandingFunding].every(Number.isSafeInteger) &&
    (amount === null || Number.isSafeInteger(amount))
  )
}
