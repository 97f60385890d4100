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
export { issueDueStatements, issueStatement, makeStatement } from './statements/index.ts'
