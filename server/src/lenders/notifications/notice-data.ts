import type { BusinessDate } from '@pematang/contract/format/business-date'
import type { MarketplaceFilters } from '@pematang/contract/funding/marketplace/choosing'
import type { Notice } from '@pematang/contract/lenders/notifications/endpoints'

/** The maximum number of loans that a notice about several loans names. */
export const mostNamed = 10

/**
 * The events of a day collected in one notice: their number, the sum of their amounts for this lender, and the first
 * loans by number. The amount of an installment is after tax, that of a funding the amount funded; that of other events
 * is the unpaid principal.
 */
export type Gathered = { count: number; amount: number; loans: { loanNumber: string; amount: number }[] }

/** A vote that a lender can take part in, until an ISO 8601 time. */
type VoteOpen = { voteId: string; loanNumber: string; amount: number; until: string }

/** The kinds of notices with the values that their text needs. */
export type NoticeData = {
  FUNDING_EXPIRED: { loanNumber: string; amount: number }
  FUNDING_REJECTED: { loanNumber: string; amount: number }
  /**
   * `because` is absent if the operator cancelled the loan. `signed`: whether the agreement had been signed by then.
   */
  FUNDING_CANCELLED: {
    loanNumber: string
    amount: number
    because?: 'OFFER_ENDED' | 'NOT_PAID_OUT'
    signed?: boolean
  }
  OFFER_EXTENDED: { loanNumber: string; amount: number; until: string }
  OFFER_CLOSED: { loanNumber: string; amount: number; funded: number; total: number }
  /** The kind for a funding whose signature the provider rejected. */
  FUNDING_REFUSED: { loanNumber: string; amount: number }
  /** The kind for a signature that arrived after its funding had ended without one. */
  FUNDING_VOID: { loanNumber: string; amount: number }
  /** An automatic funding whose mandate ended before its signature; since they are gathered, only in older notices. */
  FUNDING_UNMANDATED: { loanNumber: string; amount: number }
  FUNDINGS_UNMANDATED: Gathered
  AUTO_FUNDED: Gathered
  LOAN_DISBURSED: Gathered
  LOAN_DISBURSEMENT_REVERSED: Gathered
  MANDATE_SIGNED: { number: string }
  MANDATE_UNSIGNED: { number: string; because: 'EXPIRED' | 'REFUSED' }
  /** Its fundings that were cancelled by then; absent in notices from before they were counted here. */
  MANDATE_REVOKED: { number: string } & Partial<Gathered>
  WITHDRAWAL_PAID: { amount: number }
  WITHDRAWAL_RETURNED: { amount: number }
  WITHDRAWAL_GIVEN_BACK: { amount: number }
  /** `owed` is the part that the lender's cash did not cover; absent in notices from before it was recorded. */
  WITHDRAWAL_CHARGED: { amount: number; owed?: number }
  LENDER_SUSPENDED: object
  LENDER_REACTIVATED: object
  /** `isMine`: whether it is this lender who holds them from the day `from`; `undone`: a transfer was taken back. */
  HOLDINGS_TRANSFERRED: { count: number; amount: number; from: string; isMine: boolean; undone: boolean }
  /** `company`: the address or phone of a company; absent in notices from before it was told. */
  CONTACT_CHANGED: { phone: boolean; email: boolean; company?: boolean }
  /** `ALL_ENDED`: a recovery by the operator ended them. `member`: whose they are, for the administrators of a company. */
  FACTORS_CHANGED: {
    member?: string
    what:
      | 'PASSKEY_ADDED'
      | 'PASSKEY_ENDED'
      | 'TOTP_ADDED'
      | 'TOTP_ENDED'
      | 'CODES_RENEWED'
      | 'CODE_USED'
      | 'ALL_ENDED'
      | 'RECOVERY_CANCELLED'
  }
  /** `host`: where the address is that was set. */
  CALL_BACK_CHANGED: { part: 'ADDRESS' | 'SECRET' | 'ENDED'; host?: string }
  /** `GONE`: the address said so (410); `PAUSED`: it took no call for three days. */
  CALL_BACK_PAUSED: { because: 'GONE' | 'PAUSED' }
  /** `label`: the name that the lender gave to the key. */
  /** `lastDay`: of a key that is ENDING. */
  KEYS_CHANGED:
    | { change: 'MADE' | 'ROTATED' | 'REVOKED'; label: string }
    | { change: 'ENDING'; label: string; lastDay: BusinessDate }
  /** `at`: when the operator's recovery ends the second factor, ISO 8601; `member` as above. */
  FACTOR_RECOVERY: { at: string; member?: string }
  /** A lender's own request for another bank account; `reason` of a refusal, as staff wrote it. */
  BANK_ACCOUNT_REQUEST: {
    request: 'ASKED' | 'REFUSED' | 'EXPIRED'
    bankName: string
    lastDigits: string
    reason?: string
  }
  /** `isFirst`: no account was registered before; absent in notices from before it was recorded. */
  BANK_ACCOUNT_CHANGED: { bankName: string; lastDigits: string; isFirst?: boolean }
  /** `gained` is what the correction brought; notices of before it was kept have none. */
  REPAYMENT_CORRECTED: { loanNumber: string; amount: number; owed: number; gained?: number }
  TOP_UP_CREDITED: { amount: number }
  TOP_UP_CORRECTED: { amount: number; owed: number }
  INSTALLMENT_RECEIVED: Gathered
  RECOVERY_RECEIVED: Gathered
  LOAN_SETTLED_EARLY: Gathered
  LOAN_LATE: Gathered
  LOAN_BACK_ON_SCHEDULE: Gathered
  LOAN_RESTRUCTURED: Gathered
  LOAN_WRITTEN_OFF: Gathered
  LOAN_RESTRUCTURING_REVERSED: Gathered
  LOAN_WRITE_OFF_REVERSED: Gathered
  /** `amount` is the principal by which the lender votes. */
  VOTE_OPENED: VoteOpen
  VOTE_REMINDER: VoteOpen
  VOTE_SECOND_CALL: VoteOpen
  VOTE_ENDED: {
    voteId: string
    loanNumber: string
    amount: number
    state: 'PASSED' | 'REFUSED' | 'NO_QUORUM' | 'WITHDRAWN' | 'VOID' | 'LAPSED'
  }
  /** `filters` is absent in notices from before they were recorded. */
  OFFER_IN_SAVED_SEARCH: {
    count: number
    searches: { id: string; name: string; filters?: MarketplaceFilters }[]
  }
  /**
   * A proposal of a company, for who decides it (`MADE`) or made it; `WITHDRAWN` by somebody else than its maker. `title` and
   * the people are names in Indonesian.
   */
  PROPOSAL: {
    number: number
    event: 'MADE' | 'DONE' | 'REFUSED' | 'WITHDRAWN' | 'EXPIRED' | 'GONE'
    title: string
    amount: number | null
    by: string
    reason: string | null
  }
  /** `month` is YYYY-MM. */
  STATEMENT_READY: { month: string }
  /** The browser and system, e.g. "Chrome di Android". */
  /** `device`: such as `Chrome di Windows`, or `unknownDevice`. */
  NEW_DEVICE: { device: string }
  BULK_FUNDING_ENDED: {
    number: string
    partnerName: string
    loans: number
    funded: number
    amount: number
    returned: number
  }
}
export type Kind = keyof NoticeData

export type NoticeRow = { [K in Kind]: { id: string; createdAt: Date; kind: K; data: NoticeData[K] } }[Kind]

export type GatheredKind =
  | 'FUNDINGS_UNMANDATED'
  | 'AUTO_FUNDED'
  | 'LOAN_DISBURSED'
  | 'LOAN_DISBURSEMENT_REVERSED'
  | 'INSTALLMENT_RECEIVED'
  | 'RECOVERY_RECEIVED'
  | 'LOAN_SETTLED_EARLY'
  | 'LOAN_LATE'
  | 'LOAN_BACK_ON_SCHEDULE'
  | 'LOAN_RESTRUCTURED'
  | 'LOAN_WRITTEN_OFF'
  | 'LOAN_RESTRUCTURING_REVERSED'
  | 'LOAN_WRITE_OFF_REVERSED'
  | 'OFFER_IN_SAVED_SEARCH'

export type NoticeText = Pick<Notice, 'tone' | 'title' | 'message'>

/** The name of a device whose browser and system are unknown. */
export const unknownDevice = 'Perangkat tidak dikenal'
