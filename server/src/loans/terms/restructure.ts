import type { Context } from '../../context.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { insertInstallments } from '../disbursement/index.ts'
import { balanceOn, unpaidOf } from '../repayment/index.ts'
import { highestRate, longestTenor } from '@pematang/contract/loans/terms'
import type { BusinessDate } from '@pematang/contract/format/business-date'
import { type Installment, scheduleFundings } from '../../books/index.ts'
import { type StillOwed, stillOwed } from './settle-store.ts'
import { type ChangingLoan, checkChange, lockServicedLoan } from './lock-loan.ts'
import {
  findByAgreement,
  insertRestructuring,
  type NewTerms,
  type RecordedRestructuring,
  setRestructured,
  setTerms,
  type RestructuredLoan,
  type RestructureLoan,
  supersede,
} from './restructure-store.ts'
import { sum } from '../../platform/sum.ts'

/**
 * Restructures a loan: the rest of each funding's principal gets a new schedule, and the new installments are the sums
 * of these. Complete installments stay unchanged. Interest that is not due yet and unpaid penalties are waived, and the
 * answer reports them. Days late are counted by the new schedule from that day on. No money moves. A change of an
 * agreement needs both parties (POJK 40/2024), so the signed one is recorded. It is recorded once: repeated with the
 * same terms it gives the same answer. Several loans may share one agreement.
 * @throws Refusal ADDENDUM_REUSED, LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, LOAN_ENDED, WRITTEN_OFF_BEFORE, DATE_IN_FUTURE,
 *   DATE_BEFORE_DISBURSEMENT, DATE_BEFORE_LAST_EVENT, INPUT_INVALID
 */
export const restructureLoan = mutation<Context, RestructureLoan, RestructuredLoan>({
  operation: 'restructureLoan',
  permit: ['operator'],
  secondPair: true,
  async run(tx, input) {
    checkTerms(input)
    const serviced = await lockServicedLoan(tx, input.loanNumber)
    const before = await findByAgreement(tx, serviced.loanId, input)
    if (before) return answerAgain(before, input)
    const loan = await checkChange(tx, serviced, input.agreedOn)
    const fundings = await overdueOf(tx, loan, input.agreedOn)
    const overdue = sum(fundings.map(({ interest }) => interest))
    const kept = input.keepInterest ? overdue : 0
    const penaltyWaived = await penaltyOwed(tx, loan, input.agreedOn)
    const { installments, terms } = newTerms(input, loan, fundings)
    const { version } = terms
    await supersede(tx, loan.loanId, input.agreedOn)
    await insertInstallments(
      tx,
      installments.map((installment) => ({ ...installment, loanId: loan.loanId, version })),
    )
    await setTerms(tx, terms)
    await setRestructured(tx, loan.loanId)
    const done = {
      principal: loan.principalDue,
      interestKept: kept,
      interestWaived: overdue - kept,
      penaltyWaived,
    }
    await insertRestructuring(tx, { ...input, ...done, loanId: loan.loanId, version })
    const answer = {
      loanId: loan.loanId,
      version,
      ...done,
      installments: installments.length,
      repeated: false,
    }
    return {
      answer,
      subject: `loan:${loan.loanId}`,
      detail: { ...done, version, agreedOn: input.agreedOn, agreement: input.agreement.reference },
    }
  },
})

function checkTerms({ interest, tenor, tenorPeriod, agreement }: RestructureLoan): void {
  const isRate = /^\d+(\.\d+)?$/.test(interest) && Number(interest) <= Number(highestRate)
  const inRange = isRate && tenor >= 1 && tenor <= longestTenor[tenorPeriod]
  const named = agreement.reference !== '' && /^[0-9a-f]{64}$/.test(agreement.sha256)
  if (!inRange || !named) throw new Refusal('INPUT_INVALID')
}

/** The answer to a restructuring that is repeated, which is not affected by what happened to the loan since. */
function answerAgain({ sameTerms, ...before }: RecordedRestructuring, { keepInterest }: RestructureLoan) {
  const { interestKept, interestWaived, loanId, version } = before
  // Whether to keep the interest shows only where there was some.
  const sameInterest = keepInterest ? interestWaived === 0 : interestKept === 0
  if (!sameTerms || !sameInterest) throw new Refusal('ADDENDUM_REUSED')
  const answer: RestructuredLoan = { ...before, repeated: true }
  return { answer, subject: `loan:${loanId}`, detail: { version, repeated: true } }
}

/** What each funding is still owed: all its unpaid principal, and the unpaid interest that was due by that day. */
async function overdueOf(tx: Transaction, loan: ChangingLoan, on: BusinessDate): Promise<StillOwed[]> {
  const unpaid = (await unpaidOf(tx, [loan.loanId])).get(loan.loanId) ?? []
  return stillOwed(
    tx,
    loan.loanId,
    unpaid.filter(({ dueDate }) => dueDate <= on),
  )
}

async function penaltyOwed(tx: Transaction, loan: ChangingLoan, on: BusinessDate): Promise<number> {
  return sum([...(await balanceOn(tx, loan, on)).penalties.values()])
}

/** The new installments, which continue the numbering, with the schedule of each funding. */
function newTerms(
  input: RestructureLoan,
  loan: ChangingLoan,
  fundings: readonly StillOwed[],
): { installments: Installment[]; terms: NewTerms } {
  const { agreedOn, startsOn = agreedOn, interest, interestType, tenor, tenorPeriod } = input
  if (startsOn < loan.disbursedOn) throw new Refusal('INPUT_INVALID')
  const kept = fundings.map((funding) => (input.keepInterest ? funding.interest : 0))
  const { installments, shares } = orInvalid(() =>
    scheduleFundings(
      fundings.map(({ principalDue }) => principalDue),
      { annualRate: interest, interestType, tenor, tenorPeriod, startDate: startsOn },
    ),
  )
  // An installment cannot fall due before the day on which the terms were agreed.
  if ((installments[0]?.dueDate ?? '') < agreedOn) throw new Refusal('INPUT_INVALID')
  const withKept = (interests: readonly number[], more: number) =>
    interests.with(0, (interests[0] ?? 0) + more)
  const rows = installments.map((row, place) => ({
    ...row,
    no: loan.lastNo + row.no,
    interest: row.interest + (place === 0 ? sum(kept) : 0),
  }))
  const terms = {
    loanId: loan.loanId,
    version: loan.version + 1,
    firstNo: loan.lastNo + 1,
    endsPenalty: true,
    interestDue: sum(rows.map((row) => row.interest)),
    shares: fundings.map(({ lenderId, fundingId }, place) => {
      const { principal, interest: interests } = shares[place] ?? { principal: [], interest: [] }
      const share = { principal, interest: withKept(interests, kept[place] ?? 0) }
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
