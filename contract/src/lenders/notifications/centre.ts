import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { limitField, unknownCursorSentence, wordField } from '../../fields.ts'
import { notice } from './endpoints.ts'
import { noticeCategories, noticeSubjects } from './kinds.ts'

/** The maximum count of unread notices; this value means "this many or more". */
export const mostUnreadCounted = 100

/** The position of a notice in the list, used as a cursor: its time in microseconds since 1970, and its id. */
const cursorPattern = /^\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const centreNotice = z.extend(notice, {
  category: z.enum(noticeCategories),
  isRead: z.boolean(),
  /** The subject of the notice; null when there is nothing to open. */
  subject: z.nullable(z.object({ type: z.enum(noticeSubjects), id: z.nullable(z.string()) })),
})
export type CentreNotice = z.infer<typeof centreNotice>

export const getNoticeState = endpoint({
  operationId: 'getNoticeState',
  method: 'GET',
  path: '/notices/state',
  auth: 'lender',
  summary: `How many notices are unread, at most ${mostUnreadCounted}; \`version\` is another whenever the newest of them change.`,
  answer: z.object({ unread: z.int(), version: z.string() }),
  errors: [],
  polling: true,
})

export const listCentreNotices = endpoint({
  operationId: 'listCentreNotices',
  method: 'GET',
  path: '/notices/list',
  auth: 'lender',
  summary: 'The notices of this lender, read or not, newest first; pages by cursor.',
  query: z.strictObject({
    category: wordField(noticeCategories),
    /** `true` returns only unread notices. */
    unread: z.optional(z.enum(['true', 'false', ''])),
    limit: limitField,
    cursor: z.optional(z.string().check(z.regex(cursorPattern, unknownCursorSentence))),
  }),
  answer: z.object({
    list: z.array(centreNotice),
    /** The cursor of the next page, null on the last. */
    nextCursor: z.nullable(z.string()),
  }),
  errors: [],
})

export const readNotices = endpoint({
  operationId: 'readNotices',
  method: 'POST',
  path: '/notices/read-all',
  auth: 'lender',
  summary:
    'Confirm that all notices up to one that was shown were read, of one category or of all; later ones stay unread.',
  body: z.strictObject({ upTo: z.string().check(z.maxLength(100)), category: wordField(noticeCategories) }),
  answer: z.object({ message: z.literal('success') }),
  errors: ['NOT_FOUND'],
})
