import { lockServicing, knownLoans, type ServicedLoan } from '../disbursement/index.ts'
import { lockOwners } from '../../books/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { lendersOf } from './store.ts'

/** The rows locked by a transaction on disbursed loans: the loans, and the cash accounts of their lenders. */
export type LockedLoans = {
  loans: Map<string, ServicedLoan>
  /** Those of the requested numbers that belong to a loan, paid out or not. */
  known: Set<string>
  cash: Map<number, number>
}

/**
 * Locks disbursed loans and the cash accounts of all their lenders, in the order of `lockServicing`.
 * @param joining lenders who are to become lenders of these loans
 */
export async function lockLoans(
  tx: Transaction,
  loanNumbers: readonly string[],
  joining: readonly number[] = [],
): Promise<LockedLoans> {
  const loans = await lockServicing(tx, loanNumbers)
  const missing = loanNumbers.filter((number) => !loans.has(number))
  const lenders = await lendersOf(
    tx,
    [...loans.values()].map(({ loanId }) => loanId),
  )
  const accounts = await lockOwners(tx, 'LENDER_CASH', [...new Set([...lenders, ...joining])])
  return {
    loans,
    known: missing.length > 0 ? await knownLoans(tx, missing) : new Set(),
    cash: new Map([...accounts.values()].map(({ ownerId, id }) => [ownerId, id])),
  }
}
