// What only tests and tools need of this district. The product does not import it.

export { collectAllReceivables } from './clearing/index.ts'
export {
  assignSuspense,
  listSuspense,
  recordPayment,
  recordTopUp,
  returnSuspense,
  reverseTopUp,
  takeBackBank,
  takeBackCash,
  takeOverBank,
  takeOverCash,
} from './deposit/index.ts'
export { payHeirs, recordEstate } from './estate/index.ts'
export { type StoredDifference, listDifferences } from './reconciliation/differences.ts'
export {
  assignLine,
  chargeWithdrawal,
  disburseByLine,
  returnedByBank,
  sendLineBack,
  settleByLine,
  suspendLine,
  takeLineBack,
} from './reconciliation/index.ts'
export { reconcileDay } from './reconciliation/reconcile.ts'
export { aGivenBackLine, aSentLine, listed } from './reconciliation/testing/line.ts'
export {
  type BankKeys,
  type SnapAnswer,
  aBank,
  aPayingBank,
  bankClient,
  nextExternalId,
  paymentBody,
} from './snap/testing/bank.ts'
export { setTaxYear, slipTable, storeSlip } from './tax/index.ts'
export { lenderTax } from './tax/lender-year.ts'
export { claimTransfer, returnWithdrawal, settleWithdrawal } from './withdrawal/end-withdrawal.ts'
export { stopOrder } from './disbursement-order/end-order.ts'
export { orderDisbursements } from './disbursement-order/order-disbursements.ts'
export { jobs as disbursementJobs } from './disbursement-order/follow.ts'
export { jobs as withdrawalJobs } from './withdrawal/follow.ts'
export { referenceOf } from './withdrawal/follow-transfer.ts'
export { idleCashOf } from './withdrawal/idle-cash/idle-cash.ts'
export { returnIdleCash } from './withdrawal/idle-cash/return-idle-cash.ts'
export { holdWithdrawal } from './withdrawal/withdraw.ts'
export { cashTable } from './deposit/cash-file.ts'
