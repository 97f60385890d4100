export {
  lenderPage,
  loanPage,
  paymentPage,
  reveal,
  searchAll,
  trailOfLender,
  withdrawalPage,
} from './console/index.ts'
export { listPortfolio } from './portfolio/list.ts'
export { listTransactions } from './transactions/index.ts'
export { issueDueStatements } from './statements/index.ts'
