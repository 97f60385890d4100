export { type Breach, auditSince, inspectBooks, markBooks } from './books/index.ts'
export { reversalsBecause, touchingLender, touchingLoan } from './operator/touching.ts'
