/** Public interface of the ledger, the only way to move money. */
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
  openAccountsByCopy,
} from './accounts.ts'
export { claimShortfalls, isClaimable, lockClearing, setOff } from './claims.ts'
export { type BankPosition, bankPositions, nonBankKinds } from './escrow.ts'
export { accountOfHold, release, releaseMany, reserve, settle, settleMany, settleParts } from './holds.ts'
export { cashAt } from './cash-at.ts'
export { AccountFull, type Journal, LedgerBreach, type Movement, type TransferKind } from './journal.ts'
export { cashAccountKey, cashAccountOf, cashAccountsOf, cashBalancesOf } from './cash-accounts.ts'
export { clearingPositions, kindPositions, kinds, openPositions, trialBalance } from './positions.ts'
export { post } from './post.ts'
export { postMany } from './post-many.ts'
export { advanceCash, collectReceivables, lendersWithReceivables } from './receivable.ts'
export { insertReversal, type Reversed, reverseJournal, reverseJournals } from './reverse.ts'
export { withdrawableBalance } from './recorded-balance.ts'
export {
  type CashSpan,
  cashSpansOf,
  linesBetween,
  type PagedLine,
  type SpanLine,
  statement,
  statementPage,
  closingCashOf,
} from './statement.ts'
