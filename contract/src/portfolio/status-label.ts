import type { LoanStatusName } from './endpoints.ts'

/** The words of the specification for the states of a loan, as files show them. */
export const loanStatusLabels: Readonly<Record<LoanStatusName, string>> = {
  FUNDED: 'Funded',
  ACTIVE: 'Active',
  LATE: 'Late',
  RESTRUCTURE: 'Restructured',
  REPAID: 'Paid',
  WRITTEN_OFF: 'Written Off',
  REFUNDED: 'Refunded',
}
