import { highestRate, longestTenor } from '@pematang/contract/loans/terms'
import { type Installment, type Share, scheduleFundings } from '../../books/index.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { sum } from '../../platform/sum.ts'
import { balanceOn, unpaidOf } from '../repayment/index.ts'
import type { ChangingLoan } from './lock-loan.ts'
import type { NewTerms, RestructureLoan } from './restructure-store.ts'
import { type StillOwed, stillOwed } from './settle-store.ts'

/** New terms without the agreement that holds them. */
export type Terms = Omit<RestructureLoan, 'loanNumber' | 'agreement'>

/** What a restructuring keeps and gives up, in whole rupiah. */
export type Kept = { principal: number; interestKept: number; interestWaived: number; penaltyWaived: number }

/** What a restructuring does to a loan; `unpaid` are the numbers of the installments that it replaces. */
export type Planned = {
  kept: Kept
  unpaid: number[]
  fundings: StillOwed[]
  installments: Installment[]
  terms: NewTerms
}

/**
 * Computes the new terms of a locked loan, for the day on which they begin.
 * @throws Refusal INPUT_INVALID for terms of which no schedule can be made
 */
export async function planTerms(tx: Transaction, loan: ChangingLoan, terms: Terms): Promise<Planned> {
  checkTerms(terms)
  const unpaid = (await unpaidOf(tx, [loan.loanId])).get(loan.loanId) ?? []
  const due = unpaid.filter(({ dueDate }) => dueDate <= terms.agreedOn)
  const fundings = await stillOwed(tx, loan.loanId, due)
  const overdue = sum(fundings.map(({ interest }) => interest))
  const interestKept = terms.keepInterest ? overdue : 0
  const { penalties } = await balanceOn(tx, loan, terms.agreedOn)
  const kept = {
    principal: loan.principalDue,
    interestKept,
    interestWaived: overdue - interestKept,
    penaltyWaived: sum([...penalties.values()]),
  }
  return { kept, unpaid: unpaid.map(({ no }) => no), fundings, ...newTerms(terms, loan, fundings) }
}

/**
 * Refuses terms outside what a loan may have, before they reach the database.
 * @throws Refusal INPUT_INVALID
 */
export function checkTerms({ interest, tenor, tenorPeriod }: Terms): void {
  const isRate = /^\d+(\.\d+)?$/.test(interest) && Number(interest) <= Number(highestRate)
  if (!isRate || tenor < 1 || tenor > longestTenor[tenorPeriod]) throw new Refusal('INPUT_INVALID')
}

/** What of a funding goes on under new terms, in whole rupiah; `interest` is unpaid and was due by their day. */
export type Continued = { principalDue: number; interest: number }

/**
 * The schedules of fundings under new terms, and the installments that are their sums, numbered from 1. Unpaid interest
 * that is kept falls due with the first. A funding's schedule depends on its own amounts alone.
 * @throws Refusal INPUT_INVALID
 */
export function schedulesUnder(
  { agreedOn, startsOn = agreedOn, interest, interestType, tenor, tenorPeriod, keepInterest }: Terms,
  fundings: readonly Continued[],
): { installments: Installment[]; shares: Share[] } {
  const { installments, shares } = orInvalid(() =>
    scheduleFundings(
      fundings.map(({ principalDue }) => principalDue),
      { annualRate: interest, interestType, tenor, tenorPeriod, startDate: startsOn },
    ),
  )
  const kept = fundings.map((funding) => (keepInterest ? funding.interest : 0))
  return {
    installments: installments.map((row, place) =>
      place === 0 ? { ...row, interest: row.interest + sum(kept) } : row,
    ),
    shares: shares.map((share, place) => ({
      principal: share.principal,
      interest: share.interest.with(0, (share.interest[0] ?? 0) + (kept[place] ?? 0)),
    })),
  }
}

function newTerms(
  input: Terms,
  loan: ChangingLoan,
  fundings: readonly StillOwed[],
): { installments: Installment[]; terms: NewTerms } {
  const { agreedOn, startsOn = agreedOn } = input
  if (startsOn < loan.disbursedOn) throw new Refusal('INPUT_INVALID')
  const { installments, shares } = schedulesUnder(input, fundings)
  // An installment cannot fall due before the day on which the terms were agreed.
  if ((installments[0]?.dueDate ?? '') < agreedOn) throw new Refusal('INPUT_INVALID')
  const rows = installments.map((row) => ({ ...row, no: loan.lastNo + row.no }))
  const terms = {
    loanId: loan.loanId,
    version: loan.version + 1,
    firstNo: loan.lastNo + 1,
    endsPenalty: true,
    interestDue: sum(rows.map((row) => row.interest)),
    shares: fundings.map(({ lenderId, fundingId }, place) => {
      const share = shares[place] ?? { principal: [], interest: [] }
      return { lenderId, fundingId, share, interestDue: sum(share.interest) }
    }),
  }
  return { installments: rows, terms }
}

function orInvalid<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) throw new Refusal('INPUT_INVALID')
    throw error
  }
}
