import { knownLoans, lockServicing, notServiced, type ServicedLoan } from '../disbursement/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'

/** `reason` is for the audit trail and must not contain personal data. */
export type ReverseOfLoan = { loanNumber: string; reason: string }

/**
 * Locks a loan for a reversal.
 * @throws Refusal LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, INPUT_INVALID
 */
export async function lockLoanForReversal(
  tx: Transaction,
  loanNumber: string,
  reason: string,
): Promise<ServicedLoan> {
  if (reason.trim() === '' || reason.length > 200) throw new Refusal('INPUT_INVALID')
  const loan = (await lockServicing(tx, [loanNumber])).get(loanNumber)
  if (!loan) throw notServiced(loanNumber, await knownLoans(tx, [loanNumber]))
  return loan
}
