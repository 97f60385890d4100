import type { Context } from '../../context.ts'
import { openAccounts, postMany } from '../../books/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { ChangedMeanwhile } from '../../platform/db/failures.ts'
import {
  activate,
  type Disbursement,
  findFundedLoans,
  insertBalances,
  insertFundingSchedules,
  insertInstallments,
  insertServicing,
  type LoanToDisburse,
  type UndoneDisbursement,
  undoneDisbursements,
} from '../disbursement/index.ts'
import type { TakenOver } from './store.ts'

/** A loan that is taken over with an opening balance, and the installments that are still due. */
export type Opened = TakenOver & { opened: NonNullable<TakenOver['opened']> }

/**
 * Creates the schedules and balances of loans that were paid out in another system: the opening balance is what their
 * borrowers owe, and no cash moves. Each funding gets its part of every remaining installment.
 */
export async function openService(tx: Transaction, context: Context, all: readonly Opened[]): Promise<void> {
  const { random } = context
  const terms = await findFundedLoans(
    tx,
    all.map(({ loan }) => loan.loanNumber),
  )
  const undone = await undoneDisbursements(
    tx,
    all.map(({ loan }) => loan.loanId),
  )
  const begun = all.flatMap((one) => {
    const loan = terms.get(one.loan.loanNumber)
    return loan ? [begin(context, one, loan, undone.get(loan.loanId))] : []
  })
  const done = await insertServicing(tx, begun)
  const openings = begun.map((one) => {
    const known = undone.get(one.loan.loanId)?.openingAccount ?? null
    return { ...one, isNew: known === null, openingAccount: known ?? random.id() }
  })
  await openAccounts(
    tx,
    'BORROWER_CLEARING',
    openings
      .filter(({ isKnown }) => !isKnown)
      .map(({ clearingAccount, loan }) => ({ id: clearingAccount, ownerId: loan.loanId })),
  )
  await openAccounts(
    tx,
    'OPENING_BALANCE',
    openings
      .filter(({ isNew }) => isNew)
      .map(({ openingAccount, loan }) => ({ id: openingAccount, ownerId: loan.loanId })),
  )
  const breaches = await postMany(
    tx,
    openings.map(({ loan, clearingAccount, openingAccount }) => ({
      id: random.uuid(),
      kind: 'OPENING' as const,
      ref: String(loan.loanId),
      movements: [{ debit: openingAccount, credit: clearingAccount, amount: loan.total }],
      newId: random.uuid,
    })),
  )
  for (const breach of breaches) if (breach) throw breach
  await insertInstallments(
    tx,
    begun.flatMap(({ loan, installments, version }) =>
      installments.map((installment) => ({ ...installment, loanId: loan.loanId, version })),
    ),
  )
  await insertFundingSchedules(
    tx,
    begun.flatMap(({ fundings, version, firstNo }) =>
      fundings.map((funding) => ({ ...funding, version, firstNo })),
    ),
  )
  await insertBalances(tx, begun)
  if (done.size !== all.length || (await activate(tx, begun)) !== begun.length) {
    throw new ChangedMeanwhile('a loan')
  }
}

/**
 * Prepares one loan with an opening balance. In this app its principal is what is still unpaid, and its terms begin on the day of
 * the opening balance, so no penalty accrues for earlier days. The penalty limit is that of the whole loan.
 */
function begin(
  { random }: Context,
  { opened, fundings }: Opened,
  loan: LoanToDisburse,
  undone: UndoneDisbursement | undefined,
): Disbursement {
  const { opening, installments, shares } = opened
  const interest = fundings.reduce((sum, { expectedInterest }) => sum + expectedInterest, 0)
  // The first time, installments keep the numbers that they have in the terms.
  const firstNo = undone ? undone.lastNo + 1 : (installments[0]?.no ?? 1)
  const limit = Number((BigInt(loan.total) * BigInt(loan.penaltyMaximumPpm)) / 1_000_000n)
  return {
    loan: { ...loan, total: opening.principalLeft },
    disbursedOn: opening.asOf,
    paidOutOn: opening.disbursedOn,
    clearingAccount: undone?.clearingAccount ?? random.id(),
    isKnown: undone !== undefined,
    isAgreed: false,
    version: (undone?.version ?? 0) + 1,
    firstNo,
    penaltyLimit: Math.max(0, Math.min(limit, loan.total - interest)),
    installments: installments.map((one, place) => ({ ...one, no: firstNo + place })),
    fundings: fundings.map(({ id, lenderId, opening: part }, place) => ({
      loanId: loan.loanId,
      lenderId,
      fundingId: id,
      amount: part?.principalLeft ?? 0,
      share: shares[place] ?? { principal: [], interest: [] },
    })),
  }
}
