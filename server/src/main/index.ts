export { startProcess } from './process.ts'
export { moneyOperations } from './today/money-operations.ts'
