export { makeBooksChecker } from './check.ts'
