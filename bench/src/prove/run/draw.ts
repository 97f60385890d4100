import type { Loan } from '../model/books.ts'
import type { Island } from './island.ts'
import type { Operation } from './operation.ts'
import type { Choices } from './random.ts'

/** Draws one operation at random, or null where the island has none to offer now. */
export type Draw = (island: Island, choices: Choices, name: string) => Operation | null

export const loansOf = (island: Island, ...states: Loan['state'][]): string[] =>
  [...island.books.loans].filter(([, { state }]) => states.includes(state)).map(([number]) => number)

export const isOutstanding = ({ state }: Loan): boolean => state === 'ACTIVE' || state === 'RESTRUCTURED'

/** Loans that were paid out and are neither repaid nor written off. */
export const outstandingLoans = (island: Island): string[] => loansOf(island, 'ACTIVE', 'RESTRUCTURED')

export const lenderOf = (island: Island, choices: Choices): string =>
  choices.one([...island.lenders.keys()]) ?? ''

/** The last lender of an island gets little cash, so that what is held for a signature is missing for the next funding. */
export const isPoor = (island: Island, lender: string | null): boolean =>
  lender === [...island.lenders.keys()].at(-1)

export const openLoans = (island: Island): string[] =>
  loansOf(island, 'OFFERED').filter((loan) => island.books.outstanding(loan) > 0)
