import type { NoticeSubject } from './kinds.ts'

const withQuery = (path: string, name: string, value: string | null): string =>
  value === null ? path : `${path}?${new URLSearchParams({ [name]: value }).toString()}`

/**
 * The screen that shows the subject of a notice, below /lender; null when it is a dialog of the account. Used by the
 * notification list and the e-mails.
 */
export function subjectPath({ type, id }: NoticeSubject): string | null {
  switch (type) {
    case 'LOAN':
      return withQuery('/dashboard/porto', 'loanNumber', id)
    case 'PORTFOLIO':
      return '/dashboard/porto'
    case 'BULK_FUNDING':
    case 'TRANSACTIONS':
      return withQuery('/dashboard/transaction-history', 'reference', id)
    case 'SAVED_SEARCH':
      return id === null ? '/marketplace/list' : `/marketplace/list?${new URLSearchParams(id).toString()}`
    case 'STATEMENT':
      return '/documents'
    case 'AUTO_FUNDING':
      return '/auto-funding'
    case 'VOTE':
      return `/pemungutan-suara/${id}`
    case 'PROPOSAL':
      return `/persetujuan/${id}`
    case 'KEYS':
      return '/integrasi'
    case 'COMPANY':
      return '/perusahaan'
    case 'SESSIONS':
      return '/sessions'
    // The account has no screen, and a newer release may send subjects that are unknown here.
    default:
      return null
  }
}
