/** Public interface of the insight into a portfolio: its shares after fundings. */
export { concentrationOf, joinMix, mixColumns, type PlannedFunding } from './concentration.ts'
