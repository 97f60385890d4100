import { addLedger } from './accounts.ts'
import { addAuditTrail } from './audit-trail.ts'
import { addBooks } from './books.ts'

export const commands = { books: addBooks, ledger: addLedger, audit: addAuditTrail }
