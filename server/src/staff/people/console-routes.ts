import type { ConsoleSession } from '@pematang/contract/staff/people/endpoints'
import type { Context } from '../../context.ts'
import { staffActor } from '../../platform/commands/decide.ts'
import { perform } from '../../platform/commands/perform.ts'
import type { Cookies } from '../../platform/http/cookies.ts'
import type { ConsoleRoutes } from '../../platform/http/routes.ts'
import { staffCookie } from '../../platform/http/staff-sender.ts'
import { mostPasskeys } from '../../platform/passkeys/relying-party.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hashToken } from '../../platform/token.ts'
import {
  countPasskeys,
  listPasskeys,
  offerAssertion,
  offerCreation,
  verifyAttestation,
} from '../passkeys/index.ts'
import { closeConsoleSession, sessionSeconds } from '../sessions/index.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { describeSession } from './describe-session.ts'
import { findInvited } from './invite.ts'
import { logInWithPasskey } from './login.ts'
import { addPasskey, endPasskey, requireFreshLogin } from './own-passkeys.ts'
import { recordingRefusal } from './use-passkey.ts'

type Calls =
  | 'getConsoleSession'
  | 'offerLogin'
  | 'openConsoleSession'
  | 'closeConsoleSession'
  | 'openInvitation'
  | 'acceptInvitation'
  | 'listPasskeys'
  | 'offerPasskey'
  | 'addPasskey'
  | 'endPasskey'

/** The console's calls of a person for themselves: login, session, passkeys. */
export const consoleRoutes = (context: Context): ConsoleRoutes<Calls> => {
  const { db } = context
  const opened = (token: string, cookies: Cookies): Promise<ConsoleSession> => {
    cookies.set(staffCookie, token, sessionSeconds.whole)
    return describeSession(db, hashToken(token))
  }
  return {
    getConsoleSession: ({ cookies }) => describeSession(db, hashToken(cookies.get(staffCookie) ?? '')),
    offerLogin: () => offerAssertion(context, { purpose: 'LOGIN', staffId: null, subject: null }),
    openConsoleSession: async ({ body, cookies, requestId, source }) =>
      opened(await logInWithPasskey(context, body.assertion, { requestId, source }), cookies),
    closeConsoleSession: async ({ staff: { staffId, sessionId }, cookies, requestId, source }) => {
      const call = { actor: staffActor(staffId), input: { staffId, sessionId }, requestId, source }
      const done = await perform(context, closeConsoleSession, call)
      cookies.clear(staffCookie)
      return done
    },
    openInvitation: async ({ body }) => offerCreation(context, await findInvited(db, body.token)),
    acceptInvitation: async ({ body, cookies, requestId, source }) =>
      opened(await acceptInvitation(context, body, { requestId, source }), cookies),
    listPasskeys: async ({ staff }) => ({
      list: (await listPasskeys(db, staff.staffId)).map(({ id, label, addedAt, usedAt }) => ({
        id,
        label,
        addedAt: addedAt.toISOString(),
        usedAt: usedAt?.toISOString() ?? null,
      })),
    }),
    offerPasskey: async ({ staff }) => {
      await requireFreshLogin(db, staff.sessionId)
      if ((await countPasskeys(db, staff.staffId)) >= mostPasskeys) throw new Refusal('PASSKEYS_FULL')
      return offerCreation(context, staff)
    },
    addPasskey: async ({ body, staff: { staffId, sessionId }, requestId, source }) => {
      const purpose = { purpose: 'PASSKEY', staffId, subject: null } as const
      const passkey = await recordingRefusal(context, purpose, { requestId, source }, () =>
        verifyAttestation(context, body, purpose),
      )
      const input = { staffId, sessionId, passkey }
      return perform(context, addPasskey, { actor: staffActor(staffId), input, requestId, source })
    },
    endPasskey: ({ body, staff: { staffId }, requestId, source }) => {
      const input = { staffId, id: body.id }
      return perform(context, endPasskey, { actor: staffActor(staffId), input, requestId, source })
    },
  }
}
