/** Public interface of confirmations of balances. */
export { revokeConfirmation } from './revoke.ts'
export {
  type Confirmation,
  confirmationFile,
  confirmationsOf,
  confirmationsOfYear,
  findByNumber,
} from './store.ts'
