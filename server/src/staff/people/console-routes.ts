import type { ConsoleSession } from '@pematang/contract/staff/people/endpoints'
import type { Context } from '../../context.ts'
import { staffActor } from '../../platform/commands/decide.ts'
import { perform } from '../../platform/commands/perform.ts'
import type { ConsoleRoutes } from '../../platform/http/routes.ts'
import { staffCookie } from '../../platform/http/staff-sender.ts'
import { hashToken } from '../../platform/token.ts'
import { closeConsoleSession } from '../sessions/index.ts'
import { describeSession } from './describe-session.ts'

type Calls = 'getConsoleSession' | 'closeConsoleSession'

/** The console's calls of a person for themselves: login, session, passkeys. */
export const consoleRoutes = (context: Context): ConsoleRoutes<Calls> => ({
  getConsoleSession: ({ cookies }): Promise<ConsoleSession> =>
    describeSession(context.db, hashToken(cookies.get(staffCookie) ?? '')),
  closeConsoleSession: async ({ staff, cookies, requestId, source }) => {
    const { staffId, sessionId } = staff
    const actor = staffActor(staffId)
    const done = await perform(context, closeConsoleSession, {
      ...{ actor, requestId, source },
      input: { staffId, sessionId },
    })
    cookies.clear(staffCookie)
    return done
  },
})
