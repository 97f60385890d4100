export { completeListed, completeOrder, nameOrderedLines } from './complete-listed.ts'
export { stopOrder } from './end-order.ts'
export { orderDisbursements } from './order-disbursements.ts'
