/** One rule of the books as a query that returns no row while the rule holds. */
export type Invariant = {
  /** The number of the invariant, under which docs/ledger.md explains it. */
  id: string
  holds: string
  sql: string
}
