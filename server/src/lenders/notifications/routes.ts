import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { dismissNotice, listNotices } from './notifications.ts'
import { readPreferences, setPreferences } from './preferences.ts'

type Operations =
  | 'listNotices'
  | 'dismissNotice'
  | 'getNotificationPreferences'
  | 'setNotificationPreferences'

export const routes = (context: Context): Routes<Operations> => ({
  listNotices: ({ lender }) => listNotices(context, lender.lenderId),
  dismissNotice: ({ lender, body }) => dismissNotice(context, lender.lenderId, body.id),
  getNotificationPreferences: ({ lender }) => readPreferences(context, context.db, lender.lenderId),
  setNotificationPreferences: ({ lender, body, requestId, source }) =>
    perform(context, setPreferences, {
      actor: { kind: 'lender', lenderId: lender.lenderId },
      input: body,
      requestId,
      source,
    }),
})
