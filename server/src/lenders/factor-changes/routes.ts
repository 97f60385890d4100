import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import { type Identity, loginOf } from '../../platform/http/requests.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { type AuthenticatedLender, sessionFacts } from '../auth/index.ts'
import { callOf } from './call-of.ts'
import { addPasskey, endPasskey, offerPasskey } from './change-passkeys.ts'
import { addTotp, endTotp, offerTotp, renewCodes } from './change-totp.ts'
import { listFactors } from './list-factors.ts'
import { cancelFactorRecovery } from './recovery.ts'

type Calls =
  | 'listFactors'
  | 'offerLenderPasskey'
  | 'addLenderPasskey'
  | 'endLenderPasskey'
  | 'offerTotp'
  | 'addTotp'
  | 'endTotp'
  | 'renewRecoveryCodes'
  | 'cancelFactorRecovery'

type From = { lender: Identity; request: { ip: string }; requestId: string }

const whoOf = ({ lender, request, requestId }: From): AuthenticatedLender => ({
  lenderId: loginOf(lender),
  ...(lender.member && { companyId: lender.lenderId }),
  session: lender.tokenHash,
  ip: request.ip,
  requestId,
})

export const routes = (context: Context): Routes<Calls> => {
  /** What a device or an app shows beside the passkey or code. */
  const named = async (from: From) => ({
    ...whoOf(from),
    name: (await sessionFacts(context.db, loginOf(from.lender))).phoneNumber,
  })
  return {
    listFactors: ({ lender }) => listFactors(context.db, loginOf(lender)),
    offerLenderPasskey: async (from) => offerPasskey(context, await named(from)),
    addLenderPasskey: ({ body, ...from }) => addPasskey(context, whoOf(from), body),
    endLenderPasskey: ({ body, ...from }) =>
      perform(context, endPasskey, callOf(whoOf(from), { lenderId: loginOf(from.lender), id: body.id })),
    offerTotp: async (from) => offerTotp(context, await named(from)),
    addTotp: ({ body, ...from }) => addTotp(context, whoOf(from), body),
    endTotp: (from) => perform(context, endTotp, callOf(whoOf(from), { lenderId: loginOf(from.lender) })),
    renewRecoveryCodes: (from) => renewCodes(context, whoOf(from)),
    cancelFactorRecovery: (from) =>
      perform(context, cancelFactorRecovery, callOf(whoOf(from), { lenderId: loginOf(from.lender) })),
  }
}
