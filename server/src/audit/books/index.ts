/** Public interface of the audit of the books: invariants over the tables of every slice. */
export { type Breach, invariantIds, inspectBooks } from './audit.ts'
export { auditSince, markBooks, type Watermark } from './since.ts'
