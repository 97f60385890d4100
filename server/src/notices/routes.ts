import type { Context } from '../context.ts'
import type { Routes } from '../platform/http/routes.ts'
import { dismissNotice, listNotices } from './notices.ts'

export const noticeRoutes = (context: Context): Routes<'listNotices' | 'dismissNotice'> => ({
  listNotices: ({ lender }) => listNotices(context, lender.lenderId),
  dismissNotice: ({ lender, body }) => dismissNotice(context, lender.lenderId, body.id),
})
