import { checkFundingAmount, type FundingQuestion } from '@pematang/contract/funding/single/rules'
import { screenRefusals } from '@pematang/contract/screen-refusals'
import { roomSentence } from '../lender/funding-room.tsx'

type Question = Omit<FundingQuestion, 'amount'> & {
  amount: number | null
  /** The remaining legal limit of the lender; null if none applies. */
  fundingRoom: number | null
}

/**
 * The error sentence for an amount, the same that the server would answer with, or null. For the legal limits it does
 * not name the limit that is exceeded. An empty field has no error yet.
 * @param question amounts in whole rupiah
 */
export function amountSentence(question: Question): string | null {
  const { amount, fundingRoom } = question
  if (amount === null) return null
  const breach = checkFundingAmount({ ...question, amount })
  if (breach) return screenRefusals[breach.code].sentence({ amount: breach.amount })
  return fundingRoom !== null && amount > fundingRoom ? roomSentence(fundingRoom) : null
}
