import type { Context } from '../../context.ts'
import { loginOf } from '../../platform/http/requests.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { listCentreNotices, noticeState } from './centre.ts'
import { readNotices } from './read-notices.ts'

export const routes = (context: Context): Routes<'getNoticeState' | 'listCentreNotices' | 'readNotices'> => ({
  getNoticeState: ({ lender }) => noticeState(context, loginOf(lender)),
  listCentreNotices: ({ lender, query }) => listCentreNotices(context, loginOf(lender), query),
  readNotices: ({ lender, body }) => readNotices(context, loginOf(lender), body),
})
