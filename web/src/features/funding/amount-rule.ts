import { checkFundingAmount, type FundingQuestion } from '@pematang/contract/funding/rules'
import { refusals } from '@pematang/contract/refusals'

/**
 * The sentence for an amount that cannot be funded, the very one the server would refuse it with, or null.
 * An empty field is not wrong yet.
 * @param question amounts in whole rupiah
 */
export function amountSentence(question: Omit<FundingQuestion, 'amount'> & { amount: number | null }) {
  const { amount } = question
  if (amount === null) return null
  const breach = checkFundingAmount({ ...question, amount })
  return breach && refusals[breach.code].sentence({ amount: breach.amount })
}
