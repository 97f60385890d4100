export { createApp } from './app.ts'
export { startProcess } from './process.ts'
export { apiPrefix } from './routes.ts'
export { moneyOperations } from './today/money-operations.ts'
