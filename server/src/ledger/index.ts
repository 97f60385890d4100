/** The ledger's door: the only way to money. What is not exported here is nobody else's business. */
export {
  type Account,
  type AccountKind,
  accountOf,
  cashOf,
  chart,
  lockAccounts,
  lockOwners,
  openAccount,
  openAccounts,
} from './accounts.ts'
export { auditBooks, type Breach } from './books/audit.ts'
export { type NewHold, release, releaseMany, reserve, settle, settleParts } from './holds.ts'
export { type Journal, LedgerBreach, type Movement, type TransferKind } from './journal.ts'
export { pocketKey, pocketOf, pocketsOf, pursesOf } from './pockets.ts'
export { post } from './post.ts'
export { postMany } from './post-many.ts'
export { settleLocked } from './settle-locked.ts'
export { type PagedLine, type StatementLine, statement, statementPage } from './statement.ts'
