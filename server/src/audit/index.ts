export { type Breach, auditSince, inspectBooks, markBooks } from './books/index.ts'
export { makeBooksChecker } from './check/index.ts'
export { reversalsBecause, touchingLender, touchingLoan } from './operator/touching.ts'
