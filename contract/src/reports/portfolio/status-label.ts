import type { LoanStatusName } from './endpoints.ts'

/** The names of the states, as screens and exported files show them: the specification's, the others in Indonesian. */
export const loanStatusLabels: Readonly<Record<LoanStatusName, string>> = {
  FUNDED: 'Funded',
  ACTIVE: 'Active',
  LATE: 'Late',
  RESTRUCTURE: 'Direstrukturisasi',
  REPAID: 'Lunas',
  WRITTEN_OFF: 'Dihapusbukukan',
  REFUNDED: 'Dikembalikan',
}
