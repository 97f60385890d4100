/** One rule of the books as a question that has no row while the rule holds. */
export type Invariant = {
  /** The number under which docs/ledger.md explains it. */
  id: string
  holds: string
  sql: string
}
