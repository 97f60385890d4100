import type { Context } from '../context.ts'
import { mutation } from '../platform/commands/command.ts'
import { Refusal, required } from '../platform/refusal.ts'
import { findByNumber, insertRevocation } from './store.ts'

/**
 * Revokes a confirmation that says something wrong. It stays, its verification says that it does not hold, and its lender can
 * have another for that day.
 * @throws Refusal NOT_FOUND, REVERSED_BEFORE
 */
export const revokeConfirmation = mutation<Context, { number: string; reason: string }, { number: string }>({
  operation: 'revokeBalanceConfirmation',
  permit: ['operator'],
  async run(tx, { number, reason }) {
    const { id } = required(await findByNumber(tx, number), 'NOT_FOUND')
    if (!(await insertRevocation(tx, id, reason))) throw new Refusal('REVERSED_BEFORE')
    return { answer: { number }, subject: `confirmation:${number}`, detail: { reason } }
  },
})
