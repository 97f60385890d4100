export {
  concentrationOf,
  getConcentration,
  joinMix,
  mixColumns,
  type PlannedFunding,
} from './concentration.ts'
