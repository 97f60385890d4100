/** The category of a notice, by which lenders filter the list and choose what to receive by e-mail and SMS. */
export const noticeCategories = ['MONEY', 'FUNDING', 'LATE', 'STATEMENTS', 'SECURITY', 'OFFERS'] as const
export type NoticeCategory = (typeof noticeCategories)[number]

/** The category whose notices are sent to lenders regardless of their preferences. */
export const mandatoryCategory = 'SECURITY' satisfies NoticeCategory

/**
 * What a notice links to. The id of `LOAN` is the loan's number, of `SAVED_SEARCH` its filters in URL form, of
 * `STATEMENT` the month (YYYY-MM), of `BULK_FUNDING` its number, of `VOTE` its id, of `PROPOSAL` its number, and of `TRANSACTIONS` an optional
 * search text. The others are screens without an id.
 */
export const noticeSubjects = [
  'LOAN',
  'BULK_FUNDING',
  'SAVED_SEARCH',
  'STATEMENT',
  'TRANSACTIONS',
  'PORTFOLIO',
  'SESSIONS',
  'COMPANY',
  'ACCOUNT',
  'AUTO_FUNDING',
  'VOTE',
  'PROPOSAL',
  'KEYS',
] as const
export type NoticeSubject = { type: (typeof noticeSubjects)[number]; id: string | null }
