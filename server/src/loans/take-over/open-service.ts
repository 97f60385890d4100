import type { Context } from '../../context.ts'
import { openAccounts, postMany, type Installment, type Share } from '../../books/index.ts'
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
  scheduleFrom,
} from '../disbursement/index.ts'
import { splitSchedule } from './split-schedule.ts'
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
  const begun = all.flatMap((one) => {
    const loan = terms.get(one.loan.loanNumber)
    return loan ? [begin(context, one, loan)] : []
  })
  const done = await insertServicing(tx, begun)
  const openings = begun.map((one) => ({ ...one, openingAccount: random.id() }))
  await openAccounts(
    tx,
    'BORROWER_CLEARING',
    openings.map(({ clearingAccount, loan }) => ({ id: clearingAccount, ownerId: loan.loanId })),
  )
  await openAccounts(
    tx,
    'OPENING_BALANCE',
    openings.map(({ openingAccount, loan }) => ({ id: openingAccount, ownerId: loan.loanId })),
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
    begun.flatMap(({ loan, installments }) =>
      installments.map((installment) => ({ ...installment, loanId: loan.loanId, version: 1 })),
    ),
  )
  await insertFundingSchedules(
    tx,
    begun.flatMap(({ fundings, installments }) =>
      fundings.map((funding) => ({ ...funding, version: 1, firstNo: installments[0]?.no ?? 1 })),
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
function begin({ random }: Context, { opened, fundings }: Opened, loan: LoanToDisburse): Disbursement {
  const { opening, installments } = opened
  const interest = scheduleFrom(loan, opening.disbursedOn).reduce((sum, one) => sum + one.interest, 0)
  const limit = Number((BigInt(loan.total) * BigInt(loan.penaltyMaximumPpm)) / 1_000_000n)
  const parts = fundings.map(({ opening: part }) => part ?? { principalLeft: 0, interestDue: 0 })
  const shares = shareOpening(parts, installments, opening.asOf)
  return {
    loan: { ...loan, total: opening.principalLeft },
    disbursedOn: opening.asOf,
    clearingAccount: random.id(),
    isKnown: false,
    isAgreed: false,
    version: 1,
    firstNo: 1,
    penaltyLimit: Math.max(0, Math.min(limit, loan.total - interest)),
    installments,
    fundings: fundings.map(({ id, lenderId }, place) => ({
      loanId: loan.loanId,
      lenderId,
      fundingId: id,
      amount: parts[place]?.principalLeft ?? 0,
      share: shares[place] ?? { principal: [], interest: [] },
    })),
  }
}

/**
 * Each lender part's share of the remaining installments. Its principal adds up to the part's unpaid principal, and its
 * interest due by `asOf` to the part's unpaid interest; later interest is split in proportion to unpaid principal.
 */
export function shareOpening(
  parts: readonly { principalLeft: number; interestDue: number }[],
  installments: readonly Installment[],
  asOf: string,
): Share[] {
  const due = installments.filter(({ dueDate }) => dueDate <= asOf).length
  const bySum = splitSchedule(
    parts.map(({ principalLeft }) => principalLeft),
    installments,
  )
  const ofDue = splitSchedule(
    parts.map(({ interestDue }) => interestDue),
    installments.slice(0, due).map((one) => ({ ...one, principal: one.interest, interest: 0 })),
  )
  return bySum.map(({ principal, interest }, place) => ({
    principal,
    interest: [...(ofDue[place]?.principal ?? []), ...interest.slice(due)],
  }))
}
