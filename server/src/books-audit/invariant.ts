/** One rule of the books as a query that returns no row while the rule holds. */
export type Invariant = {
  /** The number of its explanation in docs/ledger.md. */
  id: string
  holds: string
  sql: string
}
