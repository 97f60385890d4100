import type { NoticeCategory, NoticeSubject } from '@pematang/contract/lenders/notifications/kinds'
import { isCallBackRow } from './call-back-notice.ts'
import { isFactorRow } from './factor-notice.ts'
import { isMandateRow } from './mandate-notice.ts'
import type { Kind, NoticeData, NoticeRow } from './notice-data.ts'
import { isVoteRow } from './vote-notice.ts'

type Rules = {
  category: NoticeCategory
  /** Whether it is shown at the top of the home page until dismissed; others appear only in the notification list. */
  banner: boolean
  /** Whether further events of the same day are added to this notice. */
  gathers: boolean
  /** Whether it reports money that came back to the lender, of which they are told at once. */
  returns: boolean
}

const of = (category: NoticeCategory, rules: Partial<Rules> = {}): Rules => ({
  category,
  banner: true,
  gathers: false,
  returns: false,
  ...rules,
})
const quiet = { banner: false }
const gathering = { banner: false, gathers: true }
const returning = { returns: true }

/** The rules of each kind of notice. The database has its own copy of the categories: notice_category(). */
export const noticeKinds: Record<Kind, Rules> = {
  FUNDING_EXPIRED: of('FUNDING', returning),
  FUNDING_REJECTED: of('FUNDING', returning),
  FUNDING_CANCELLED: of('FUNDING', returning),
  FUNDING_REFUSED: of('FUNDING', returning),
  FUNDING_VOID: of('FUNDING'),
  FUNDING_UNMANDATED: of('FUNDING', returning),
  FUNDINGS_UNMANDATED: of('FUNDING', { gathers: true, returns: true }),
  AUTO_FUNDED: of('FUNDING', gathering),
  LOAN_DISBURSED: of('FUNDING', gathering),
  LOAN_DISBURSEMENT_REVERSED: of('FUNDING', gathering),
  MANDATE_SIGNED: of('FUNDING', quiet),
  MANDATE_UNSIGNED: of('FUNDING'),
  MANDATE_REVOKED: of('FUNDING', returning),
  OFFER_EXTENDED: of('FUNDING'),
  OFFER_CLOSED: of('FUNDING'),
  BULK_FUNDING_ENDED: of('FUNDING'),
  WITHDRAWAL_PAID: of('MONEY', quiet),
  WITHDRAWAL_RETURNED: of('MONEY', returning),
  WITHDRAWAL_GIVEN_BACK: of('MONEY', returning),
  WITHDRAWAL_CHARGED: of('MONEY'),
  REPAYMENT_CORRECTED: of('MONEY'),
  TOP_UP_CREDITED: of('MONEY', quiet),
  TOP_UP_CORRECTED: of('MONEY'),
  INSTALLMENT_RECEIVED: of('MONEY', gathering),
  RECOVERY_RECEIVED: of('MONEY', gathering),
  LOAN_SETTLED_EARLY: of('MONEY', gathering),
  LOAN_LATE: of('LATE', gathering),
  LOAN_BACK_ON_SCHEDULE: of('LATE', gathering),
  LOAN_RESTRUCTURED: of('LATE', gathering),
  LOAN_WRITTEN_OFF: of('LATE', gathering),
  LOAN_RESTRUCTURING_REVERSED: of('LATE', gathering),
  LOAN_WRITE_OFF_REVERSED: of('LATE', gathering),
  VOTE_OPENED: of('LATE'),
  VOTE_REMINDER: of('LATE'),
  VOTE_SECOND_CALL: of('LATE'),
  VOTE_ENDED: of('LATE'),
  OFFER_IN_SAVED_SEARCH: of('OFFERS', gathering),
  PROPOSAL: of('MONEY'),
  STATEMENT_READY: of('STATEMENTS', quiet),
  LENDER_SUSPENDED: of('SECURITY'),
  LENDER_REACTIVATED: of('SECURITY'),
  HOLDINGS_TRANSFERRED: of('SECURITY'),
  CONTACT_CHANGED: of('SECURITY'),
  BANK_ACCOUNT_CHANGED: of('SECURITY'),
  BANK_ACCOUNT_REQUEST: of('SECURITY'),
  FACTORS_CHANGED: of('SECURITY', quiet),
  FACTOR_RECOVERY: of('SECURITY'),
  CALL_BACK_CHANGED: of('SECURITY', quiet),
  CALL_BACK_PAUSED: of('SECURITY'),
  KEYS_CHANGED: of('SECURITY', quiet),
  NEW_DEVICE: of('SECURITY', quiet),
}

const transactions = { type: 'TRANSACTIONS', id: null } as const
const portfolio = { type: 'PORTFOLIO', id: null } as const

function securityScreen(row: NoticeRow): 'SESSIONS' | 'COMPANY' | 'KEYS' | 'ACCOUNT' {
  if (isFactorRow(row) && row.data.member !== undefined) return 'COMPANY'
  if (row.kind === 'NEW_DEVICE' || isFactorRow(row)) return 'SESSIONS'
  return row.kind === 'KEYS_CHANGED' || isCallBackRow(row) ? 'KEYS' : 'ACCOUNT'
}

/** The page or object that a notice links to. */
export function subjectOf(row: NoticeRow): NoticeSubject {
  const { category } = noticeKinds[row.kind]
  if (category === 'SECURITY') return { type: securityScreen(row), id: null }
  if (isMandateRow(row)) return { type: 'AUTO_FUNDING', id: null }
  if (isVoteRow(row)) return { type: 'VOTE', id: row.data.voteId }
  if (row.kind === 'PROPOSAL') return { type: 'PROPOSAL', id: String(row.data.number) }
  if (row.kind === 'BULK_FUNDING_ENDED') return { type: 'BULK_FUNDING', id: row.data.number }
  if (row.kind === 'STATEMENT_READY') return { type: 'STATEMENT', id: row.data.month }
  if (row.kind === 'OFFER_IN_SAVED_SEARCH') return savedSearch(row.data.searches)
  if ('loans' in row.data && Array.isArray(row.data.loans))
    return row.kind === 'FUNDINGS_UNMANDATED'
      ? transactions
      : (oneLoan(row.data.loans) ?? (category === 'MONEY' ? transactions : portfolio))
  if (!('loanNumber' in row.data)) return transactions
  // An ended funding appears in the history instead of the portfolio.
  return { type: row.kind.startsWith('FUNDING_') ? 'TRANSACTIONS' : 'LOAN', id: row.data.loanNumber }
}

const oneLoan = ([first, second]: readonly { loanNumber: string }[]): NoticeSubject | null =>
  first && !second ? { type: 'LOAN', id: first.loanNumber } : null

/** A notice about one saved search links to its filtered loans; one about several links to all loans. */
function savedSearch([first, second]: NoticeData['OFFER_IN_SAVED_SEARCH']['searches']): NoticeSubject {
  const chosen = Object.entries((second ? null : first?.filters) ?? {})
  const address = new URLSearchParams(chosen.flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return { type: 'SAVED_SEARCH', id: address.toString() || null }
}
