/** A loan as a round finds it. Amounts are whole rupiah. */
export type LoanInput = {
  id: number
  /** Ties in the line are broken by it. */
  number: string
  borrower: number
  type: number
  grade: string
  /** Millionths a year. */
  interest: number
  tenor: number
  /** 1 day, 2 week, 3 month. */
  period: number
  minimum: number
  /** What is left of it, and how much of that automatic funding may take now. */
  left: number
  automatic: number
}

/** What a strategy allows; null where it does not say. */
export type StrategyInput = {
  id: string
  version: number
  types: readonly number[] | null
  grades: readonly string[] | null
  interestFrom: number | null
  interestTo: number | null
  tenorFrom: number | null
  tenorTo: number | null
  period: number | null
  perLoan: number
  mostPerBorrower: number | null
  cashToKeep: number
  budgetLeft: number
  /** Loans of the round that it asked for lately and was refused: it does not ask for them again. Left out where none is. */
  refusedLately?: readonly number[]
}

export type LenderInput = {
  id: number
  /** Since when they stand in the line, in milliseconds: when they were served last. */
  since: number
  cash: number
  /** What their mandate allows on one loan in all, and what of its whole is left. */
  mandatePerLoan: number
  mandateLeft: number
  /** What they have in loans of the round already: loan, in all, and of it by automatic funding. */
  inLoans: readonly (readonly [loan: number, amount: number, automatic: number])[]
  /** What they have with borrowers of the round already. */
  withBorrowers: readonly (readonly [borrower: number, amount: number])[]
  /** In the order in which they are asked. */
  strategies: readonly StrategyInput[]
}

/** All that an allocation depends on. Loans are in the order in which they are allocated. */
export type RoundInput = { loans: readonly LoanInput[]; lenders: readonly LenderInput[] }
