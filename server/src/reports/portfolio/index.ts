export { watchPortfolios } from './searching/metrics.ts'
export { makePortfolioPacker, packPortfolios } from './searching/pack.ts'
