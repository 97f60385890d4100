import type { Loan } from '../model/books.ts'
import type { Island } from './island.ts'
import type { Operation } from './operation.ts'
import type { Choices } from './random.ts'

/** Draws one operation at random, or null where the island has none to offer now. */
export type Draw = (island: Island, choices: Choices, name: string) => Operation | null

export const loansOf = (island: Island, ...states: Loan['state'][]): string[] =>
  [...island.books.loans].filter(([, { state }]) => states.includes(state)).map(([number]) => number)

export const lenderOf = (island: Island, choices: Choices): string =>
  choices.one([...island.lenders.keys()]) ?? ''

export const openLoans = (island: Island): string[] =>
  loansOf(island, 'OFFERED').filter((loan) => island.books.outstanding(loan) > 0)
