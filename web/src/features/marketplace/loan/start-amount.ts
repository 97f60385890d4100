import { checkFundingAmount } from '@pematang/contract/funding/rules'
import type { MarketplaceLoan } from '@pematang/contract/marketplace/endpoints'

type Loan = Pick<MarketplaceLoan, 'minimumFunding' | 'outstandingFunding'>

/** Whether the loan takes this amount, whatever the lender's cash is: it can still be topped up. */
export const isTaken = ({ minimumFunding, outstandingFunding }: Loan, amount: number): boolean =>
  checkFundingAmount({ amount, cashBalance: amount, minimumFunding, outstandingFunding }) === null

/** The amount with which a loan's page opens: the least that the loan takes, in whole rupiah. */
export const startAmount = (loan: Loan): number =>
  isTaken(loan, loan.minimumFunding) ? loan.minimumFunding : loan.outstandingFunding
