/** Destination account. The bank is identified by its three-digit code. */
export type Destination = {
  accountNumber: string
  accountName: string
  bankCode: string
  /** INTERBANK: another bank than the paying one (services 16 and 18). IM: the same one (15 and 17). */
  transferType: 'INTERBANK' | 'IM'
}

/** A transfer order. `reference` is our unique partnerReferenceNo. */
export type TransferOrder = Destination & {
  reference: string
  /** Whole rupiah. */
  amount: number
  /** Time of the order and of its signature, so that a bank rejects it when it arrives late. */
  at: Date
}

/** Result of an account inquiry: holder and whether it is active, or the refusal's code. */
export type Inquiry =
  | { end: 'known'; accountName: string; active: boolean }
  | { end: 'refused'; code: string }

/**
 * Outcome of a transfer order. paid: done. refused: final. not-taken: the bank did not process it (token, rate limit),
 * so it may be sent again under its reference. unknown: only `status` shows the outcome.
 */
export type TransferAnswer =
  | { end: 'paid'; bankReference: string | null }
  | { end: 'refused'; code: string }
  | { end: 'not-taken'; code: string }
  | { end: 'unknown'; why: string }

/** Status of a transfer by our reference. `amount` as the bank states it, if it does; whole rupiah. */
export type TransferStatus =
  | { end: 'paid'; bankReference: string | null; amount: number | null }
  | { end: 'under-way' }
  | { end: 'failed'; code: string }
  /** Unknown to the bank. That is not final while the order may still be in flight. */
  | { end: 'not-found' }

/** A line of our account's statement. A returned transfer is a CREDIT line of its own. */
export type BankLine = {
  type: 'DEBIT' | 'CREDIT'
  /** Whole rupiah. */
  amount: number
  at: Date
  /** Our reference of a transfer; null for other lines. */
  reference: string | null
  bankReference: string | null
  /**
   * For a payment in to a virtual account: the bank's id, as in its notice, and the account's number; otherwise null.
   */
  paymentRequestId: string | null
  number: string | null
}

/** A statement of our account: lines, and the balance if the bank states it; whole rupiah. */
export type BankStatement = { lines: BankLine[]; balance: { amount: number; at: Date } | null }

/** A bank that sends transfers. Every call ends within a time limit. */
export type PayingBank = {
  /** @throws BankUnavailable */
  inquire(destination: Destination, reference: string): Promise<Inquiry>
  /** Sends a transfer order. Never throws: an unclear outcome is `unknown`. */
  transfer(order: TransferOrder): Promise<TransferAnswer>
  /** @throws BankUnavailable */
  status(order: { reference: string; transferType: Destination['transferType'] }): Promise<TransferStatus>
  /** The lines of our account in this period, both ends included. @throws BankUnavailable */
  statement(from: Date, to: Date): Promise<BankStatement>
}

/** No usable answer from the bank in time. The outcome is unknown; inquiries may be repeated. */
export class BankUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BankUnavailable'
  }
}
