export { fundedAt } from './funded-at.ts'
export { makePortfolioPacker, packPortfolios } from './searching/pack.ts'
