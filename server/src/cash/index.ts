export { payOutClearing } from './clearing/index.ts'
export { creditTopUp } from './deposit/credit-top-up.ts'
export { taxPeriods } from './tax/index.ts'
