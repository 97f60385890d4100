/** Public interface of the statements of account: those issued for a month, and those over any days. */
export { issueDueStatements } from './issue.ts'
export { missingStatements, watchStatements } from './metrics.ts'
export { statementPdf } from './download.ts'
export { statementsOfYear } from './store.ts'
