import type { Context } from '../context.ts'
import type { GatedCommand } from '../platform/registration.ts'
import { payOutClearing, reversePayout } from './clearing/index.ts'
import {
  resolveConflict,
  creditTopUp,
  takeOverBank,
  takeBackBank,
  recordTopUp,
  reverseTopUp,
  assignSuspense,
  returnSuspense,
  takeBackCash,
  takeOverCash,
} from './deposit/index.ts'
import { orderDisbursements } from './disbursement-order/index.ts'
import { payHeirs, recordEstate, changeHeirAccount, takeBackEstate } from './estate/index.ts'
import {
  assignLine,
  sendLineBack,
  resolveDifference,
  disburseByLine,
  enterByLine,
  creditFromStatement,
  returnedByBank,
  chargeWithdrawal,
  settleByLine,
  takeLineBack,
  matchToPayment,
  matchToWithdrawal,
  matchToTransfer,
} from './reconciliation/index.ts'
import { storeSlip, withdrawSlip, setTaxYear } from './tax/index.ts'
import { returnUnpaid, returnIdleCash } from './withdrawal/index.ts'

/** Three commands of one name: what the line is matched to tells which. */
const matchBankLine: GatedCommand<Context> = {
  ...(matchToPayment as GatedCommand<Context>),
  run(tx, input, call) {
    const kinds = { paymentRequestId: matchToPayment, withdrawalId: matchToWithdrawal, name: matchToTransfer }
    const found = Object.entries(kinds).find(([key]) => key in (input as object))
    if (!found) throw new Error('The proposal does not say what the line is matched to.')
    return (found[1] as GatedCommand<Context>).run(tx, input, call)
  },
}

/** The commands of this district that declare `secondPair`. */
export const gated: readonly GatedCommand<Context>[] = [
  payOutClearing,
  reversePayout,
  resolveConflict,
  creditTopUp,
  takeOverBank,
  takeBackBank,
  recordTopUp,
  reverseTopUp,
  assignSuspense,
  returnSuspense,
  takeBackCash,
  takeOverCash,
  orderDisbursements,
  payHeirs,
  recordEstate,
  changeHeirAccount,
  takeBackEstate,
  assignLine,
  sendLineBack,
  resolveDifference,
  disburseByLine,
  enterByLine,
  creditFromStatement,
  returnedByBank,
  chargeWithdrawal,
  settleByLine,
  takeLineBack,
  storeSlip,
  withdrawSlip,
  setTaxYear,
  returnUnpaid,
  returnIdleCash,
  matchBankLine,
]
