/** A loan at the start of a round. Amounts are whole rupiah. */
export type LoanInput = {
  id: number
  /** Used to break ties in the queue. */
  number: string
  borrower: number
  type: number
  grade: string
  /** Yearly interest rate in ppm. */
  interest: number
  tenor: number
  /** 1 day, 2 week, 3 month. */
  period: number
  minimum: number
  /** The unfunded remainder of the loan, and the part of it open to automatic funding. */
  left: number
  automatic: number
}

/** The limits of a strategy; null where it sets none. */
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
  /** Loans of the round that refused this strategy recently and that it skips; omitted when there are none. */
  refusedLately?: readonly number[]
}

export type LenderInput = {
  id: number
  /** Position in the queue: when they were last served, in milliseconds. */
  since: number
  cash: number
  /** The mandate's maximum per loan, and what remains of its total budget. */
  mandatePerLoan: number
  mandateLeft: number
  /** For each existing funding in a loan of the round: the loan, the total amount, and the automatic part of it. */
  inLoans: readonly (readonly [loan: number, amount: number, automatic: number])[]
  /** The lender's existing fundings with borrowers of the round. */
  withBorrowers: readonly (readonly [borrower: number, amount: number])[]
  /** The lender's strategies in order of priority. */
  strategies: readonly StrategyInput[]
}

/** The complete input of an allocation. Loans are in the order in which they are allocated. */
export type RoundInput = { loans: readonly LoanInput[]; lenders: readonly LenderInput[] }
