// What only tests and tools need of this district. The product does not import it.

export { invariants } from './books/audit.ts'
export { auditBooks } from './books/testing/audit-books.ts'
export { readsInvariants } from './books/reads-invariants.ts'
export { acceptLateEntry } from './operator/accept-late-entry.ts'
