export { takeBackTransfer } from './take-back-transfer.ts'
export { transferHoldings } from './transfer-holdings.ts'
