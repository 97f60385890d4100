/** Public interface of the standing mandate: who may fund automatically, within which ceilings, and until when. */
export { revokeMandateOf } from './end-mandate.ts'
export { checkMandates, mandatesInForce, recordMandated } from './in-force.ts'
export { isMandateInForce, isMandateInForceLocked, mandateOfFunding } from './stands.ts'
export { openOf } from './store.ts'
export { readMandate } from './standing.ts'
