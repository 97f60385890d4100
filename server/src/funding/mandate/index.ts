/** Public interface of the standing mandate: who may fund automatically, within which ceilings, and until when. */
export { revokeMandateOf } from './end-mandate.ts'
export { checkMandates, type MandateInForce, mandatesInForce, recordMandated } from './in-force.ts'
export {
  isMandateInForce,
  isMandateInForceLocked,
  type MandatedFunding,
  mandateOfFunding,
} from './stands.ts'
export { grantedOf, listOpen, type MandateRow, openOf } from './store.ts'
export { readMandate } from './standing.ts'
