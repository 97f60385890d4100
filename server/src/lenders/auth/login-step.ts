import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { required } from '../../platform/refusal.ts'
import { assertMayAct } from './access.ts'
import { insertStep } from './step-store.ts'
import { lockPassword } from './store.ts'

type NewStep = { lenderId: number; phone: string; passwordHash: string; tokenHash: Buffer }

/**
 * Keeps that the password was right, in the browser that gave it.
 * @throws Refusal PASSWORD_WRONG if the password or the number was changed since; LENDER_SUSPENDED, LENDER_CLOSED.
 */
export const openLoginStep = mutation<Context, NewStep, null>({
  operation: 'askSecondFactor',
  permit: ['lender'],
  security: true,
  async run(tx, { lenderId, phone, passwordHash, tokenHash }) {
    assertMayAct(required(await lockPassword(tx, { lenderId, phone, passwordHash }), 'PASSWORD_WRONG').state)
    await insertStep(tx, { lenderId, tokenHash })
    return { answer: null, subject: `lender:${lenderId}` }
  },
})
