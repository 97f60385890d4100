import type { Context } from '../../context.ts'
import { mutation } from '../../platform/commands/command.ts'
import { perform } from '../../platform/commands/perform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from './rate-limits.ts'
import { setPasswordHash } from './store.ts'

/**
 * Hashes the right password of a login again where the cost has risen since, or it was hashed as it was typed. The login
 * stands whether or not there is room for that now: the next one tries again.
 */
export async function renewHash(
  context: Context,
  { id: lenderId, passwordHash: before, password }: { id: number; passwordHash: string; password: string },
  { caller, requestId }: { caller: Caller; requestId: string },
): Promise<void> {
  try {
    if (!(await context.passwords.isOutdated(before, password))) return
    const passwordHash = await context.passwords.hash(password)
    await perform(context, storeRenewed, {
      actor: { kind: 'lender', lenderId },
      input: { lenderId, before, passwordHash },
      requestId,
      source: caller.ip,
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    context.log.info({ lender: lenderId, code: error.code }, 'a password hash was not renewed')
  }
}

const storeRenewed = mutation<Context, { lenderId: number; before: string; passwordHash: string }, null>({
  operation: 'renewPasswordHash',
  permit: ['lender'],
  async run(tx, { lenderId, before, passwordHash }) {
    const renewed = await setPasswordHash(tx, lenderId, passwordHash, before)
    return { answer: null, subject: `lender:${lenderId}`, detail: { renewed: renewed === 1 } }
  },
})
