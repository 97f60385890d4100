export { deleteExpiredAccess, type Purpose } from './challenges.ts'
export { offerAssertion, offerCreation } from './options.ts'
export {
  countPasskeys,
  endPasskeys,
  findPasskey,
  insertPasskey,
  listPasskeys,
} from './store.ts'
export { verifyAssertion, verifyAttestation } from './verify.ts'
