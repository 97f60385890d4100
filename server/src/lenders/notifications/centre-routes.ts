import type { Context } from '../../context.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { listCentreNotices, noticeState } from './centre.ts'
import { readNotices } from './read-notices.ts'

export const routes = (context: Context): Routes<'getNoticeState' | 'listCentreNotices' | 'readNotices'> => ({
  getNoticeState: ({ lender }) => noticeState(context, lender.lenderId),
  listCentreNotices: ({ lender, query }) => listCentreNotices(context, lender.lenderId, query),
  readNotices: ({ lender, body }) => readNotices(context, lender.lenderId, body),
})
