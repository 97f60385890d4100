export {
  type Quality,
  type QualityFigures,
  borrowerQualityThreshold,
  formatShare,
  lateLoansOn,
  qualities,
  qualityOf,
  qualityRanges,
  tkbOf,
} from './credit-quality/index.ts'
export { listInstallments } from './repayment/index.ts'
