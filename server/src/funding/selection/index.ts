export { fundSelection } from './fund.ts'
