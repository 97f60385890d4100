/** Public interface of the statements of account: those issued monthly, and those for any period. */
export { issueDueStatements, issueStatement, makeStatement } from './issue.ts'
export { missingStatements } from './metrics.ts'
export { movementsOf, type StatementMovement } from './movements.ts'
export { statementPdf } from './download.ts'
export { findStatements, statementsOfYear } from './store.ts'
