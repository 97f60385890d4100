import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { maybe } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/refusal.ts'

/**
 * Accepts an entry that was added long after the time in its id, once an operator has found the cause (a wrong clock, a
 * restored copy). The audit check no longer reports the entry; the acceptance itself is recorded in the trail.
 */
export const acceptLateEntry = mutation<Context, { entry: string; reason: string }, { entry: string }>({
  operation: 'acceptLateEntry',
  permit: ['operator'],
  secondPair: true,
  async run(tx, { entry, reason }) {
    const known = await maybe<{ id: string }>(
      tx,
      'audit.operator.entry',
      'select id from audit_event where id = $1',
      [entry],
    )
    if (!known) throw new Refusal('NOT_FOUND')
    return { answer: { entry }, subject: `audit:${entry}`, detail: { reason } }
  },
})
