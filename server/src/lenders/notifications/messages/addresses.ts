import { withoutEnd } from '@pematang/contract/format/without-end'
import { subjectPath } from '@pematang/contract/lenders/notifications/subject-path'
import { subjectOf } from '../kinds.ts'
import type { NoticeRow } from '../notice-data.ts'

/** Builds the URLs that messages contain. */
export function addressOf(origin: string) {
  const root = withoutEnd(origin, '/')
  const base = `${root}/lender`
  return {
    centreUrl: `${base}/notifications`,
    preferencesUrl: `${base}/notifications/settings`,
    urlOf: (row: NoticeRow): string => base + (subjectPath(subjectOf(row)) ?? '/notifications'),
    unsubscribeUrlOf: (key: string): string => `${root}${unsubscribePath}?key=${key}`,
    stopUrlOf: (key: string): string => `${root}${stopPath}?key=${key}`,
  }
}

/** The URL at which an account is stopped without a login. */
export const stopPath = '/api/v1/stop'

/** The URL at which a message's category is turned off without a login. */
export const unsubscribePath = '/api/v1/notification-preferences/unsubscribe'
