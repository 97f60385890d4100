export { type Breach, auditBooks, auditSince, inspectBooks, markBooks } from './books/index.ts'
