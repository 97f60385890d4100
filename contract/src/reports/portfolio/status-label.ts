import type { LoanStatusName } from './endpoints.ts'

/** The status names of the specification, as exported files show them. */
export const loanStatusLabels: Readonly<Record<LoanStatusName, string>> = {
  FUNDED: 'Funded',
  ACTIVE: 'Active',
  LATE: 'Late',
  RESTRUCTURE: 'Restructured',
  REPAID: 'Paid',
  WRITTEN_OFF: 'Written Off',
  REFUNDED: 'Refunded',
}
