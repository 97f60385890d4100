export { fundedOffers } from './funded-offers.ts'
export { makePortfolioPacker, packPortfolios } from './searching/pack.ts'
