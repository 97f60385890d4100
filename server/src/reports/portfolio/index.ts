export { fundedAt } from './funded-at.ts'
