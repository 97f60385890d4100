import type { Message, Share } from './messages.ts'

/** The cash of a lender; what is held of it is still theirs and cannot be used. */
export type Account = { cash: number; held: number }

export type FundingState =
  /** Held, and the loan's home has not answered yet. */
  | 'asked'
  | 'refused'
  | 'reserved'
  | 'expired'
  /** Signed, and the money is on its way to the loan. */
  | 'settling'
  | 'settled'
  /** Its loan was cancelled, before or after its money had arrived. */
  | 'cancelled'
  | 'refunded'

/** A funding at its lender's cell. */
export type Funding = {
  id: number
  key: string
  lender: number
  loan: number
  home: number
  amount: number
  state: FundingState
  /** When it was reserved; it expires a set time later. */
  reservedAt: number
}

/** What a loan's home has decided on a funding. */
export type Decision = {
  funding: number
  lender: number
  cell: number
  loan: number
  amount: number
  state:
    | 'taken'
    | 'refused'
    | 'released'
    | 'settled'
    | 'cancelled'
    | 'refunded'
    /** Its money came when it had ended, and was sent back. */
    | 'returned'
}

export type Loan = {
  id: number
  total: number
  reserved: number
  funded: number
  /** Money that was paid for the loan and waits to be paid out. */
  escrow: number
  state: 'open' | 'cancelled' | 'paid-out'
  installmentsPaid: number
  fundings: number[]
}

/** Money by the other cell and the period of the message: what the audit between cells compares. */
export type Sums = Map<string, number>
export const sumKey = (cell: number, period: number): string => `${cell}:${period}`

/** All that a cell has committed, and nothing else: what a crash leaves. */
export type Books = {
  cell: number
  accounts: Map<number, Account>
  fundings: Map<number, Funding>
  /** The funding under each idempotency key. */
  keys: Map<string, number>
  withdrawals: Map<string, { lender: number; amount: number; isSent: boolean }>
  loans: Map<number, Loan>
  decisions: Map<number, Decision>
  outbox: Map<string, Message>
  /** The shares of each repayment that was received, and what was credited of them to each lender. */
  repayments: Map<string, readonly Share[]>
  credited: Map<number, number>
  /** What this home has distributed to each lender, of any cell. */
  distributed: Map<number, number>
  sent: Sums
  received: Sums
  /** Money that came from outside of all cells, and that went out. */
  paidIn: number
  paidOut: number
}

export function emptyBooks(cell: number): Books {
  return {
    ...{ cell, paidIn: 0, paidOut: 0 },
    ...{ accounts: new Map(), fundings: new Map(), keys: new Map(), withdrawals: new Map() },
    ...{
      loans: new Map(),
      decisions: new Map(),
      distributed: new Map(),
      repayments: new Map(),
      credited: new Map(),
    },
    ...{ outbox: new Map(), sent: new Map(), received: new Map() },
  }
}

export function addTo<Key>(sums: Map<Key, number>, key: Key, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount)
}

/**
 * The row with this key.
 * @throws Error if there is none, which no message and no client can cause
 */
export function rowOf<Key, Row>(table: ReadonlyMap<Key, Row>, key: Key): Row {
  const row = table.get(key)
  if (row === undefined) throw new Error(`there is no row ${String(key)}`)
  return row
}
