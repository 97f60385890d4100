import type { Context } from '../context.ts'
import type { GatedCommand } from '../platform/registration.ts'
import { takeOverBank, takeOverCash } from './deposit/index.ts'
import { matchToPayment, matchToTransfer, matchToWithdrawal } from './reconciliation/index.ts'
import { storeSlip, withdrawSlip } from './tax/index.ts'

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

/** The commands of this district that declare `secondPair` and have no form in the console. */
export const gated: readonly GatedCommand<Context>[] = [
  takeOverBank,
  takeOverCash,
  storeSlip,
  withdrawSlip,
  matchBankLine,
]
