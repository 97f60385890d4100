/** Public interface of the concentration of a portfolio: its shares after fundings. */
export {
  concentrationOf,
  getConcentration,
  joinMix,
  mixColumns,
  type PlannedFunding,
} from './concentration.ts'
