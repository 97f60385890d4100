/** Destination account. The bank is identified by its three-digit code. */
export type Destination = {
  accountNumber: string
  accountName: string
  bankCode: string
  /** INTERBANK: to another bank than the paying one (services 16 and 18). IM: within the same bank (15 and 17). */
  transferType: 'INTERBANK' | 'IM'
}

/** A transfer order. `reference` is our unique partnerReferenceNo. */
export type TransferOrder = Destination & {
  reference: string
  /** Whole rupiah. */
  amount: number
  /** Time of the order, signed with it, so that a bank rejects an order that arrives late. */
  at: Date
}

/** Result of an account inquiry: the holder and whether the account is active, or the code of the refusal. */
export type Inquiry =
  | { end: 'known'; accountName: string; active: boolean }
  | { end: 'refused'; code: string }

/**
 * Outcome of a transfer order. paid: done. refused: final. not-taken: the bank did not process it (token, rate limit),
 * so it may be sent again with the same reference. unknown: only a status query shows the outcome.
 */
export type TransferAnswer =
  | { end: 'paid'; bankReference: string | null }
  | { end: 'refused'; code: string }
  | { end: 'not-taken'; code: string }
  | { end: 'unknown'; why: string }

/** Status of a transfer by our reference. `amount` is null if the bank does not state it; whole rupiah. */
export type TransferStatus =
  | { end: 'paid'; bankReference: string | null; amount: number | null }
  | { end: 'under-way' }
  | { end: 'failed'; code: string }
  /** The bank does not know the transfer. That is not final while the order may still be in transit. */
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
  /** What the bank remarks about the line, e.g. the words of the payer. */
  remark?: string | null
}

/** A statement of our account: lines, and the balance if the bank states it; amounts in whole rupiah. */
export type BankStatement = { lines: BankLine[]; balance: { amount: number; at: Date } | null }

/** A bank that sends transfers. Every call ends within a time limit. */
export type PayingBank = {
  /**
   * Asks for the holder of an account.
   * @throws BankUnavailable
   */
  inquire(destination: Destination, reference: string): Promise<Inquiry>
  /** Sends a transfer order. Never throws: an unclear outcome is `unknown`. */
  transfer(order: TransferOrder): Promise<TransferAnswer>
  /**
   * Asks for the status of a transfer.
   * @throws BankUnavailable
   */
  status(order: { reference: string; transferType: Destination['transferType'] }): Promise<TransferStatus>
  /**
   * The lines of our account in this period, both ends included.
   * @throws BankUnavailable
   */
  statement(from: Date, to: Date): Promise<BankStatement>
}

/** The bank gave no usable answer in time. The outcome is unknown; inquiries may be repeated. */
export class BankUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BankUnavailable'
  }
}
