export type TransferKind =
  | 'TOP_UP'
  | 'CASH_OPENING'
  | 'BANK_OPENING'
  | 'FUNDING'
  | 'OPENING'
  | 'DISBURSEMENT'
  | 'REPAYMENT'
  | 'REFUND'
  | 'SUSPENSE'
  | 'WITHDRAWAL'
  | 'WITHDRAWAL_RETURN'
  | 'REVERSAL'
  | 'RECOVERY'
  | 'PAYOUT'
  | 'ADVANCE'
  | 'CLAIM'
  | 'SET_OFF'

/** One transfer of whole rupiah from the debited to the credited account. */
export type Movement = { debit: number; credit: number; amount: number }

export type Journal = {
  /** Time-ordered id that all its transfers share. */
  id: string
  kind: TransferKind
  /** Reference of the business event; unique together with the kind. */
  ref: string
  movements: readonly Movement[]
  newId: () => string
  /** The highest balance that a credited account may reach, whole rupiah; 2^53-1 by default. */
  maxBalance?: number
}

/** A caller violated a rule of the ledger: a programming error, not a refusal. */
export class LedgerBreach extends Error {}

/** The account would exceed its maximum balance. */
export class AccountFull extends LedgerBreach {
  constructor(account: number, maximum: number) {
    super(`account ${account} would hold more than ${maximum} rupiah`)
  }
}
