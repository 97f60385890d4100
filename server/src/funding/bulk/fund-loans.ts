import type { BulkRefusalReason } from '@pematang/contract/funding/bulk/endpoints'
import { checkFundingAmount } from '@pematang/contract/funding/single/rules'
import type { Context } from '../../context.ts'
import { agreementTextVersion } from '../../documents/index.ts'
import {
  type AgreementTerms,
  insertAgreements,
  insertConsented,
  type LoanPosition,
  type LoanTerms,
  lockPositions,
  snapshotOf,
} from '../single/index.ts'
import { type Account, lockAccounts, release, releaseMany, settleMany } from '../../books/index.ts'
import { type BatchMutation, batchMutation, type Effect, mutation } from '../../platform/commands/command.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { type BulkLoanRow, type BulkRun, endLoans, lockLoans } from './store.ts'

export type LoanOfBulk = { bulkId: string; loanId: number }
/** The outcome of a loan in a bulk funding; it was funded if the reason is null. */
export type LoanEnd = { reason: BulkRefusalReason | null }
/** What an agreement says of a loan, and the account that collects its money. */
export type BulkLoanTerms = LoanTerms & { escrow: number }
type Loaded = {
  loans: Map<number, BulkLoanRow>
  accounts: Map<number, Account>
  positions: Map<number, LoanPosition>
}
type Decided = { loan: BulkLoanRow; terms: BulkLoanTerms; reason: BulkRefusalReason | null }

/**
 * Funds loans of a bulk funding, or refuses them with a reason and releases their money, in a transaction of a few
 * statements. A loan that has ended stays unchanged. Locks the loans' rows of the bulk funding, then cash and escrows by
 * id, then the loans' positions: the lock order of all code.
 * @param terms the terms of the loans, by loan
 */
export const fundLoansOf = (
  run: BulkRun,
  terms: ReadonlyMap<number, BulkLoanTerms>,
): BatchMutation<Context, LoanOfBulk, LoanEnd, Loaded, 'system'> =>
  batchMutation({
    operation: 'fundBulkLoan',
    permit: ['system'],
    async load(tx, asked) {
      const loanIds = asked.map(({ input }) => input.loanId)
      const [loans, accounts, positions] = await Promise.all([
        lockLoans(tx, run, loanIds),
        lockAccounts(tx, [run.cashAccount, ...loanIds.map((loanId) => found(terms, loanId).escrow)]),
        lockPositions(tx, loanIds),
      ])
      return { loans, accounts, positions }
    },
    async run(tx, asked, context, { loans, accounts, positions }) {
      const decided = asked.map(({ input: { loanId } }): Decided => {
        const one = { loan: found(loans, loanId), terms: found(terms, loanId) }
        assertEscrow(accounts, one)
        return { ...one, reason: whyNot(run.terms, one.loan, found(positions, loanId)) }
      })
      const waiting = decided.filter(({ loan }) => loan.state === 'WAITING')
      await fund(
        tx,
        context,
        run,
        waiting.filter(({ reason }) => reason === null),
      )
      const refused = waiting.filter(({ reason }) => reason !== null)
      await releaseMany(
        tx,
        refused.map(({ loan }) => loan.fundingId),
      )
      await endLoans(
        tx,
        run,
        waiting.map(({ loan, reason }) => ({ loanId: loan.loanId, reason })),
      )
      return decided.map(({ loan, reason }) =>
        loan.state === 'WAITING'
          ? effectOf(run, loan, reason)
          : { answer: { reason: null }, subject: `funding:${loan.fundingId}` },
      )
    },
  })

function found<Value>(of: ReadonlyMap<number, Value>, loanId: number): Value {
  const value = of.get(loanId)
  if (value === undefined) throw new Error(`loan ${loanId} of a bulk funding was not found`)
  return value
}

/** @throws if the account to be credited is not the loan's own escrow account. */
function assertEscrow(
  accounts: ReadonlyMap<number, Account>,
  { loan, terms }: Omit<Decided, 'reason'>,
): void {
  const escrow = accounts.get(terms.escrow)
  if (escrow?.kind !== 'LOAN_ESCROW' || escrow.ownerId !== loan.loanId)
    throw new Error(`account ${terms.escrow} is not the escrow of loan ${loan.loanId}`)
}

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
  { lenderId, bulkId, terms: ofLender }: BulkRun,
  accepted: readonly Decided[],
): Promise<void> {
  if (accepted.length === 0) return
  const agreements = accepted
    .filter(({ loan }) => !loan.shown)
    .map(({ loan: { loanId, fundingId: id, amount }, terms }) => ({
      id,
      lenderId,
      loanId,
      snapshot: snapshotOf(ofLender, { id, amount, loan: terms }),
      termsVersion: terms.termsVersion,
      signaturePage: null,
    }))
  const fundings = accepted.map(({ loan: { fundingId: id, loanId, amount } }) => ({ id, loanId, amount }))
  const settlements = accepted.map(({ loan, terms }) => ({ id: loan.fundingId, credit: terms.escrow }))
  await Promise.all([
    insertAgreements(tx, agreements),
    insertConsented(tx, { lenderId, bulkId }, fundings),
    settleMany(tx, settlements, { kind: 'FUNDING', newId: random.uuid }),
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
    const loan = found(await lockLoans(tx, run, [loanId]), loanId)
    if (loan.state !== 'WAITING') return { answer: { reason: null } }
    await release(tx, loan.fundingId)
    await endLoans(tx, run, [{ loanId, reason: 'FAILED' }])
    return effectOf(run, loan, 'FAILED')
  },
})
