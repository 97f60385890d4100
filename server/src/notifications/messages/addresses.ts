import type { NoticeSubject } from '@pematang/contract/notices/kinds'
import { subjectOf } from '../kinds.ts'
import type { NoticeRow } from '../notice-data.ts'

/** The screen that a subject is seen on; the paths of web/src/paths.ts. */
const screens: Record<NoticeSubject['type'], (id: string) => string> = {
  LOAN: (id) => `/dashboard/porto?loanNumber=${id}`,
  BULK_FUNDING: (id) => `/dashboard/transaction-history?reference=${id}`,
  SAVED_SEARCH: () => '/marketplace/list',
  STATEMENT: () => '/documents',
  TRANSACTIONS: (id) => `/dashboard/transaction-history${id && `?reference=${id}`}`,
  PORTFOLIO: () => '/dashboard/porto',
  AUTO_FUNDING: () => '/notifications',
  SESSIONS: () => '/notifications',
  ACCOUNT: () => '/notifications',
}

/** The addresses of screens in messages. */
export function addressOf(origin: string) {
  const base = `${origin.replace(/\/$/, '')}/lender`
  return {
    centreUrl: `${base}/notifications`,
    preferencesUrl: `${base}/notifications/settings`,
    urlOf(row: NoticeRow): string {
      const subject = subjectOf(row)
      if (!subject) return `${base}/notifications`
      return base + screens[subject.type](encodeURIComponent(subject.id ?? ''))
    },
  }
}

/** Where a message's category is turned off without a login. */
export const unsubscribePath = '/api/v1/notification-preferences/unsubscribe'
