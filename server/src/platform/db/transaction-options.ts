import type { Statement } from './database.ts'

export type TransactionOptions = {
  /**
   * Whether running the work again is harmless although the first run may have been committed, because it has an
   * idempotency key or checks the state. If false, an unknown outcome is reported and the work is not repeated.
   */
  repeatable: boolean
  /** Further errors after which another attempt may succeed. */
  again?: (error: unknown) => boolean
  /**
   * Whether the work starts before the response to BEGIN arrives, which saves a round trip. It must await `tx.begun`
   * before it changes anything: if BEGIN failed, each statement would be committed separately.
   */
  eager?: boolean
  /**
   * Set for frequent work that finds rows by sets of keys: its statements are planned once per connection, and never
   * with a sequential scan (see `docs/decisions/0009-fundings-in-sets.md`).
   */
  byKeys?: boolean
  /** Set for work that only reads, and whose statements must agree: all see the database as of one moment. */
  snapshot?: true
  early?: EarlyRelease | undefined
}

/**
 * Releases the locks at COMMIT, before it is flushed to the disk (and a synchronous standby). The work still resolves
 * only after the flush: see `docs/decisions/0009-fundings-in-sets.md`.
 */
export type EarlyRelease = {
  /**
   * Sent directly behind COMMIT. It commits a write of its own, which waits until all earlier commits are durable. It
   * returns a row only if it sees the writes of the transaction, because it may reach a server that has lost them. Null
   * if the transaction has written nothing. Called when COMMIT is sent.
   */
  flush: () => Statement | null
  /** Called when the locks are released. */
  onReleased(): void
}
