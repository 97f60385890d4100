import type { Context } from '../context.ts'
import type { GatedCommand } from '../platform/registration.ts'
import { disburseLoan, storeLoanAccount } from './disbursement/index.ts'
import { extendOffer, publishLoans, renameBorrower } from './offers/index.ts'
import {
  addLoanType,
  setLoanTypeStatus,
  setOfferRule,
  publishProduct,
  uploadProduct,
} from './products/index.ts'
import { recordRepayment } from './repayment/index.ts'
import {
  reverseDisbursement,
  reverseRepayment,
  reverseRestructuring,
  reverseWriteOff,
} from './reversals/index.ts'
import { takeBackLoan, takeOverLoan } from './take-over/index.ts'
import { restructureLoan, settleEarly, writeOffLoan } from './terms/index.ts'
import { callVote, recordHeirsVote, setVoteRule } from './votes/index.ts'

/** The commands of this district that declare `secondPair`. */
export const gated: readonly GatedCommand<Context>[] = [
  disburseLoan,
  storeLoanAccount,
  extendOffer,
  publishLoans,
  renameBorrower,
  addLoanType,
  setLoanTypeStatus,
  setOfferRule,
  publishProduct,
  uploadProduct,
  recordRepayment,
  reverseDisbursement,
  reverseRepayment,
  reverseRestructuring,
  reverseWriteOff,
  takeBackLoan,
  takeOverLoan,
  restructureLoan,
  settleEarly,
  writeOffLoan,
  callVote,
  recordHeirsVote,
  setVoteRule,
]
