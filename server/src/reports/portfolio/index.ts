export { makePortfolioPacker, packPortfolios } from './searching/pack.ts'
