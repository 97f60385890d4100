export { fundedOffers } from './funded-offers.ts'
