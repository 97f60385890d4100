/** What moved on the cash of lenders. */
export { listTransactions } from './list.ts'
