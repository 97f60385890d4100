export type TransferKind =
  | 'TOP_UP'
  | 'FUNDING'
  | 'DISBURSEMENT'
  | 'REPAYMENT'
  | 'REFUND'
  | 'SUSPENSE'
  | 'WITHDRAWAL'

/** One movement of whole rupiah from the debited to the credited account. */
export type Movement = { debit: number; credit: number; amount: number }

export type Journal = {
  /** Time-ordered id that all its transfers share. */
  id: string
  kind: TransferKind
  /** What it is for; with the kind it names the event. */
  ref: string
  movements: readonly Movement[]
  newId: () => string
}

/** The ledger was asked for what no caller may ask. It is a fault of the program, not a refusal. */
export class LedgerBreach extends Error {}
