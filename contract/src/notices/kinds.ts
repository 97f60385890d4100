/** What a notice is about: lenders filter the centre by it, and choose by it what reaches them by e-mail and SMS. */
export const noticeCategories = ['MONEY', 'FUNDING', 'LATE', 'STATEMENTS', 'SECURITY', 'OFFERS'] as const
export type NoticeCategory = (typeof noticeCategories)[number]

/** It reaches lenders in any case. */
export const mandatoryCategory = 'SECURITY' satisfies NoticeCategory

/**
 * What a notice leads to. `LOAN` has the loan's number as its id, `SAVED_SEARCH` its filters as the address of the
 * marketplace has them, `STATEMENT` the month (YYYY-MM), `BULK_FUNDING` its number. `TRANSACTIONS` may have what the
 * history is searched for; the others are screens.
 */
export const noticeSubjects = [
  'LOAN',
  'BULK_FUNDING',
  'SAVED_SEARCH',
  'STATEMENT',
  'TRANSACTIONS',
  'PORTFOLIO',
  'SESSIONS',
  'ACCOUNT',
  'AUTO_FUNDING',
] as const
export type NoticeSubject = { type: (typeof noticeSubjects)[number]; id: string | null }
