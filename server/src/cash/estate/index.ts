export { payHeirs } from './pay-heirs.ts'
export { changeHeirAccount, recordEstate, takeBackEstate } from './record-estate.ts'
export { type Fraction, largestDenominator } from './shares.ts'
export { estatesWithCash, type HeirAccount } from './store.ts'
