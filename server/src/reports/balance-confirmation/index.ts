/** Public interface of confirmations of balances. */
export { confirmationFile, confirmationsOfYear } from './store.ts'
