import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { Refusal, required } from '../../platform/refusal.ts'
import { findByNumber, insertRevocation } from './store.ts'

/**
 * Revokes a wrong confirmation. It remains stored, its verification reports the revocation, and its lender can
 * request another one for that day.
 * @throws Refusal NOT_FOUND, REVERSED_BEFORE
 */
export const revokeConfirmation = mutation<Context, { number: string; reason: string }, { number: string }>({
  operation: 'revokeBalanceConfirmation',
  permit: ['operator'],
  withoutSecondPair: 'it takes a document away',
  async run(tx, { number, reason }) {
    const { id } = required(await findByNumber(tx, number), 'NOT_FOUND')
    if (!(await insertRevocation(tx, id, reason))) throw new Refusal('REVERSED_BEFORE')
    return { answer: { number }, subject: `confirmation:${number}`, detail: { reason } }
  },
})
