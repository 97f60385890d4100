import { paths, withQuery } from '../../paths.ts'
import type { CentreNotice } from './queries.ts'

/** The screen that shows what a notice is about; null where it is a dialog of the account, or nothing. */
export function subjectPath(subject: CentreNotice['subject']): string | null {
  switch (subject?.type) {
    case 'LOAN':
      return withQuery(paths.portfolio, { loanNumber: subject.id })
    case 'BULK_FUNDING':
    case 'TRANSACTIONS':
      return withQuery(paths.transactions, { reference: subject.id })
    case 'PORTFOLIO':
      return paths.portfolio
    case 'SAVED_SEARCH':
      return paths.marketplace
    case 'STATEMENT':
      return paths.transactions
    case 'AUTO_FUNDING':
      return paths.autoFunding
    default:
      return null
  }
}

/** Whether the profile, a dialog, shows what a notice is about. */
export const isOfProfile = (subject: CentreNotice['subject']): boolean =>
  subject?.type === 'ACCOUNT' || subject?.type === 'SESSIONS'
