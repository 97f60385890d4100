import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal } from '../../platform/refusal.ts'
import { insertInstallments } from '../disbursement/index.ts'
import { checkChange, lockServicedLoan } from './lock-loan.ts'
import { useVote } from './passed-vote.ts'
import { checkTerms, planTerms } from './plan.ts'
import { owedOf } from './write-off.ts'
import {
  findByAgreement,
  insertRestructuring,
  type RecordedRestructuring,
  setRestructured,
  setTerms,
  type RestructuredLoan,
  type RestructureLoan,
  supersede,
} from './restructure-store.ts'

/**
 * Restructures a loan: the rest of each funding's principal gets a new schedule, and the new installments are the sums
 * of these. Complete installments stay unchanged. Interest that is not due yet and unpaid penalties are waived, and the
 * answer reports them. Days late are counted by the new schedule from that day on. No money moves. A change of an
 * agreement needs both parties (POJK 40/2024), so the signed one is recorded. It is recorded once: repeated with the
 * same terms it gives the same answer. Several loans may share one agreement. Where the rule asks for it, the lenders
 * must have decided on exactly these terms, and the agreement is the addendum on which they voted.
 * @throws Refusal ADDENDUM_REUSED, LOAN_NOT_FOUND, LOAN_NOT_DISBURSED, LOAN_ENDED, WRITTEN_OFF_BEFORE, DATE_IN_FUTURE,
 *   DATE_BEFORE_DISBURSEMENT, DATE_BEFORE_LAST_EVENT, INPUT_INVALID, VOTE_MISSING, VOTE_OTHER_TERMS, VOTE_BALANCE_CHANGED,
 *   VOTE_OPEN
 */
export const restructureLoan = mutation<Context, RestructureLoan, RestructuredLoan>({
  operation: 'restructureLoan',
  permit: ['operator'],
  secondPair: { read: owedOf },
  async run(tx, input) {
    checkTerms(input)
    checkAgreement(input)
    const serviced = await lockServicedLoan(tx, input.loanNumber)
    const before = await findByAgreement(tx, serviced.loanId, input)
    if (before) return answerAgain(before, input)
    const loan = await checkChange(tx, serviced, input.agreedOn)
    const { kept: done, installments, terms } = await planTerms(tx, loan, input)
    const { version } = terms
    await useVote(tx, loan, input, { ...done, version })
    await supersede(tx, loan.loanId, input.agreedOn)
    await insertInstallments(
      tx,
      installments.map((installment) => ({ ...installment, loanId: loan.loanId, version })),
    )
    await setTerms(tx, terms)
    await setRestructured(tx, loan.loanId)
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

function checkAgreement({ agreement: { reference, sha256 } }: RestructureLoan): void {
  if (reference === '' || !/^[0-9a-f]{64}$/.test(sha256)) throw new Refusal('INPUT_INVALID')
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
