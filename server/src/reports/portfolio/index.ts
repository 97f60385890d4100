export { fundedOffers } from '../../funding/marketplace/funded-offers.ts'
export { watchPortfolios } from './searching/metrics.ts'
export { makePortfolioPacker, packPortfolios } from './searching/pack.ts'
