export { limitsOfBulk, limitsOfFunding } from './applied.ts'
export {
  allowanceOf,
  checkLimits,
  type LenderFault,
  lenderFaults,
  type LimitCheck,
  type LimitRecord,
  limitReaders,
  limitRecordColumns,
  refuseAboveLimits,
  roomOf,
} from './check.ts'
export { hasAge } from './identity.ts'
export {
  factReader,
  joinLimits,
  type LimitColumns,
  limitColumns,
  readLimitColumns,
  readLimitFacts,
} from './facts.ts'
export { hasIncomeLimit, type LenderKind, lenderKinds } from './rule.ts'
export { listRules } from './rule-store.ts'
export { limitsOnDay, type SetLimits, setLimits } from './set-limits.ts'
export { startWithLimits } from './start.ts'
