/** Public interface of the portfolio report: the positions of a lender at the end of any day. */
export { type Position, positionsOn } from './positions.ts'
export { qualityNames } from './report.ts'
