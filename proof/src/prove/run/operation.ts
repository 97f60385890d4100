import type { Strategy } from '../../model/automatic.ts'
import type { Terms } from '../../model/schedule.ts'
import type { StaffRight } from '../../model/second-pair.ts'
import type { TakenOver } from '../../model/take-over.ts'

/** PINs that determine the result of a signature at the sandbox's provider (sandbox/src/esign/sentinels.ts). */
export const pins = {
  plain: '123456',
  fails: '000001',
  noCallback: '000002',
  fiveCallbacks: '000003',
  lateCallback: '000004',
  forgedFirst: '000005',
  olderEventAfter: '000006',
} as const
export type Pin = keyof typeof pins

/** One of several concurrent requests. Two with the same key are one request that is sent twice. */
export type RaceRequest = { kind: 'fund' | 'withdraw'; lender: string; amount: number; key: string }

/**
 * A payment of a borrower, perhaps one that was recorded or reversed before; without a value date it is of the day of the
 * operation.
 */
export type PaymentLine = {
  loan: string
  reference: string
  amount: number
  fee: number
  paidOn?: string | undefined
}

/**
 * One operation of a run as plain data, so that a log of them can be replayed. Lenders, loans and requests have names
 * local to the run; keys are idempotency keys.
 */
export type Operation =
  | { verb: 'pay-in'; lender: string | null; method: 1 | 2; id: string; amount: number; forged: boolean }
  | { verb: 'offer'; loan: string; total: number; minimum: number; terms: Terms }
  | {
      verb: 'offer-bulk'
      product: string
      loans: { loan: string; total: number }[]
      minimum: number
      terms: Terms
    }
  /**
   * All that is open of a product with one request, with `extra` rupiah more than its sum. A loan may be cancelled while
   * the fundings are under way.
   */
  | {
      verb: 'fund-bulk'
      lender: string
      product: string
      key: string
      extra: number
      isChecked: boolean
      cancelled?: string | undefined
    }
  /**
   * A round of automatic funding for a new strategy and a new loan; `bulk` is a bulk funding of its lender with the same
   * borrower that waits meanwhile.
   */
  | {
      verb: 'auto-round'
      lender: string
      loan: string
      /** By which the strategy finds the loan and no other of the run. */
      grade: string
      total: number
      minimum: number
      terms: Terms
      strategy: Strategy
      bulk: number | null
    }
  /** A loan of a former system, with its opening balance or to be paid out here. */
  | ({ verb: 'take-over' } & TakenOver)
  /** The take-over of a loan is taken back, by its number or by the file that took it over. */
  | { verb: 'take-back'; loan: string; isByFile: boolean }
  /** Cash that a lender had at a former system, also again with other cash, or what takes it back. */
  | { verb: 'take-over-cash'; lender: string; method: 1 | 2; amount: number; asOf: string }
  | { verb: 'take-cash-back'; lender: string; method: 1 | 2 }
  | { verb: 'ask'; lender: string; loan: string; amount: number; key: string }
  | {
      verb: 'fund'
      lender: string
      loan: string
      amount: number
      key: string
      /**
       * How many of the two agreements are opened before a first attempt, which must be refused; omitted for no such
       * attempt.
       */
      opened?: 0 | 1 | undefined
      /** The agreement is only read, so that it can be used later, or on a day when it is no longer valid. */
      isKept?: true | undefined
      /** A funding whose agreement is read before, and that is asked for afterwards, when its cash may be held. */
      second?: { loan: string; amount: number; key: string } | undefined
      cutAfterMs?: number | undefined
    }
  /** Several loans that one lender funds with one request; the agreements of some are not read. */
  | {
      verb: 'select'
      lender: string
      loans: { loan: string; amount: number; isRead: boolean }[]
      key: string
      cutAfterMs?: number | undefined
    }
  | { verb: 'look'; lender: string }
  | { verb: 'again'; key: string; change: number }
  | { verb: 'race'; loan: string; requests: RaceRequest[] }
  | { verb: 'sign'; key: string; pin: Pin }
  | { verb: 'decline'; key: string }
  | { verb: 'call-back'; key: string; event: 'signed' | 'rejected'; forged: boolean }
  | {
      verb: 'withdraw'
      lender: string
      method: 1 | 2
      amount: number
      key: string
      ownAccount: boolean
      cutAfterMs?: number | undefined
    }
  /** The bank's give-back of a paid withdrawal is recorded, or that is taken back. */
  | { verb: 'give-back'; key: string; withFee: boolean }
  | { verb: 'undo-give-back'; key: string }
  /** `reader` reads an agreement before the loan is cancelled, and asks for the funding afterwards. */
  | { verb: 'cancel'; loan: string; reader?: { lender: string; amount: number; key: string } | undefined }
  | { verb: 'pay-out'; loan: string }
  | ({ verb: 'repay' } & PaymentLine)
  | { verb: 'repay-file'; lines: PaymentLine[] }
  | { verb: 'reverse'; loan: string; reference: string; isNamed: boolean }
  /** An early settlement with `extra` rupiah more than its price. */
  | { verb: 'settle-early'; loan: string; reference: string; extra: number }
  | { verb: 'change'; loan: string; change: 'write-off' | 'reverse-write-off' | 'reverse-disbursement' }
  /** Without a day the terms are agreed on the day of the operation. */
  | {
      verb: 'restructure'
      loan: string
      agreement: string
      agreedOn?: string | undefined
      keepInterest: boolean
      terms: Terms
    }
  | { verb: 'reverse-restructuring'; loan: string }
  | { verb: 'reverse-pay-in'; lender: string; id: string }
  /** What becomes of a payment that belongs to no lender. */
  | { verb: 'assign'; id: string; lender: string }
  | { verb: 'send-back'; id: string; reference: string }
  /** A top-up that needs a second pair of eyes, by the bank's id; people are named as on the command line. */
  | { verb: 'propose'; maker: string; lender: string; amount: number; id: string }
  | { verb: 'decide'; id: string; by: string; key: string; isSame: boolean }
  | { verb: 'run-alone'; id: string; key: string }
  | { verb: 'withdraw-proposal'; id: string; by: string }
  /** `taken` is null where all rights are given back. */
  | { verb: 'staff'; name: string; taken: StaffRight | null }

export type Of<Verb extends Operation['verb']> = Extract<Operation, { verb: Verb }>

/** A result of an operation that the model does not allow. */
export class Breach extends Error {
  readonly operation: Operation | null
  readonly found: unknown

  constructor(message: string, found: unknown, operation: Operation | null = null) {
    super(message)
    this.operation = operation
    this.found = found
  }
}

/** A result that did not come in time, which a slow machine may explain too. */
export class Late extends Breach {}
