import type { BulkRefusalReason } from '@pematang/contract/bulk-funding/endpoints'
import { checkFundingAmount } from '@pematang/contract/funding/rules'
import type { Context } from '../context.ts'
import { agreementTextVersion } from '../documents/index.ts'
import {
  type AgreementTerms,
  insertAgreement,
  insertConsented,
  type LoanPosition,
  type LoanTerms,
  lockPosition,
  snapshotOf,
} from '../funding/index.ts'
import { lockAccounts, release, settleLocked } from '../ledger/index.ts'
import { type BatchMutation, batchMutation, type Effect, mutation } from '../platform/commands/command.ts'
import type { Transaction } from '../platform/db/transaction.ts'
import { type BulkLoanRow, type BulkRun, endLoan, lockLoan } from './store.ts'

export type LoanOfBulk = { bulkId: string; loanId: number }
/** The outcome of a loan in a bulk funding; it was funded if the reason is null. */
export type LoanEnd = { reason: BulkRefusalReason | null }
type Loaded = { loan: BulkLoanRow; position: LoanPosition }

/**
 * Funds one loan of a bulk funding, or refuses it with a reason and releases its money, in a transaction of a few
 * statements. A loan that has ended stays unchanged. Locks the loan's row of the bulk funding, then cash and escrow by
 * id, then the loan's position: the lock order of all code.
 */
export const fundLoanOf = (
  run: BulkRun,
  terms: LoanTerms & { escrow: number },
): BatchMutation<Context, LoanOfBulk, LoanEnd, Loaded, 'system'> =>
  batchMutation({
    operation: 'fundBulkLoan',
    permit: ['system'],
    async load(tx, [asked]) {
      const loanId = asked?.input.loanId ?? 0
      const [loan, , position] = await Promise.all([
        lockLoan(tx, run, loanId),
        lockAccounts(tx, [run.cashAccount, terms.escrow]),
        lockPosition(tx, loanId),
      ])
      if (!position) throw new Error(`loan ${loanId} has no position`)
      return { loan, position }
    },
    async run(tx, _, context, { loan, position }) {
      if (loan.state !== 'WAITING')
        return [{ answer: { reason: null }, subject: `funding:${loan.fundingId}` }]
      const reason = whyNot(run.terms, loan, position)
      if (reason === null) await fund(tx, context, run, terms, loan)
      else await release(tx, loan.fundingId)
      await endLoan(tx, run, loan.loanId, reason)
      return [effectOf(run, loan, reason)]
    },
  })

/**
 * Why a loan cannot be funded under the terms of the consent; null if it can. The terms were read before the lock, but
 * are current if the locked row still has the version of the consent.
 */
function whyNot(
  { textVersion }: AgreementTerms,
  { amount, termsVersion, shown }: BulkLoanRow,
  { open, minimum, outstanding, ...position }: LoanPosition,
): BulkRefusalReason | null {
  if (outstanding === 0) return 'TAKEN'
  if (!open) return 'CLOSED'
  if (termsVersion !== null && termsVersion !== position.termsVersion) return 'CHANGED'
  // Agreements that the lender opened are stored as shown. Others are rendered now, which requires the text version of
  // the consent.
  if (!shown && textVersion !== undefined && textVersion !== agreementTextVersion()) return 'CHANGED'
  const breach = checkFundingAmount({
    amount,
    cashBalance: amount,
    minimumFunding: minimum,
    outstandingFunding: outstanding,
  })
  return breach ? 'CHANGED' : null
}

async function fund(
  tx: Transaction,
  { random }: Context,
  { lenderId, bulkId, terms }: BulkRun,
  loanTerms: LoanTerms & { escrow: number },
  { loanId, fundingId: id, amount, shown }: BulkLoanRow,
): Promise<void> {
  const snapshot = shown ? null : snapshotOf(terms, { id, amount, loan: loanTerms })
  await Promise.all([
    snapshot &&
      insertAgreement(tx, {
        id,
        lenderId,
        loanId,
        snapshot,
        termsVersion: loanTerms.termsVersion,
        signaturePage: null,
      }),
    settleLocked(tx, id, { credit: loanTerms.escrow, kind: 'FUNDING', newId: random.uuid }),
    insertConsented(tx, { id, lenderId, bulkId, loanId, amount }),
  ])
}

const effectOf = (
  { bulkId }: BulkRun,
  { fundingId, loanId, amount }: BulkLoanRow,
  reason: BulkRefusalReason | null,
): Effect<LoanEnd> => ({
  answer: { reason },
  subject: `funding:${fundingId}`,
  detail: { bulkId, loanId, amount, ...(reason === null ? {} : { reason }) },
})

/** Refuses a loan after repeated technical failures, so that its money is not held forever. */
export const giveUpLoan = mutation<Context, { run: BulkRun; loanId: number }, LoanEnd>({
  operation: 'giveUpBulkLoan',
  permit: ['system'],
  async run(tx, { run, loanId }) {
    const loan = await lockLoan(tx, run, loanId)
    if (loan.state !== 'WAITING') return { answer: { reason: null } }
    await release(tx, loan.fundingId)
    await endLoan(tx, run, loanId, 'FAILED')
    return effectOf(run, loan, 'FAILED')
  },
})
