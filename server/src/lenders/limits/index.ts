export { type AppliedLimits, limitsOfBulk, limitsOfFunding } from './applied.ts'
export {
  type Allowance,
  allowanceOf,
  checkLimits,
  type LenderFault,
  lenderFaults,
  type LimitCheck,
  type LimitRecord,
  limitsNow,
  limitReaders,
  limitRecordColumns,
  refuseAboveLimits,
  roomOf,
} from './check.ts'
export { hasAge, identityFaults } from './identity.ts'
export {
  factReader,
  joinLimits,
  type LimitColumns,
  limitColumns,
  type LimitFacts,
  readLimitColumns,
  readLimitFacts,
} from './facts.ts'
export { beyondLaw, describeLimits } from './law.ts'
export {
  hasIncomeLimit,
  isProfessional,
  type LenderKind,
  type Limit,
  type LimitRule,
  lenderKinds,
} from './rule.ts'
export { findRuleInForce, type KeptRule, listRules } from './rule-store.ts'
export { limitsOnDay, type SetLimits, setLimits } from './set-limits.ts'
export { startWithLimits } from './start.ts'
export { unidentifiedLenders } from './unidentified.ts'
