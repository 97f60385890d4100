import type { Loan } from '../../model/books.ts'
import type { Terms } from '../../model/schedule.ts'
import type { Island } from './island.ts'
import type { Operation } from './operation.ts'
import type { Choices } from '../../../../bench/src/seed/random.ts'

/** Draws one operation at random, or null where the island has none to offer now. */
export type Draw = (island: Island, choices: Choices, name: string) => Operation | null

export const loansOf = (island: Island, ...states: Loan['state'][]): string[] =>
  [...island.books.loans].filter(([, { state }]) => states.includes(state)).map(([number]) => number)

export const isOutstanding = ({ state }: Loan): boolean => state === 'ACTIVE' || state === 'RESTRUCTURED'

export const outstandingLoans = (island: Island): string[] => loansOf(island, 'ACTIVE', 'RESTRUCTURED')

export const byHand = (island: Island): string[] =>
  [...island.lenders].filter(([, { facts }]) => !facts.isAutomatic).map(([name]) => name)

export const lenderOf = (island: Island, choices: Choices): string => choices.one(byHand(island)) ?? ''

export const anyLenderOf = (island: Island, choices: Choices): string =>
  choices.one([...island.lenders.keys()]) ?? ''

/** The last of them gets little cash, so that what is held for a signature is missing for the next funding. */
export const isPoor = (island: Island, lender: string | null): boolean => lender === byHand(island).at(-1)

export const openLoans = (island: Island): string[] =>
  loansOf(island, 'OFFERED').filter((loan) => island.books.outstanding(loan) > 0)

export function drawTerms(choices: Choices): Terms {
  const interestType = choices.one(['ANNUITY', 'ANNUITY', 'FLAT', 'BULLET'] as const) ?? 'ANNUITY'
  const period = choices.one(['MONTH', 'MONTH', 'WEEK', 'DAY'] as const) ?? 'MONTH'
  const tenor = period === 'DAY' ? 10 + choices.below(20) : 1 + choices.below(4)
  return { interestType, period, tenor, ratePpm: 50_000 + choices.below(200_000) }
}
