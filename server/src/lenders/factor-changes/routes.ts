import type { Context } from '../../context.ts'
import { perform } from '../../platform/commands/perform.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { sessionFacts } from '../auth/index.ts'
import { callOf, type From, whoOf } from './call-of.ts'
import { addPasskey, endPasskey, offerPasskey } from './change-passkeys.ts'
import { addTotp, endTotp, offerTotp, renewCodes } from './change-totp.ts'
import { listFactors } from './list-factors.ts'

type Calls =
  | 'listFactors'
  | 'offerLenderPasskey'
  | 'addLenderPasskey'
  | 'endLenderPasskey'
  | 'offerTotp'
  | 'addTotp'
  | 'endTotp'
  | 'renewRecoveryCodes'

export const routes = (context: Context): Routes<Calls> => {
  /** What a device or an app shows beside the passkey or code. */
  const named = async (from: From) => ({
    ...whoOf(from),
    name: (await sessionFacts(context.db, from.lender.lenderId)).phoneNumber,
  })
  return {
    listFactors: ({ lender }) => listFactors(context.db, lender.lenderId),
    offerLenderPasskey: async (from) => offerPasskey(context, await named(from)),
    addLenderPasskey: ({ body, ...from }) => addPasskey(context, whoOf(from), body),
    endLenderPasskey: ({ body, ...from }) =>
      perform(context, endPasskey, callOf(whoOf(from), { lenderId: from.lender.lenderId, id: body.id })),
    offerTotp: async (from) => offerTotp(context, await named(from)),
    addTotp: ({ body, ...from }) => addTotp(context, whoOf(from), body),
    endTotp: (from) => perform(context, endTotp, callOf(whoOf(from), { lenderId: from.lender.lenderId })),
    renewRecoveryCodes: (from) => renewCodes(context, whoOf(from)),
  }
}
