import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import { loginOf } from '../../platform/http/requests.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { dismissNotice, listNotices } from './notifications.ts'
import { readPreferences, setPreferences } from './preferences.ts'

type Operations =
  | 'listNotices'
  | 'dismissNotice'
  | 'getNotificationPreferences'
  | 'setNotificationPreferences'

export const routes = (context: Context): Routes<Operations> => ({
  listNotices: ({ lender }) => listNotices(context, loginOf(lender)),
  dismissNotice: ({ lender, body }) => dismissNotice(context, loginOf(lender), body.id),
  getNotificationPreferences: ({ lender }) => readPreferences(context, context.db, loginOf(lender)),
  setNotificationPreferences: ({ lender, body, requestId, source }) =>
    perform(context, setPreferences, {
      actor: {
        kind: 'lender',
        lenderId: loginOf(lender),
        ...(lender.member && { companyId: lender.lenderId }),
      },
      input: body,
      requestId,
      source,
    }),
})
