import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { endStaffSession } from './store.ts'

/** Ends a session of the console; ending one that has ended changes nothing. */
export const closeConsoleSession = mutation<
  Context,
  { staffId: number; sessionId: string },
  { message: 'success' }
>({
  operation: 'closeConsoleSession',
  permit: ['operator'],
  withoutSecondPair: 'it ends a session of one’s own',
  security: true,
  async run(tx, { staffId, sessionId }) {
    await endStaffSession(tx, sessionId)
    return { answer: { message: 'success' }, subject: `staff:${staffId}`, detail: { session: sessionId } }
  },
})
