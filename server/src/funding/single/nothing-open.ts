import { Refusal } from '../../platform/refusal.ts'
import type { LoanPosition } from './batch-store.ts'

/**
 * Why nothing of a loan can be funded now; null while something can. A loan whose remainder is reserved stays offered
 * until those fundings are signed, so its remainder may come back: LOAN_TAKEN. Otherwise LOAN_CLOSED.
 */
export function nothingOpen({
  open,
  outstanding,
}: Pick<LoanPosition, 'open' | 'outstanding'>): Refusal | null {
  if (!open) return new Refusal('LOAN_CLOSED')
  return outstanding === 0 ? new Refusal('LOAN_TAKEN') : null
}
