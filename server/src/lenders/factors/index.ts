export { insertChallenge, type Purpose, takeChallenge } from './challenges.ts'
export {
  companyFactorDay,
  factorDay,
  mayBeFactorDay,
  type MissingFactor,
  missingFactorOf,
  setCompanyFactorDay,
} from './company-rule.ts'
export { checkFactor, lenderParty, type Proof, useFactor } from './check-factor.ts'
export { offerFactor } from './offer-factor.ts'
export { endPasskeys, insertPasskey, listPasskeys } from './passkey-store.ts'
export { countCodes, hashCode, makeCodes, replaceCodes } from './recovery-codes.ts'
export {
  findOpenRecovery,
  finishRecovery,
  insertRecovery,
  openRecovery,
  recoveryHours,
  stopOpenRecovery,
} from './recovery-store.ts'
export { deleteExpiredFactorData } from './retention.ts'
export { noteFactors, requireNoFactorDay } from './state.ts'
export { makeSecret, stepOf, uriOf } from './totp.ts'
export {
  acceptTotpOffer,
  deleteTotp,
  findTotp,
  findTotpOffer,
  insertTotpOffer,
} from './totp-store.ts'
