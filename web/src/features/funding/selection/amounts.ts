import { checkFundingAmount } from '@pematang/contract/funding/single/rules'
import { screenRefusals } from '@pematang/contract/screen-refusals'
import type { LoanToRead } from '../../../agreement/use-agreement.ts'
import type { Chosen } from './chosen.ts'
import type { CheckedSelection } from './fund-selection.ts'

/** Codes of refusals that depend on the lender's cash or limit; they are shown once, below the list. */
const ofLender: readonly (string | undefined)[] = [
  'CASH_TOO_LOW',
  'FUNDING_ABOVE_INCOME_LIMIT',
  'FUNDING_ABOVE_LENDER_SHARE',
  'FUNDING_ABOVE_NON_PROFESSIONAL_SHARE',
]

/** The results of the last check, by loan number. */
export type Checked = ReadonlyMap<string, CheckedSelection['list'][number]>

export const byNumber = (list: CheckedSelection['list']): Checked =>
  new Map(list.map((one) => [one.loanNumber, one]))

/**
 * The sentence under the amount of a loan, or null. The server's refusal is shown as long as the amount is the refused
 * one; whether cash and limit suffice for all loans is shown once, below the list.
 */
export function sentenceOf(one: Chosen, checked: Checked): string | null {
  const answer = checked.get(one.loanNumber)
  const isOfLender = ofLender.includes(answer?.refusal?.code)
  if (answer?.refusal && !isOfLender && (answer.amount === one.amount || isGone(one, checked)))
    return answer.refusal.message
  if (one.amount === null) return null
  const breach = checkFundingAmount({ ...one, amount: one.amount, cashBalance: Number.MAX_SAFE_INTEGER })
  return breach && screenRefusals[breach.code].sentence({ amount: breach.amount })
}

/** Whether the loan can no longer be funded with any amount. */
export const isGone = ({ loanNumber }: Chosen, checked: Checked): boolean =>
  checked.get(loanNumber)?.outstandingFunding === 0

/** The selected loans, updated with the figures of the check. */
export const withFigures = (chosen: readonly Chosen[], checked: Checked): readonly Chosen[] =>
  chosen.map((one) => {
    const { minimumFunding, outstandingFunding = 0 } = checked.get(one.loanNumber) ?? {}
    return outstandingFunding > 0 && minimumFunding ? { ...one, minimumFunding, outstandingFunding } : one
  })

/** The loans in the format of the request, if each has a valid amount; otherwise null. */
export function readyLoans(
  chosen: readonly Chosen[],
  checked: Checked,
): readonly [LoanToRead, ...LoanToRead[]] | null {
  const loans = chosen.flatMap((one) =>
    one.amount === null || sentenceOf(one, checked) !== null
      ? []
      : [{ loanNumber: one.loanNumber, amount: one.amount }],
  )
  const [first, ...others] = loans
  return first && loans.length === chosen.length ? [first, ...others] : null
}
