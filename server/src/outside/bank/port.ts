/** Where money goes. The bank is named by its code of three digits. */
export type Destination = {
  accountNumber: string
  accountName: string
  bankCode: string
  /** INTERBANK: at another bank than the one that pays (services 16 and 18). IM: at the same one (15 and 17). */
  transferType: 'INTERBANK' | 'IM'
}

/** One transfer. `reference` is our own name of it, good once: the partnerReferenceNo. */
export type TransferOrder = Destination & {
  reference: string
  /** Whole rupiah. */
  amount: number
  /** When it was ordered. It is signed with this time, so that a bank does not take it long after. */
  at: Date
}

/** What a bank says of an account: who has it, and whether it takes money; or that there is none, as its code says. */
export type Inquiry =
  | { end: 'known'; accountName: string; active: boolean }
  | { end: 'refused'; code: string }

/**
 * What came of ordering a transfer.
 * paid: it is done. refused: it never will be, for good. not-taken: the bank did not look at it (token, too many calls),
 * so that it may be ordered again under its reference. unknown: it may be done or not; only `status` tells.
 */
export type TransferAnswer =
  | { end: 'paid'; bankReference: string | null }
  | { end: 'refused'; code: string }
  | { end: 'not-taken'; code: string }
  | { end: 'unknown'; why: string }

/** What the bank knows of a transfer by our reference. `amount` is what it says, where it says it; whole rupiah. */
export type TransferStatus =
  | { end: 'paid'; bankReference: string | null; amount: number | null }
  | { end: 'under-way' }
  | { end: 'failed'; code: string }
  /** The bank has never heard of it. As long as the order can still be on its way, that is not its end. */
  | { end: 'not-found' }

/** One line of the list of our account at the bank. A transfer that is given back is a line of its own, CREDIT. */
export type BankLine = {
  type: 'DEBIT' | 'CREDIT'
  /** Whole rupiah. */
  amount: number
  at: Date
  /** Our reference of a transfer; null for anything else, e.g. what came in. */
  reference: string | null
  bankReference: string | null
}

/** What the app asks of a bank that pays, whichever it is. Every call ends within a limit of time. */
export type PayingBank = {
  /** @throws BankUnavailable */
  inquire(destination: Destination, reference: string): Promise<Inquiry>
  /** Orders a transfer. Never throws: what is not known is `unknown`. */
  transfer(order: TransferOrder): Promise<TransferAnswer>
  /** @throws BankUnavailable */
  status(order: { reference: string; transferType: Destination['transferType'] }): Promise<TransferStatus>
  /** Everything on our account in this time, both ends included. @throws BankUnavailable */
  statement(from: Date, to: Date): Promise<BankLine[]>
}

/** The bank did not answer, or not in time, or not sensibly. Nothing is known; a question may be asked again. */
export class BankUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BankUnavailable'
  }
}
