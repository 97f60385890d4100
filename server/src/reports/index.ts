export { issueDueStatements } from './statements/index.ts'
