import { checkFundingAmount } from '@pematang/contract/funding/single/rules'
import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'

type Loan = Pick<MarketplaceLoan, 'minimumFunding' | 'outstandingFunding'>

/** Whether the loan accepts this amount, regardless of the lender's cash, which can still be topped up. */
export const isTaken = ({ minimumFunding, outstandingFunding }: Loan, amount: number): boolean =>
  checkFundingAmount({ amount, cashBalance: amount, minimumFunding, outstandingFunding }) === null

/** The initial amount on a loan's page: the minimum that the loan accepts, in whole rupiah. */
export const startAmount = (loan: Loan): number =>
  isTaken(loan, loan.minimumFunding) ? loan.minimumFunding : loan.outstandingFunding
