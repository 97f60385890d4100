export { callOf, whoOf } from './call-of.ts'
export { listFactors } from './list-factors.ts'
export { recoverFactors, stopFactorRecovery } from './recovery.ts'
