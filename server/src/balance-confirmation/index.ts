/** Public interface of confirmations of balances. */
export { revokeConfirmation } from './revoke.ts'
export { type Confirmation, confirmationsOf, findByNumber } from './store.ts'
